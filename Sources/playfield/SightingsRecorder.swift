import Foundation
import VisionCore

/// What the network saw in each frame of a clip, for replaying the rules without camera or network.
struct SightingsRecorder {
  private let path: String
  private let frameRate: Double
  private var frames: [JSON] = []

  init(path: String, frameRate: Double) {
    self.path = path
    self.frameRate = frameRate
  }

  /// Adds a frame: for every die its value, confidence and box.
  mutating func append(_ dice: [DieObservation]) {
    frames.append(
      .array(
        dice.map { die in
          let box = die.boundingBox
          let numbers = [Double(die.confidence), box.x, box.y, box.width, box.height]
          return .array([.integer(die.label.pips)] + numbers.map { .number($0, places: 4) })
        }))
  }

  func finish() throws(Failure) {
    let recording: JSON = ["frameRate": .number(frameRate, places: 3), "frames": .array(frames)]
    guard FileManager.default.createFile(atPath: path, contents: Data(recording.text.utf8)) else {
      throw Failure(status: .usage, sentence: "'\(path)' cannot be written. Is its folder there?")
    }
  }
}
