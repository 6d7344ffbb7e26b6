import PlayfieldMaths
import Testing
import VisionCore

@testable import PlaneTracking

@Suite("The similarity on which most agrees")
struct SimilarityTests {
  /// A turn by a tenth of a radian, larger by a fifth, and a shift.
  private let camera = Matrix3(
    SIMD3(1.194, -0.1198, 12), SIMD3(0.1198, 1.194, -7), SIMD3(0, 0, 1))

  private func pairs(movers: Int, of count: Int) -> [Correspondence] {
    var generator = SplitMix64(seed: 5)
    return (0..<count).map { index in
      let from = PixelPoint(
        x: Double(generator.next(upperBound: UInt(640))),
        y: Double(generator.next(upperBound: UInt(360))))
      var to = camera.map(from) ?? from
      if index < movers { to += SIMD2(9 + 0.02 * from.x, 6 - 0.02 * from.y) }
      return Correspondence(
        from: from, to: to, weight: 1, precision: Symmetric2(xx: 1, xy: 0.2, yy: 1))
    }
  }

  @Test("is the camera's, whatever moves before it", arguments: [0, 10, 24])
  func camera(movers: Int) throws {
    let pairs = pairs(movers: movers, of: 60)
    let fit = try #require(RobustHomography(similarityOf: pairs))
    for (x, y) in [(0.0, 0.0), (639, 0), (639, 359), (0, 359)] {
      let corner = PixelPoint(x: x, y: y)
      let (seen, truth) = (try #require(fit.matrix.map(corner)), try #require(camera.map(corner)))
      #expect((seen - truth).length < 0.05)
    }
    #expect(fit.agrees.dropFirst(movers).allSatisfy { $0 })
    #expect(fit.agrees.prefix(movers).count { $0 } <= movers / 4)
  }

  @Test func `three places are too few`() {
    #expect(RobustHomography(similarityOf: Array(pairs(movers: 0, of: 3))) == nil)
  }
}
