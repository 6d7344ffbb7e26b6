import Testing
import VisionRequests

@testable import playfield

@Suite("How far a camera was moved")
struct CameraShiftTests {
  @Test func `the noise of a long film that stands still is no way`() throws {
    var shift = CameraShift()
    // Too little to be a movement, and a whole picture's width in ten minutes.
    for _ in 0..<18_000 { #expect(shift.update(ImageTranslation(dx: 0.00006, dy: 0)) == nil) }
    for _ in 0..<5 { #expect(shift.update(ImageTranslation(dx: 0.02, dy: -0.01)) == nil) }
    #expect(shift.isMoving)
    var way: ImageTranslation?
    for _ in 0..<20 where way == nil { way = shift.update(ImageTranslation(dx: 0, dy: 0)) }
    let whole = try #require(way)
    #expect(abs(whole.dx - 0.1) < 0.002 && abs(whole.dy + 0.05) < 0.002, "\(whole)")
  }

  @Test func `a slow beginning counts, and the next movement starts over`() throws {
    var shift = CameraShift()
    for _ in 1...2 {
      for _ in 0..<30 { _ = shift.update(ImageTranslation(dx: 0, dy: 0)) }
      // Half of a hundredth before it shows that the camera moves.
      for _ in 0..<20 { _ = shift.update(ImageTranslation(dx: 0.002, dy: 0)) }
      var way: ImageTranslation?
      for _ in 0..<20 where way == nil { way = shift.update(ImageTranslation(dx: 0, dy: 0)) }
      #expect(abs(try #require(way).dx - 0.04) < 1e-9)
    }
  }
}
