import Testing
import VisionCore

@Suite struct BoundingBoxTests {
  static let rightHalf = BoundingBox(x: 0.5, y: 0, width: 0.5, height: 1)
  static let middle = BoundingBox(x: 0.25, y: 0, width: 0.5, height: 1)
  static let neighbour = BoundingBox(x: 1, y: 0, width: 1, height: 1)
  static let point = BoundingBox(x: 0.5, y: 0.5, width: 0, height: 0)

  @Test(
    "IoU is symmetric, 1 for itself and 0 for a neighbour",
    arguments: [
      (BoundingBox.unit, BoundingBox.unit, 1.0), (.unit, rightHalf, 0.5),
      (rightHalf, middle, 1.0 / 3), (.unit, neighbour, 0), (.unit, point, 0), (point, point, 0),
    ])
  func intersectionOverUnion(a: BoundingBox, b: BoundingBox, expected: Double) {
    #expect(abs(a.intersectionOverUnion(b) - expected) < 1e-12)
    #expect(abs(b.intersectionOverUnion(a) - expected) < 1e-12)
  }

  @Test("A box contains its edges", arguments: [(0.5, true), (1, true), (0.499, false)])
  func contains(x: Double, expected: Bool) {
    #expect(Self.rightHalf.contains(NormalizedPoint(x: x, y: 0.5)) == expected)
  }

  @Test func `the union spans both, the intersection what they share`() {
    #expect(
      Self.rightHalf.union(Self.middle) == BoundingBox(x: 0.25, y: 0, width: 0.75, height: 1))
    #expect(
      Self.rightHalf.intersection(Self.middle)
        == BoundingBox(x: 0.5, y: 0, width: 0.25, height: 1))
    #expect(Self.rightHalf.intersection(Self.neighbour).area == 0)
  }
}
