import Foundation
import Media
import Testing
import VisionCore

/// The rendered game of `Samples`, of which all is known.
enum SampleGame {
  struct Truth: Decodable {
    struct Toss: Decodable {
      let style: String
      let releaseFrame: Int
      let endFrame: Int
      /// Degrees, metres a second, metres.
      let releaseAngle: Double
      let speed: Double
      let distance: Double
      let outcome: String
      let points: [String: Int]
    }

    struct Board: Decodable {
      /// From the far left one clockwise, in pixels of 640 x 360; a whole number is a pixel's middle.
      let corners: [[Double]]
    }

    let throwsMade: [Toss]
    let boards: [Board]

    enum CodingKeys: String, CodingKey {
      case throwsMade = "throws"
      case boards
    }
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Samples").standardizedFileURL

  static let clip = folder.appending(path: "toss.mp4").path

  static func truth() throws -> Truth {
    try JSONDecoder().decode(
      Truth.self, from: Data(contentsOf: folder.appending(path: "toss.json")))
  }

  /// The frames of the first throw, from the swing until the bag lies still.
  static let firstThrow = Result {
    var frames: [VideoFrame] = []
    let reader = try VideoReader(path: clip)
    while let frame = try reader.next(), frame.index <= 140 {
      if frame.index >= 40 { frames.append(frame) }
    }
    return frames
  }

  /// A clip of the first throw alone.
  static func cutClip(in folder: TemporaryFolder) throws -> String {
    let path = folder.url.appending(path: "first.mp4").path
    let writer = try VideoWriter(path: path, width: 640, height: 360, frameRate: 30)
    for frame in try firstThrow.get() { try writer.append(frame.image) }
    try writer.finish()
    return path
  }
}
