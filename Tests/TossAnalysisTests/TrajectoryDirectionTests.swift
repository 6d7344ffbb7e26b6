import Testing
import VisionCore

@testable import TossAnalysis

@Suite("Where a path leads")
struct TrajectoryDirectionTests {
  struct Case: Sendable {
    let reason: String
    let from: (x: Double, y: Double)
    let to: (x: Double, y: Double)
    let leadsAway: Bool
  }

  /// The board lies at the right, below the middle.
  static let board = NormalizedPoint(x: 0.8, y: 0.7)

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
    Case(reason: "past it and on", from: (0.75, 0.4), to: (0.99, 0.6), leadsAway: true),
  ]

  @Test(
    "a path leads away from the board that gets farther from it across the picture",
    arguments: cases)
  func leads(example: Case) {
    let points = [(0, example.from), (9, example.to)].map { frame, place in
      TrajectoryObservation.Point(
        frame: frame, time: Double(frame) / 30,
        location: NormalizedPoint(x: place.x, y: place.y), radius: 0.01)
    }
    let path = TrajectoryObservation(
      id: 1, points: points, equation: nil, confidence: 1, isFinished: false)
    #expect(path.leadsAway(from: Self.board) == example.leadsAway, "\(example.reason)")
  }
}
