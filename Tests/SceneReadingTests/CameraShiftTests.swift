import Testing

@testable import SceneReading

@Suite("How far a camera was moved")
struct CameraShiftTests {
  @Test func `the noise of a long film that stands still is no way`() throws {
    var shift = CameraShift()
    // Too little to be a movement, and a whole picture's width in ten minutes.
    for _ in 0..<18_000 { #expect(shift.update(SIMD2(0.00006, 0)) == nil) }
    for _ in 0..<5 { #expect(shift.update(SIMD2(0.02, -0.01)) == nil) }
    #expect(shift.isMoving)
    var way: SIMD2<Double>?
    for _ in 0..<20 where way == nil { way = shift.update(SIMD2(0, 0)) }
    let whole = try #require(way)
    #expect(abs(whole.x - 0.1) < 0.002 && abs(whole.y + 0.05) < 0.002, "\(whole)")
  }

  @Test func `a slow beginning counts, and the next movement starts over`() throws {
    var shift = CameraShift()
    for _ in 1...2 {
      for _ in 0..<30 { _ = shift.update(SIMD2(0, 0)) }
      // Half of a hundredth before it shows that the camera moves.
      for _ in 0..<20 { _ = shift.update(SIMD2(0.002, 0)) }
      var way: SIMD2<Double>?
      for _ in 0..<20 where way == nil { way = shift.update(SIMD2(0, 0)) }
      #expect(abs(try #require(way).x - 0.04) < 1e-9)
    }
  }
}
