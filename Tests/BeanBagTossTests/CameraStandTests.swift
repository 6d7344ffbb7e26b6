import Testing
import VisionCore

@testable import BeanBagToss

@Suite("How far a camera was moved")
struct CameraStandTests {
  @Test func `the noise of a long film that stands still is no way`() {
    var camera = CameraStand()
    // Too little to be a movement, and a whole picture's width in ten minutes.
    for _ in 0..<18_000 { _ = camera.follow(ImageTranslation(dx: 0.00006, dy: 0)) }
    #expect(camera.isStill && camera.isBoardInPlace)
    for step in 0..<5 {
      let hasBegun = camera.follow(ImageTranslation(dx: 0.02, dy: -0.01))
      #expect(hasBegun == (step == 0))
    }
    #expect(!camera.isStill && !camera.isBoardInPlace)
    for _ in 0..<20 { _ = camera.follow(ImageTranslation(dx: 0, dy: 0)) }
    #expect(camera.isStill && !camera.isBoardInPlace)
    #expect((camera.displacement - SIMD2(0.1, -0.05)).length < 1e-9)
    camera.boardWasSeen(at: camera.displacement)
    #expect(camera.isBoardInPlace)
  }

  @Test func `a slow beginning counts, and a camera that comes back stands where it stood`() {
    var camera = CameraStand()
    // Half of a hundredth before it shows that the camera moves.
    for _ in 0..<20 { _ = camera.follow(ImageTranslation(dx: 0.002, dy: 0)) }
    #expect(abs(camera.displacement.x - 0.04) < 1e-9)
    for _ in 0..<20 { _ = camera.follow(ImageTranslation(dx: -0.002, dy: 0)) }
    for _ in 0..<20 { _ = camera.follow(ImageTranslation(dx: 0, dy: 0)) }
    #expect(camera.isStill && camera.isBoardInPlace)
  }
}
