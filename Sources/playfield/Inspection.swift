import Foundation
import Media
import VisionCore

/// A folder for what networks were shown of pictures and what they answered: for each picture a file of
/// JSON, and beside it the parts that they were shown, from left to right.
struct Inspection {
  /// The folder's path.
  let folder: String

  /// Writes both files.
  ///
  /// - Parameters:
  ///   - answers: What the networks answered.
  ///   - views: What they were shown; without any there is no picture.
  ///   - input: Under whose name they are written.
  ///   - frame: Of a film; its number is added to the name.
  /// - Throws: Why they cannot be written.
  func write(
    _ answers: JSON, views: [RGBImage], of input: Input, frame: Int? = nil
  ) throws(Failure) {
    let part = frame.map { Self.part(of: $0) } ?? ""
    let (textPath, picturePath) = (
      try input.path(inFolder: folder, extension: "json", part: part),
      try input.path(inFolder: folder, extension: "png", part: part)
    )
    do throws(MediaError) {
      try OutputFile(path: textPath).replaceContent(with: Array((answers.text + "\n").utf8))
      guard let strip = Self.strip(of: views) else { return }
      try ImageWriter.write(strip, to: picturePath)
    } catch {
      throw Failure(error)
    }
  }

  /// "-000012" for frame 12: names in the order of the frames.
  private static func part(of frame: Int) -> String {
    let digits = String(frame)
    return "-\(String(repeating: "0", count: max(0, 6 - digits.count)))\(digits)"
  }

  /// Pictures side by side, black below those that are not as high as others; `nil` for none.
  static func strip(of views: [RGBImage]) -> RGBImage? {
    guard let height = views.map(\.height).max() else { return nil }
    let width = views.reduce(0) { $0 + $1.width }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height)
    for row in 0..<height {
      for view in views {
        let start = 3 * view.width * row
        pixels +=
          row < view.height
          ? Array(view.pixels[start..<start + 3 * view.width])
          : [UInt8](repeating: 0, count: 3 * view.width)
      }
    }
    return RGBImage(width: width, height: height, pixels: pixels)
  }
}
