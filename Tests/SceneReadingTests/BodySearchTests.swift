import Testing
import VisionCore

@testable import SceneReading

@Suite("Which people's joints are found")
struct BodySearchTests {
  private static let size = PixelSize(width: 1000, height: 500)

  @Test(
    arguments: [
      ([200, 500, 800], nil, [200, 500, 800], "without a limit everybody's"),
      ([200, 500, 800], [0.25], [200, 500], "those of the two nearest to a place"),
      ([800, 500, 200], [0.25], [500, 200], "in the order in which they are known"),
      ([200, 210, 500, 800], [0.1], [200, 210, 500], "two squares of one person count once"),
      ([200, 500, 800], [0.19, 0.81], [200, 800], "the nearest to either of two places"),
      ([200, 800], [0.5], [200, 800], "of two people both"),
      ([200, 500, 800], [], [200, 500, 800], "where no place is known, everybody's"),
    ] as [([Double], [Double]?, [Double], Comment)])
  func limited(people: [Double], places: [Double]?, seen: [Double], why: Comment) throws {
    let limit = places.map { places in
      BodySearch.Limit(count: 2, nearestTo: places.map { NormalizedPoint(x: $0, y: 0.5) })
    }
    var search = BodySearch(
      in: Self.size, known: people.map { square(at: $0) }, newcomers: nil, limit: limit)
    var squares: [Double] = []
    while case .body(let square) = search.nextStep {
      squares.append(square.center.x)
      search.record(try nobody(in: square))
    }
    #expect(squares == seen, why)
    #expect(search.people.isEmpty && search.hasLostSomebody)
  }

  @Test func `who is known and cannot be drawn is lost`() {
    let search = BodySearch(in: Self.size, known: [square(at: 1e7)], newcomers: nil)
    #expect(search.nextStep == nil && search.hasLostSomebody)
  }

  private func square(at x: Double) -> PoseRegion {
    PoseRegion(center: EdgePoint(x: x, y: 250), side: 200, angle: 0)
  }

  /// What the network answers where nobody is.
  private func nobody(in square: PoseRegion) throws -> BodyLandmarks {
    let (numbers, confidence, heat) = (
      [Float](repeating: 0, count: 195), [Float](repeating: 0, count: 1),
      [Float](repeating: -9, count: 64 * 64 * 39)
    )
    return try BodyLandmarks(
      values: Tensor(shape: [1, 195], values: numbers.span),
      confidence: Tensor(shape: [1, 1], values: confidence.span),
      heatmap: Tensor(shape: [1, 64, 64, 39], values: heat.span), region: square)
  }
}
