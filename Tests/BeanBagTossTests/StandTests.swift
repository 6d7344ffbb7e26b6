import BeanBagToss
import SceneReading
import Testing
import VisionCore

@testable import SimulatedToss

@Suite("How far somebody stands from the hole")
struct StandTests {
  private let aspectRatio = 16.0 / 9
  private var camera: CameraPose {
    get throws {
      try #require(CameraPose(board: SimulatedGame.board, aspectRatio: aspectRatio))
    }
  }

  /// Somebody whose ankles are seen at a place.
  private func person(at feet: NormalizedPoint, confidence: Float = 0.9)
    -> HumanBodyPoseObservation
  {
    HumanBodyPoseObservation(confidence: 1) { name in
      let isAnkle = name == .leftAnkle || name == .rightAnkle
      return Joint(
        location: isAnkle ? feet : NormalizedPoint(x: feet.x, y: feet.y - 0.2),
        confidence: isAnkle ? confidence : 0.9)
    }
  }

  @Test("it is that of where the feet are", arguments: [3.0, 4.5, 7.62])
  func stand(metres: Double) throws {
    let camera = try camera
    let hole = CameraPose.world(
      ofBoard: BoardPoint(x: Gameboard.holeCenter.x, y: Gameboard.holeCenter.y))
    // Ankles are 8 cm above the ground.
    let seen = camera.project(Vector3(hole.x, hole.y - metres, 0.08))
    let feet = try #require(seen)
    let measured = person(at: feet).stand(before: camera, aspectRatio: aspectRatio)
    let stand = try #require(measured)
    #expect(abs(stand.value - metres) < 0.001)
    // A board this small leaves the lens open.
    #expect(stand.error > 0.02 * metres && stand.error < 0.5 * metres)
  }

  @Test func `without feet, or where no ground is, there is none`() throws {
    let camera = try camera
    let feet = NormalizedPoint(x: 0.4, y: 0.8)
    let guessed = person(at: feet, confidence: 0.1)
    #expect(guessed.stand(before: camera, aspectRatio: aspectRatio) == nil)
    let sky = NormalizedPoint(x: 0.4, y: -3)
    #expect(person(at: sky).stand(before: camera, aspectRatio: aspectRatio) == nil)
  }
}
