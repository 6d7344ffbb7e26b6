import SceneReading
import Testing
import VisionCore

@testable import BeanBagToss

@Suite("People between two looks")
struct PoseTrailTests {
  /// A person whose trunk is a tenth of the picture's width.
  private func person(at x: Double) -> HumanBodyPoseObservation {
    HumanBodyPoseObservation(confidence: 1) { name in
      Joint(location: NormalizedPoint(x: x, y: name == .neck ? 0.4 : 0.5), confidence: 1)
    }
  }

  private func trail(_ looks: [[Double]]) -> PoseTrail {
    let tracker = BodyTracker(
      newcomers: BodySearch.Newcomers(in: .unit, threshold: 0.3), framesBetweenSearches: 1)
    var trail = PoseTrail()
    for (frame, places) in looks.enumerated() {
      trail.insert(
        PoseTrail.Moment(
          frame: frame, time: Double(frame), purpose: .toMeasure,
          people: places.map { person(at: $0) }, tracker: tracker,
          searched: 0))
    }
    return trail
  }

  @Test(
    arguments: [
      ([[0.2], [0.3]], 0.25, [0.225], "joints lie on the way from one look to the next"),
      ([[0.2], [0.3]], 1, [0.3], "at a look they are where it saw them"),
      ([[0.2], [0.3]], 2, [0.3], "after the last look they stay"),
      ([[0.3, 0.4], [0.36, 0.45]], 0.5, [0.33, 0.425], "two who walk one way stay two"),
      (
        [[0.3, 0.4], [0.39, 0.46]], 0.5, [0.345, 0.43], "even if one comes to where the other was"
      ),
      ([[0.2], [0.8]], 0.25, [0.2], "who is gone is there for the first half"),
      ([[0.2], [0.8]], 0.75, [], "and then no more"),
      ([[0.2], []], 0.75, [], "nor if nobody is left"),
    ] as [([[Double]], Double, [Double], Comment)])
  func `joints lie between those of two looks`(
    looks: [[Double]], time: Double, places: [Double], why: Comment
  ) throws {
    let people = trail(looks).people(at: time, aspectRatio: 1)
    #expect(people.count == places.count, why)
    for (person, place) in zip(people, places) {
      #expect(abs(person[.root].location.x - place) < 1e-9, why)
    }
  }
}
