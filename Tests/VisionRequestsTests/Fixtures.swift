import Foundation
import VisionCore

@testable import VisionRequests

extension DiceModel {
  /// The network of `Tests/Fixtures/make_models.py` to which a red cell of 8 x 8 pixels is a 1, a
  /// green one a 2, a blue one a 3; each box is 16 x 16 pixels.
  static func spots() throws -> DiceModel {
    try DiceModel(path: spotsFile.path(percentEncoded: false), threads: 1)
  }

  static let spotsFile = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/spots.onnx").standardizedFileURL
}

/// A square in one of the colours that ``DiceModel/spots()`` sees.
struct Spot {
  var value: DieValue
  var x: Int
  var y: Int
  var side: Int
}

extension RGBImage {
  /// A white picture with spots.
  init(width: Int, height: Int, spots: [Spot]) {
    var pixels = [UInt8](repeating: 255, count: width * height * 3)
    for spot in spots {
      for y in spot.y..<spot.y + spot.side {
        for x in spot.x..<spot.x + spot.side {
          for channel in 0..<3 where channel != spot.value.pips - 1 {
            pixels[(y * width + x) * 3 + channel] = 0
          }
        }
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
