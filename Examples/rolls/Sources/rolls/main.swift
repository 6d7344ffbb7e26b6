import DiceGame
import Media
import VisionRequests

func printRolls(in clip: String) async throws {
  var request = TrackDiceRequest(model: try DiceModel())
  var detector = RollEndDetector()
  let video = try VideoReader(path: clip)
  while let frame = try video.next() {
    let dice = try await request.perform(on: frame.image, orientation: .up)
    for case .ended(let roll) in detector.update(with: dice, at: frame.time) {
      print(roll.values, roll.sum)
    }
  }
}

try await printRolls(in: CommandLine.arguments[1])
