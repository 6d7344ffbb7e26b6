import Media
import VisionRequests

func printNumbers(in recording: String) throws {
  var request = RecognizeSpokenNumberRequest(model: try SpokenNumberModel())
  let sound = try AudioReader(path: recording, rate: RecognizeSpokenNumberRequest.sampleRate)
  while let samples = try sound.next() {
    for number in request.perform(on: samples) where number.isFinished {
      print(number.text ?? "no number", number.confidence)
    }
  }
}

try printNumbers(in: CommandLine.arguments[1])
