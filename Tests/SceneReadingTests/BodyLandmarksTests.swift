import Testing
import VisionCore

@testable import SceneReading

@Suite("The landmarks of a person")
struct BodyLandmarksTests {
  /// Someone of 200 pixels whose hips lie in the middle of the region.
  private func person(in region: PoseRegion) throws -> BodyLandmarks {
    var places = [Float](repeating: 0, count: 39 * 5)
    (places[33 * 5], places[33 * 5 + 1]) = (128, 128)
    (places[34 * 5], places[34 * 5 + 1]) = (128, 26)
    let cold = [Float](repeating: -10, count: 64 * 64 * 39)
    return try BodyLandmarks(
      values: Tensor(shape: [1, 195], values: places.span),
      confidence: Tensor(shape: [1, 1], values: ([1] as [Float]).span),
      heatmap: Tensor(shape: [1, 64, 64, 39], values: cold.span), region: region)
  }

  /// A face and a body, each at its own place, 100 pixels from shoulders to hips.
  private func person(
    face: SIMD2<Double>, body: SIMD2<Double>, confidence: Float = 0.9, faceConfidence: Float = 0.9
  ) throws -> BodyLandmarks {
    let region = PoseRegion(center: EdgePoint(x: 300, y: 300), side: 250, angle: 0)
    var person = try person(in: region)
    for index in person.landmarks.indices {
      let isFace = index < 11
      let isShoulder = index == 11 || index == 12
      person.landmarks[index] = BodyLandmarks.Landmark(
        location: EdgePoint(isFace ? face : isShoulder ? body - SIMD2(0, 100) : body),
        confidence: isFace ? faceConfidence : confidence)
    }
    return person
  }

  @Test(
    "of two bodies on one face the one stays of which more is seen",
    arguments: [
      (SIMD2(16, 0), 0.5, 0.9, 0.9, [0.9], "a worse body, found first"),
      (SIMD2(0, 16), 0.9, 0.5, 0.9, [0.9], "a worse body, found later"),
      (SIMD2(18, 0), 0.9, 0.5, 0.9, [0.9, 0.5], "a face beside it"),
      (SIMD2(0, 0), 0.9, 0.5, 0.2, [0.9, 0.5], "somebody hidden behind them, their face guessed"),
    ])
  func sameFace(
    shift: SIMD2<Double>, first: Float, second: Float, face: Float, left: [Float], reason: String
  ) throws {
    var people: [BodyLandmarks] = []
    people.add(try person(face: .zero, body: SIMD2(0, 150), confidence: first))
    people.add(
      try person(face: shift, body: SIMD2(80, 20), confidence: second, faceConfidence: face))
    #expect(people.map { $0.landmarks[27].confidence } == left, "\(reason)")
  }

  @Test func `who is found twice in one pose stays as first found`() throws {
    var people = [try person(face: .zero, body: SIMD2(0, 150), confidence: 0.6)]
    people.add(try person(face: SIMD2(9, 0), body: SIMD2(9, 150), confidence: 0.9))
    #expect(people.map { $0.landmarks[27].confidence } == [0.6])
  }

  @Test(
    "who was found by one look is not sought again where another look sees them",
    arguments: [
      (SIMD2(0, 0), 1.0, 0.0, true, "the same place"),
      (SIMD2(0, 20), 0.9, 0.1, true, "a nearer look puts the hips a little lower"),
      (SIMD2(0, 0), 1.0, 6.2, true, "a whole turn does not count"),
      (SIMD2(36, 0), 1.0, 0.0, true, "hips as far off as a look may be wrong"),
      (SIMD2(39, 0), 1.0, 0.0, false, "somebody beside them"),
      (SIMD2(20, 0), 0.4, 0.0, false, "somebody far behind them"),
      (SIMD2(0, 0), 1.0, 3.1, false, "they themselves, followed upside down"),
    ])
  func fills(
    shift: SIMD2<Double>, scale: Double, turn: Double, expected: Bool, reason: String
  ) throws {
    let region = PoseRegion(center: EdgePoint(x: 300, y: 300), side: 250, angle: 0)
    var other = region
    other.center += shift
    other.side *= scale
    other.angle += turn
    #expect(try person(in: region).fills(other) == expected, "\(reason)")
  }
}
