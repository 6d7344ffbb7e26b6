import Foundation
import Media
import VisionCore

/// A folder for what networks were shown of pictures and what they answered: for each picture a file of
/// JSON, and beside it the parts that they were shown, from left to right.
struct Inspection {
  private var texts: OutputFolder
  private var pictures: OutputFolder

  init(path: String, sparing inputs: [String]) throws(Failure) {
    texts = try OutputFolder(path: path, sparing: inputs)
    pictures = texts
  }

  /// Writes both files.
  ///
  /// - Parameters:
  ///   - answers: What the networks answered.
  ///   - views: What they were shown; without any there is no picture.
  ///   - file: The input, under whose name they are written.
  ///   - frame: Of a film; its number is added to the name.
  /// - Throws: Why they cannot be written.
  mutating func write(
    _ answers: JSON, views: [RGBImage], of file: String, frame: Int? = nil
  ) throws(Failure) {
    let input = frame.map { Self.name(of: $0, in: file) } ?? file
    let (textPath, picturePath) = (
      try texts.path(for: input, extension: "json"),
      try pictures.path(for: input, extension: "png")
    )
    do throws(MediaError) {
      try OutputFile(path: textPath).replaceContent(with: Array((answers.text + "\n").utf8))
      guard let strip = Self.strip(of: views) else { return }
      try ImageWriter.write(strip, to: picturePath)
    } catch {
      throw Failure(error)
    }
  }

  /// "clip-000012.mp4" for frame 12 of "clip.mp4": names in the order of the frames.
  private static func name(of frame: Int, in file: String) -> String {
    let digits = String(frame)
    let zeros = String(repeating: "0", count: max(0, 6 - digits.count))
    let name = URL(filePath: file)
    return
      "\(name.deletingPathExtension().lastPathComponent)-\(zeros)\(digits).\(name.pathExtension)"
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
