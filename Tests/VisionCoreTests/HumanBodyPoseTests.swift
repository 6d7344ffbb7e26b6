import Testing
import VisionCore

@Suite("The box of a person")
struct HumanBodyPoseTests {
  /// Somebody who stands upright, arms hanging, with joints of some confidence.
  private static func standing(_ confidence: (JointName) -> Float) -> HumanBodyPoseObservation {
    HumanBodyPoseObservation(confidence: 1) { name in
      let place: (x: Double, y: Double) =
        switch name {
        case .nose, .leftEye, .rightEye, .leftEar, .rightEar: (0.5, 0.2)
        case .neck: (0.5, 0.3)
        case .leftShoulder: (0.55, 0.3)
        case .rightShoulder: (0.45, 0.3)
        case .leftElbow: (0.55, 0.4)
        case .rightElbow: (0.45, 0.4)
        case .leftWrist: (0.55, 0.5)
        case .rightWrist: (0.45, 0.5)
        case .root, .leftHip, .rightHip: (0.5, 0.5)
        case .leftKnee, .rightKnee: (0.5, 0.7)
        case .leftAnkle, .rightAnkle: (0.5, 0.9)
        }
      return Joint(
        location: NormalizedPoint(x: place.x, y: place.y), confidence: confidence(name))
    }
  }

  @Test func `reaches beyond the eyes and the ankles, and is wider than the joints`() {
    let box = Self.standing { _ in 1 }.boundingBox
    #expect(box.y < 0.14 && box.maxY > 0.96)
    #expect(box.x < 0.45 && box.maxX > 0.55)
    #expect(box.area < 0.2)
  }

  @Test func `leaves out what is hidden`() {
    let legs: Set<JointName> = [.leftKnee, .rightKnee, .leftAnkle, .rightAnkle]
    let box = Self.standing { legs.contains($0) ? 0.1 : 1 }.boundingBox
    #expect(box.maxY < 0.65)
  }

  @Test func `is there when no joint is sure, and never leaves the picture`() {
    #expect(Self.standing { _ in 0.1 }.boundingBox.height > 0.7)
    for shift in [-1.5, 1.5] {
      let beyond = HumanBodyPoseObservation(confidence: 1) { name in
        Joint(
          location: NormalizedPoint(x: Double(name.rawValue) / 10 - 0.5, y: 0.5 + shift),
          confidence: 1)
      }
      let box = beyond.boundingBox
      #expect(box.x >= 0 && box.maxX <= 1 && box.y >= 0 && box.maxY <= 1 && box.height >= 0)
    }
  }
}
