import Foundation
import PortableInference
import Testing

@testable import SpokenNumbers

/// The networks that come with the project and with `make voice`.
enum Networks {
  static let project = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
  static let encoder = project.appending(path: ".deps/voice/whisper-encoder.safetensors")
  static let areThere = FileManager.default.fileExists(atPath: encoder.path)
  static let absent: Comment = "Whisper's encoder is not there; 'make voice' fetches it"

  static func weights(_ file: URL) throws -> Safetensors {
    try Safetensors([UInt8](Data(contentsOf: file)))
  }

  static func head() throws -> NumberHead {
    try NumberHead(weights(project.appending(path: "Models/number-head.safetensors")))
  }

  static func network() throws -> NumberNetwork {
    NumberNetwork(try WhisperEncoder(weights(encoder)), try head())
  }
}

@Suite struct NumberNetworkTests {
  @Test func `training and program understand the same phrases`() throws {
    let file = Networks.project.appending(path: "Tests/Fixtures/number-phrases.json")
    let phrases = try JSONDecoder().decode([String: String?].self, from: Data(contentsOf: file))
    #expect(phrases.count == 250)
    for (text, number) in phrases {
      let words = text.split(separator: " ").compactMap { NumberWord($0) }
      #expect(SpokenNumber(words)?.text == number, "\(text)")
    }
  }

  @Test(
    "an utterance lies between a fifth of a second of silence, a multiple of four frames in all",
    arguments: [(1, 44), (4, 44), (5, 48), (33, 76), (500, 540), (777, 540)])
  func input(frames: Int, expected: Int) {
    let loud = (0..<frames).map { [Float](repeating: Float($0) / 1000, count: 80) }
    let input = NumberNetwork.input(for: loud)
    #expect(input.count == expected)
    #expect(input.prefix(20).allSatisfy { $0 == input[0] })
    #expect(input.suffix(20).allSatisfy { $0 == input[0] })
    // Of the last five seconds the first frame.
    let first = loud[max(0, frames - 500)][0]
    #expect(abs(input[20][0] - (first + 4) / 4) < 1e-6)
  }

  @Test func `nothing is no input`() {
    #expect(NumberNetwork.input(for: []).isEmpty)
  }

  @Test(
    "silence and noise are no number", .enabled(if: Networks.areThere, Networks.absent),
    arguments: [0, 0.001, 0.05] as [Float])
  func noise(level: Float) throws {
    var state: UInt64 = 3
    let samples = (0..<32_000).map { _ -> Float in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return level * Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
    }
    var spectrogram = WhisperSpectrogram()
    let scores = try Networks.network().scores(for: spectrogram.append(samples))
    // An output for every four frames between margins, and one at the end.
    #expect(scores.probabilities.count == (200 + 40) / 4 + 1)
    #expect(NumberReading(scores).number == nil)
  }

  @Test func `another network's weights are refused`() throws {
    let weights = try Networks.weights(
      Networks.project.appending(path: "Models/digits.safetensors"))
    #expect(throws: NetworkError.missingTensor("conv1.weight")) { try WhisperEncoder(weights) }
    #expect(throws: NetworkError.missingTensor("reduce.weight")) { try NumberHead(weights) }
  }
}
