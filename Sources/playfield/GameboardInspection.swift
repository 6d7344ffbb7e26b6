import Media
import VisionCore
import VisionRequests

/// Writes what the networks take for boards in pictures, and why: a file of JSON for each picture, and the
/// straightened boards as the second network is shown them, side by side.
struct GameboardInspection {
  private var texts: OutputFolder
  private var pictures: OutputFolder

  init(path: String, sparing inputs: [String]) throws(Failure) {
    texts = try OutputFolder(path: path, sparing: inputs)
    pictures = texts
  }

  mutating func write(
    _ candidates: [DetectGameboardRequest.Candidate], views: [RGBImage], of file: String
  ) throws(Failure) {
    let text = JSON.candidates(candidates, file: file).text + "\n"
    let (textPath, picturePath) = (
      try texts.path(for: file, extension: "json"),
      try pictures.path(for: file, extension: "png")
    )
    do throws(MediaError) {
      try OutputFile(path: textPath).replaceContent(with: Array(text.utf8))
      guard let strip = Self.strip(of: views) else { return }
      try ImageWriter.write(strip, to: picturePath)
    } catch {
      throw Failure(error)
    }
  }

  /// Pictures of one size, side by side; `nil` for none.
  private static func strip(of views: [RGBImage]) -> RGBImage? {
    guard let (width, height) = views.first.map({ ($0.width, $0.height) }) else { return nil }
    var pixels: [UInt8] = []
    pixels.reserveCapacity(3 * width * height * views.count)
    for row in 0..<height {
      for view in views { pixels += view.pixels[3 * width * row..<3 * width * (row + 1)] }
    }
    return RGBImage(width: width * views.count, height: height, pixels: pixels)
  }
}

extension JSON {
  fileprivate static func candidates(
    _ candidates: [DetectGameboardRequest.Candidate], file: String
  ) -> JSON {
    [
      "file": .string(file),
      "candidates": .array(
        candidates.map { candidate in
          [
            "board": JSON(candidate.observation),
            "features": .object(
              candidate.features.map {
                Member(key: $0.name, value: .number($0.value, places: 4))
              }),
          ]
        }),
    ]
  }
}
