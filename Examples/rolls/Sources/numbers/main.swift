import Media
import VisionRequests

func printNumbers(in recording: String) throws {
  var request = RecognizeSpokenNumberRequest(model: try SpokenNumberModel())
  let sound = try AudioReader(path: recording, rate: RecognizeSpokenNumberRequest.sampleRate)
  func report(_ numbers: [SpokenNumberObservation]) {
    for number in numbers where number.isFinished {
      print(number.text ?? "no number", number.confidence)
    }
  }
  while let samples = try sound.next() { report(request.perform(on: samples)) }
  report(request.finish())
}

try printNumbers(in: CommandLine.arguments[1])
