import Foundation
import VisionCore

/// Pictures that come with the project.
enum Sample {
  static let picture = path(of: "dice.jpg")
  /// A made-up game from the side, and what is true of it.
  static let film = path(of: "toss.mp4")
  static let filmTruth = path(of: "toss.json")

  private static func path(of name: String) -> String {
    URL(filePath: #filePath).appending(path: "../../../Samples/\(name)")
      .standardizedFileURL.path(percentEncoded: false)
  }

  /// The folder of photographs and clips that is kept apart from the repository.
  static let shared: URL = {
    let given = ProcessInfo.processInfo.environment["PLAYFIELD_SHARED"].map { URL(filePath: $0) }
    return (given ?? URL(filePath: #filePath).appending(path: "../../../../shared"))
      .standardizedFileURL
  }()
}

extension RGBImage {
  /// A part of the picture, cut out.
  func part(x: Int, y: Int, width: Int, height: Int) -> RGBImage {
    var part: [UInt8] = []
    part.reserveCapacity(width * height * 3)
    for row in y..<y + height {
      let start = (row * self.width + x) * 3
      part += pixels[start..<start + width * 3]
    }
    return RGBImage(width: width, height: height, pixels: part)
  }

  /// Draws an orange disc; `x` and `y` count from the picture's top left corner, in pixels.
  mutating func fillDisc(x: Double, y: Double, radius: Double) {
    let colour: [UInt8] = [235, 120, 20]
    for row in max(0, Int(y - radius))..<max(0, min(height, Int(y + radius) + 2)) {
      for column in max(0, Int(x - radius))..<max(0, min(width, Int(x + radius) + 2)) {
        let (dx, dy) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
        guard dx * dx + dy * dy <= radius * radius else { continue }
        for channel in 0..<3 { pixels[(row * width + column) * 3 + channel] = colour[channel] }
      }
    }
  }

  /// Adds the noise of a camera: up to 3 levels, the same for the same seed.
  mutating func addNoise(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    pixels.withUnsafeMutableBufferPointer { pixels in
      for index in pixels.indices {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        pixels[index] = UInt8(clamping: Int(pixels[index]) + Int(state >> 61) - 4)
      }
    }
  }
}
