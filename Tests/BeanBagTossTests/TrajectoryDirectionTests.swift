import Testing
import VisionCore

@testable import BeanBagToss

@Suite("Where a path leads")
struct TrajectoryDirectionTests {
  struct Case: Sendable {
    let reason: String
    let from: (x: Double, y: Double)
    let to: (x: Double, y: Double)
    let leadsAway: Bool
  }

  /// The board lies at the right, below the middle, and is a tenth of the picture long.
  static let board = GameboardObservation(
    corners: GameboardObservation.Corners(
      farLeft: NormalizedPoint(x: 0.78, y: 0.65), farRight: NormalizedPoint(x: 0.82, y: 0.65),
      nearRight: NormalizedPoint(x: 0.83, y: 0.75), nearLeft: NormalizedPoint(x: 0.77, y: 0.75)),
    aspectRatio: 1)

  static let cases = [
    Case(reason: "towards it", from: (0.2, 0.5), to: (0.4, 0.3), leadsAway: false),
    Case(reason: "the other way", from: (0.4, 0.5), to: (0.2, 0.4), leadsAway: true),
    Case(
      reason: "a little the other way, as a hand does", from: (0.4, 0.5), to: (0.35, 0.4),
      leadsAway: false),
    Case(
      reason: "steeply up: it may come down on it", from: (0.75, 0.6), to: (0.74, 0.1),
      leadsAway: false),
    Case(
      reason: "past it, about as far as it came from", from: (0.7, 0.4), to: (0.92, 0.6),
      leadsAway: false),
    Case(
      reason: "aside, and down near it", from: (0.78, 0.2), to: (0.88, 0.68), leadsAway: false),
    Case(reason: "past it and on", from: (0.75, 0.4), to: (0.99, 0.6), leadsAway: true),
  ]

  @Test(
    "a path leads away from the board that gets farther from it across the picture",
    arguments: cases)
  func leads(example: Case) throws {
    let points = [(0, example.from), (9, example.to)].map { frame, place in
      TrajectoryObservation.Point(
        frame: frame, time: Double(frame) / 30,
        location: NormalizedPoint(x: place.x, y: place.y), radius: 0.01)
    }
    let path = TrajectoryObservation(
      id: 1, points: points, equation: nil, confidence: 1, isFinished: false)
    let board = try #require(Self.board)
    #expect(
      path.leadsAway(from: board, aspectRatio: 1) == example.leadsAway, "\(example.reason)")
  }
}
