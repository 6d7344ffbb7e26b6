import Foundation
import PortableInference
import Testing

@testable import SpokenNumbers

/// What Python makes of a sound: `Tests/Fixtures/make_whisper_features.py`.
private struct Fixture: Decodable {
  /// 16 bits each.
  let samples: [Int]
  /// Some frames of the normalized spectrogram, by their number.
  let frames: [String: [Float]]
  /// Of some places every eighth number.
  let features: [String: [Float]]

  init() throws {
    let file = Networks.project.appending(path: "Tests/Fixtures/whisper-features.json")
    self = try JSONDecoder().decode(Fixture.self, from: Data(contentsOf: file))
  }

  /// The sound between a fifth of a second of silence, a multiple of 40 ms long.
  var normalizedFrames: [[Float]] {
    let silence = [Float](repeating: 0, count: 3200)
    let sound = silence + samples.map { Float($0) / 32768 } + silence
    let count = (sound.count + 639) / 640 * 4
    var spectrogram = WhisperSpectrogram()
    let frames = spectrogram.append(sound + [Float](repeating: 0, count: 1000))
    return WhisperSpectrogram.normalized(Array(frames.prefix(count)))
  }
}

@Suite struct WhisperEncoderTests {
  private let fixture: Fixture

  init() throws { fixture = try Fixture() }

  private static func encoder() throws -> WhisperEncoder {
    try WhisperEncoder(Networks.weights(Networks.encoder))
  }

  @Test func `training and program see the same spectrogram`() {
    let frames = fixture.normalizedFrames
    #expect(fixture.frames.count == 5)
    for (number, expected) in fixture.frames {
      let frame = frames[Int(number)!]
      #expect(zip(frame, expected).allSatisfy { abs($0 - $1) < 1e-4 }, "\(number)")
    }
  }

  @Test func `positions begin with sines of 0 and cosines of 0`() {
    let positions = WhisperEncoder.positions(3, channels: 8)
    #expect(positions[0..<8] == [0, 0, 0, 0, 1, 1, 1, 1])
    for (index, rate) in [1, pow(1e-4, 1 / 3.0), pow(1e-4, 2 / 3.0), 1e-4].enumerated() {
      #expect(abs(Double(positions[16 + index]) - sin(2 * rate)) < 1e-7)
      #expect(abs(Double(positions[20 + index]) - cos(2 * rate)) < 1e-7)
    }
  }

  @Test(
    "the features are those of PyTorch within a hundredth",
    .enabled(if: Networks.areThere, Networks.absent))
  func features() throws {
    let features = try Self.encoder().features(for: fixture.normalizedFrames)
    #expect(features.count == fixture.normalizedFrames.count / 2)
    #expect(features.allSatisfy { $0.count == 384 })
    var (error, size) = (0.0, 0.0)
    for (place, expected) in fixture.features {
      for (index, number) in expected.enumerated() {
        let difference = Double(features[Int(place)!][8 * index] - number)
        error += difference * difference
        size += Double(number * number)
      }
    }
    #expect((error / size).squareRoot() < 0.01)
  }

  @Test(
    "odd numbers of frames, none, and more than six seconds have no features",
    .enabled(if: Networks.areThere, Networks.absent),
    arguments: [0, 3, 602])
  func unsuitable(count: Int) throws {
    let frames = [[Float]](repeating: [Float](repeating: 0, count: 80), count: count)
    #expect(try Self.encoder().features(for: frames).isEmpty)
  }
}
