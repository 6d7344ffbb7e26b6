import DiceReading
import Foundation
import Media
import PortableInference
import Testing
import VisionCore

@testable import PlaneTracking

/// Our picture of dice, rendered from 40 degrees above (Training/Dice/Photoreal/picture.py) by a lens that sees
/// 29 degrees across.
@Suite("The plane under dice")
struct PlaneUnderDiceTests {
  private static let project = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL
  private static let focalShare = 1.547
  /// The tops, as `playfield dice read` finds them.
  private static let dice = [
    BoundingBox(x: 0.04949, y: 0.45058, width: 0.11811, height: 0.09830),
    BoundingBox(x: 0.16563, y: 0.18998, width: 0.16602, height: 0.11217),
    BoundingBox(x: 0.27526, y: 0.40787, width: 0.15743, height: 0.13664),
    BoundingBox(x: 0.49690, y: 0.18359, width: 0.13438, height: 0.09691),
    BoundingBox(x: 0.52100, y: 0.49298, width: 0.14256, height: 0.12190),
    BoundingBox(x: 0.73669, y: 0.41155, width: 0.13812, height: 0.12226),
    BoundingBox(x: 0.79282, y: 0.62795, width: 0.16462, height: 0.13317),
  ]

  private static func weights(_ name: String) throws -> Safetensors {
    try Safetensors(
      [UInt8](Data(contentsOf: project.appending(path: "Models/\(name).safetensors"))))
  }

  /// The plane under some of the dice.
  private func plane(
    _ dice: [BoundingBox], focalShare: Double = focalShare, knownUp: SIMD3<Double>? = nil
  ) throws -> PlaneOfSquares? {
    let image = try ImageReader.read(
      contentsOf: Self.project.appending(path: "Samples/dice.jpg").path
    ).image
    let bytes = (0..<image.width * image.height).flatMap {
      image.pixels[3 * $0..<3 * $0 + 3] + [255]
    }
    let size = PixelSize(width: image.width, height: image.height)
    let reader = try TopReader(Self.weights("dice-tops"))
    return try bytes.withUnsafeBytes { bytes in
      let picture = try #require(
        PicturePlanes(
          .rgba, ColorEncoding(.bt601, isFullRange: true), coded: size,
          visible: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
          layouts: [PicturePlanes.Layout(offset: 0, stride: 4 * size.width)], in: bytes))
      return try PlaneOfSquares(
        under: dice, in: picture, orientation: .up, focalShare: focalShare, knownUp: knownUp,
        reader: reader)
    }
  }

  @Test("it is where the renderer has it", arguments: [3, 5, 7])
  func rendered(count: Int) throws {
    let plane = try #require(try plane(Array(Self.dice.suffix(count))))
    #expect(abs(plane.up.length - 1) < 1e-9)
    #expect(abs(asin(-plane.up.z) * 180 / .pi - 40) < 4, "\(plane.up)")
    #expect(abs(plane.up.x) < 0.1)
    #expect(abs(plane.height - 9.3) < 0.5)
  }

  @Test func `where up is known the dice say how high the camera is`() throws {
    let up = SIMD3(0, -cos(40 * Double.pi / 180), -sin(40 * Double.pi / 180))
    let plane = try #require(try plane(Self.dice, knownUp: up))
    #expect(plane.up == up)
    #expect(abs(plane.height - 9.3) < 0.5)
  }

  @Test func `without dice nothing is known, nor by another network`() throws {
    #expect(try plane([]) == nil)
    #expect(throws: NetworkError.self) { try TopReader(Self.weights("dice")) }
  }
}
