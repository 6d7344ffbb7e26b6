import Testing
import VisionCore

@testable import SceneReading

@Suite("Decoding found people")
struct PoseDetectionDecoderTests {
  private static let anchors = 2254

  /// Outputs in which the given anchors see a person, the others none.
  private func detections(
    _ seen: [(anchor: Int, logit: Float, values: [Float])], threshold: Float = 0.5
  ) throws -> [PoseDetection] {
    var boxes = [Float](repeating: 0, count: Self.anchors * 12)
    var scores = [Float](repeating: -50, count: Self.anchors)
    for (anchor, logit, values) in seen {
      boxes.replaceSubrange(anchor * 12..<anchor * 12 + values.count, with: values)
      scores[anchor] = logit
    }
    return try PoseDetectionDecoder(threshold: threshold).detections(
      boxes: Tensor(shape: [1, Self.anchors, 12], values: boxes.span),
      scores: Tensor(shape: [1, Self.anchors, 1], values: scores.span))
  }

  @Test(
    "points are relative to the anchor's centre, in pixels of the input",
    arguments: [
      // (anchor, centre x, centre y): two for each of 28 x 28 cells, two for 14 x 14, six for 7 x 7.
      (0, 4.0, 4.0), (1, 4.0, 4.0), (2, 12.0, 4.0), (56, 4.0, 12.0), (1567, 220.0, 220.0),
      (1568, 8.0, 8.0), (1570, 24.0, 8.0), (1960, 16.0, 16.0), (1966, 48.0, 16.0),
      (2253, 208.0, 208.0),
    ])
  func anchors(anchor: Int, x: Double, y: Double) throws {
    let found = try detections([(anchor, 2, [0, 0, 20, 40, 1, 2, 3, -8])])
    let person = try #require(found.first)
    #expect(found.count == 1)
    #expect(abs(person.hips.x * 224 - x - 1) < 1e-9 && abs(person.hips.y * 224 - y - 2) < 1e-9)
    #expect(abs(person.top.x * 224 - x - 3) < 1e-9 && abs(person.top.y * 224 - y + 8) < 1e-9)
    #expect(abs(person.box.center.x * 224 - x) < 1e-9 && abs(person.box.height * 224 - 40) < 1e-9)
    #expect(abs(person.confidence - 0.8808) < 1e-4)
  }

  @Test func `overlapping detections become one, weighted by their confidence`() throws {
    // The same cell twice; logits of 0 and ln 3 are confidences of 1/2 and 3/4.
    let found = try detections([
      (100, 0, [0, 0, 40, 40, 10, 0]), (101, 1.0986123, [0, 0, 40, 40, 20, 0]),
    ])
    #expect(found.count == 1)
    let x = try #require(found.first).hips.x * 224
    let anchor = Double(100 / 2 % 28) * 8 + 4
    #expect(abs(x - anchor - 16) < 1e-5)
    #expect(abs(found[0].confidence - 0.75) < 1e-6)
  }

  @Test func `people apart stay apart, the surest first`() throws {
    let found = try detections([
      (0, 1, [0, 0, 20, 20]), (1567, 3, [0, 0, 20, 20]), (900, -3, [0, 0, 20, 20]),
    ])
    #expect(found.map { $0.confidence > 0.9 } == [true, false])
  }

  @Test func `a box of nothing does not hold up the others`() throws {
    #expect(try detections([(0, 1, [0, 0, 0, 0]), (1567, 3, [.nan, 0, .nan, 20])]).count == 2)
  }

  @Test func `another network's output is named`() {
    let (values, scores) = ([Float](repeating: 0, count: 24), [Float](repeating: 0, count: 2))
    #expect(
      throws: UnexpectedShape(
        tensor: "boxes", expected: [1, 2254, 12], actual: [1, 2, 12])
    ) {
      try PoseDetectionDecoder(threshold: 0.5).detections(
        boxes: Tensor(shape: [1, 2, 12], values: values.span),
        scores: Tensor(shape: [1, 2, 1], values: scores.span))
    }
  }
}
