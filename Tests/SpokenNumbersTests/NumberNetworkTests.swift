import Foundation
import PortableInference
import Testing

@testable import SpokenNumbers

/// What Python makes of a few sounds and phrases: `Tests/Fixtures/make_spoken_numbers.py`.
private struct Fixture: Decodable {
  struct Sound: Decodable {
    /// 16 bits each.
    let samples: [Int]
    /// Some frames of the spectrogram, by their number.
    let frames: [String: [Float]]
    /// Of the first moments, by the ONNX file.
    let probabilities: [[Float]]
  }

  let sounds: [Sound]
  /// Words and the number that they say, or none.
  let phrases: [String: String?]

  static let project = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

  init() throws {
    let file = Self.project.appending(path: "Tests/Fixtures/spoken-numbers.json")
    self = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: file))
  }
}

/// The published network, as the browser runs it.
@Suite struct NumberNetworkTests {
  private let fixture: Fixture
  let network: NumberNetwork

  init() throws {
    fixture = try Fixture()
    network = try NumberNetwork(Self.weights("numbers"))
  }

  private static func weights(_ name: String) throws -> Safetensors {
    let file = Fixture.project.appending(path: "Models/\(name).safetensors")
    return try Safetensors([UInt8](Data(contentsOf: file)))
  }

  private func frames(_ sound: Fixture.Sound) -> [[Float]] {
    var spectrogram = LogMelSpectrogram()
    return spectrogram.append(sound.samples.map { Float($0) / 32768 })
  }

  @Test func `training and program see the same spectrogram`() {
    for sound in fixture.sounds {
      let frames = frames(sound)
      #expect(sound.frames.count >= 2)
      for (number, expected) in sound.frames {
        let frame = frames[Int(number)!]
        #expect(zip(frame, expected).allSatisfy { abs($0 - $1) < 1e-3 }, "\(number)")
      }
    }
  }

  @Test func `the ONNX file gives the same probabilities within a thousandth`() {
    for sound in fixture.sounds {
      let scores = network.scores(for: frames(sound))
      #expect(sound.probabilities.count >= 5)
      for (ours, theirs) in zip(scores.probabilities, sound.probabilities) {
        #expect(ours.count == PartScores.classes)
        #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) < 1e-3 })
      }
    }
  }

  @Test func `training and program understand the same phrases`() {
    #expect(fixture.phrases.count == 250)
    for (text, number) in fixture.phrases {
      let words = text.split(separator: " ").compactMap { NumberWord($0) }
      #expect(SpokenNumber(words)?.text == number, "\(text)")
    }
  }

  @Test func `an output comes for every four frames begun`() {
    let silence = [Float](repeating: 0, count: LogMelSpectrogram.bands)
    for (frames, outputs) in [(0, 0), (1, 1), (4, 1), (5, 2), (33, 9)] {
      let scores = network.scores(for: [[Float]](repeating: silence, count: frames))
      #expect(scores.probabilities.count == outputs, "\(frames) frames")
    }
  }

  @Test func `silence and noise are no number`() {
    var state: UInt64 = 3
    for level in [0, 0.001, 0.05] as [Float] {
      let samples = (0..<32_000).map { _ -> Float in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return level * Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
      }
      var spectrogram = LogMelSpectrogram()
      let reading = NumberReading(network.scores(for: spectrogram.append(samples)))
      #expect(reading.number == nil)
    }
  }

  @Test func `another network's weights are refused`() throws {
    let weights = try Self.weights("digits")
    #expect(throws: NetworkError.missingTensor("picture.0.weight")) {
      _ = try NumberNetwork(weights)
    }
  }
}
