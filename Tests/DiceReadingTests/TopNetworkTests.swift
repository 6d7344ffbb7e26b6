import Testing
import VisionCore

@testable import DiceReading

@Suite("The network for tops")
struct TopNetworkTests {
  private static let picture = PixelSize(width: 640, height: 480)

  private static func answer(_ numbers: [Float], of box: BoundingBox) throws -> SeenSquare? {
    try TopNetwork.square(
      Tensor(shape: [1, 7, 1, 1], values: numbers.span),
      in: TopNetwork.view(of: box, in: picture))
  }

  @Test(
    "has answered where the top is in the picture",
    arguments: [
      (BoundingBox(x: 0.5, y: 0.5, width: 0.05, height: 1 / 15), "as large as the network sees it"),
      (BoundingBox(x: 0.25, y: 0.5, width: 0.1, height: 2 / 15), "twice as large"),
      (BoundingBox(x: 0, y: 0, width: 0.05, height: 1 / 15), "at the picture's corner"),
    ])
  func place(box: BoundingBox, reason: String) throws {
    let square = try #require(try Self.answer([0.25, -0.5, 0.7, 0.1, 0.6, 1, 0], of: box))
    let side = box.width * 640
    let middle = SIMD2(box.center.x * 640, box.center.y * 480)
    // Views are of whole pixels.
    #expect(abs(square.middle.x - middle.x - 0.25 * side) <= 1)
    #expect(abs(square.middle.y - middle.y + 0.5 * side) <= 1)
    #expect(abs(square.shape.xx / side - 0.7) < 0.02)
    #expect(abs(square.shape.xy / side - 0.1) < 0.01)
    #expect(abs(square.shape.yy / side - 0.6) < 0.02)
  }

  @Test func `may answer what is no square`() throws {
    let box = BoundingBox(x: 0.5, y: 0.5, width: 0.05, height: 1 / 15)
    #expect(try Self.answer([0, 0, 0.1, 0.7, 0.1, 1, 0], of: box) == nil)
    #expect(try Self.answer([0, 0, -0.7, 0, -0.7, 1, 0], of: box) == nil)
  }

  @Test("of another shape is refused", arguments: [[1, 7, 4, 4], [1, 5, 1, 1], [7]])
  func shape(shape: [Int]) {
    let values = [Float](repeating: 0, count: shape.reduce(1, *))
    let view = TopNetwork.view(
      of: BoundingBox(x: 0.5, y: 0.5, width: 0.1, height: 0.1), in: Self.picture)
    #expect(throws: UnexpectedShape(tensor: "top", expected: [1, 7, 1, 1], actual: shape)) {
      try TopNetwork.square(Tensor(shape: shape, values: values.span), in: view)
    }
  }
}
