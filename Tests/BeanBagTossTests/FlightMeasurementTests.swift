import Foundation
import Testing
import VisionCore

@testable import BeanBagToss

/// What the program saw of five throws of rendered games (`make toss-games`) on 2026-11-22, and their
/// truth: behind-thrower 1 and 5, low 3, side 4 and 2.
private struct RecordedThrow: Decodable, CustomTestStringConvertible, Sendable {
  struct Truth: Decodable, Sendable {
    var releaseTime: Double
    var angle: Double
    var speed: Double
    var distance: Double
  }

  var why: String
  var aspectRatio: Double
  var frameInterval: Double
  var lastTime: Double
  /// x and y of the corners, from the far left clockwise.
  var corners: [Double]
  /// Where the bag came to rest on the board's plane, and 1 for on the board.
  var landing: [Double]?
  /// Frame, time, x, y.
  var path: [[Double]]
  /// Frame, time, and of every joint x, y and confidence.
  var poses: [[Double]]
  var truth: Truth

  var testDescription: String { why }

  var measurement: FlightMeasurement {
    let points = (0..<4).map { NormalizedPoint(x: corners[2 * $0], y: corners[2 * $0 + 1]) }
    return FlightMeasurement(
      of: path.map {
        TrajectoryObservation.Point(
          frame: Int($0[0]), time: $0[1], location: NormalizedPoint(x: $0[2], y: $0[3]),
          radius: 0.01)
      },
      by: poses.map { numbers in
        Throw.TimedPose(
          frame: Int(numbers[0]), time: numbers[1],
          pose: HumanBodyPoseObservation(confidence: 1) { name in
            let start = 2 + 3 * Int(name.rawValue)
            return Joint(
              location: NormalizedPoint(x: numbers[start], y: numbers[start + 1]),
              confidence: Float(numbers[start + 2]))
          })
      },
      landing: landing.map {
        BagLanding(
          number: 1, firstFrame: 0, firstTime: 0, restFrame: 0, restTime: 0,
          rest: .seen($0[2] == 1 ? .board : .off), place: BoardPoint(x: $0[0], y: $0[1]))
      },
      in: FlightMeasurement.View(
        corners: GameboardObservation.Corners(
          farLeft: points[0], farRight: points[1], nearRight: points[2],
          nearLeft: points[3]),
        aspectRatio: aspectRatio, frameInterval: frameInterval, lastTime: lastTime))
  }

  static func all() throws -> [RecordedThrow] {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/flights.json").standardizedFileURL
    return try JSONDecoder().decode([RecordedThrow].self, from: Data(contentsOf: file))
  }
}

@Suite struct FlightMeasurementTests {
  @Test(
    "a throw is measured within its errors, however it was seen",
    arguments: try RecordedThrow.all())
  fileprivate func measured(recorded: RecordedThrow) throws {
    let (measurement, truth) = (recorded.measurement, recorded.truth)
    let release = try #require(measurement.release)
    let fit = try #require(measurement.fit)
    let distance = try #require(fit.distance)
    #expect(release.isAtHand)
    #expect(abs(release.time - truth.releaseTime) < 2 * release.error)
    #expect(abs(fit.angle.value - truth.angle) < 2 * fit.angle.error)
    #expect(abs(fit.speed.value - truth.speed) < 2 * fit.speed.error)
    #expect(abs(distance.value - truth.distance) < 2 * distance.error)
    // An error so large that it covers everything says nothing.
    #expect(release.error < 0.15 && fit.angle.error < 15)
    #expect(fit.speed.error < 0.2 * truth.speed && distance.error < 0.25 * truth.distance)
  }

  @Test func `a throw that is seen well is known well`() throws {
    let recorded = try #require(
      try RecordedThrow.all().first { $0.why == "everything is seen well" })
    let fit = try #require(recorded.measurement.fit)
    #expect(abs(fit.angle.value - recorded.truth.angle) < 3)
    #expect(fit.angle.error < 4 && fit.speed.error < 0.3)
  }

  @Test func `single points long before the rest of a path are no part of the flight`() throws {
    var recorded = try #require(
      try RecordedThrow.all().first { $0.why == "everything is seen well" })
    let alone = recorded.measurement
    let first = try #require(recorded.path.first)
    for lead in [0.12, 0.26] {
      let frames = (lead / recorded.frameInterval).rounded()
      recorded.path.insert(
        [first[0] - frames, first[1] - lead, first[2] - 0.04, first[3] + 0.12], at: 0)
    }
    let measured = recorded.measurement
    #expect(measured.release?.time == alone.release?.time)
    #expect(measured.fit?.angle.value == alone.fit?.angle.value)
  }

  @Test(
    "a point is alone before a gap that missed frames do not explain",
    arguments: [
      // Times, frames a second, points left; why.
      ([0, 0.2, 0.23, 0.27, 0.3, 0.33], 30.0, 5),  // one before a gap
      ([0, 0.12, 0.3, 0.33, 0.37, 0.4, 0.43], 30, 5),  // two, each before a gap
      ([0, 0.1, 0.13, 0.17, 0.2, 0.23], 30, 6),  // two frames missed
      ([0, 0.13, 0.2, 0.27, 0.33, 0.4], 15, 6),  // one frame missed at a low rate
      ([0, 0.2, 0.27, 0.33, 0.4, 0.47], 15, 5),  // two
      ([0, 0.125, 0.25, 0.375, 0.5, 0.625], 8, 6),  // every frame
      ([0, 0.2, 0.23, 0.27, 0.3], 30, 5),  // too few to lose one
    ])
  func alone(times: [Double], frameRate: Double, left: Int) {
    let path = times.map { time in
      TrajectoryObservation.Point(
        frame: Int((time * frameRate).rounded()), time: time, location: NormalizedPoint(x: 0, y: 0),
        radius: 0.01)
    }
    #expect(path.withoutLoneStart(frameInterval: 1 / frameRate).count == left)
  }

  @Test func `without a board there is a release and no flight, without a path neither`() throws {
    let view = FlightMeasurement.View(
      corners: nil, aspectRatio: 16 / 9, frameInterval: 1 / 30, lastTime: 10)
    let path = (0..<9).map { frame in
      TrajectoryObservation.Point(
        frame: frame, time: Double(frame) / 30,
        location: NormalizedPoint(x: 0.2 + 0.02 * Double(frame), y: 0.5), radius: 0.01)
    }
    let alone = FlightMeasurement(of: path, by: [], landing: nil, in: view)
    #expect(alone.release != nil && alone.fit == nil)
    let nothing = FlightMeasurement(of: [], by: [], landing: nil, in: view)
    #expect(nothing.release == nil && nothing.fit == nil)
  }
}
