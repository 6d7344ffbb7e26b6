import Foundation
import Inference
import PortableInference
import SpokenNumbers
import Testing

/// The network that hears numbers, on OpenVINO and on plain Swift.
@Suite struct NumberAgreementTests {
  private static let models = URL(filePath: #filePath).appending(path: "../../../Models")
    .standardizedFileURL

  /// A tone whose pitch and loudness change, as a voice's do.
  private static let frames: [[Float]] = {
    var spectrogram = LogMelSpectrogram()
    var phase = 0.0
    return spectrogram.append(
      (0..<20_000).map { index -> Float in
        let time = Double(index) / 16_000
        phase += 2 * .pi * (180 + 60 * sin(9 * time)) / 16_000
        let voice = (1...20).reduce(0.0) {
          $0 + sin(Double($1) * phase) / (1 + pow(Double($1) - 6 - 4 * sin(5 * time), 2))
        }
        return Float(0.2 * voice * abs(sin(7 * time)))
      })
  }()

  @Test func `both give every word the same probability within a thousandth`() async throws {
    let weights = try Safetensors(
      [UInt8](Data(contentsOf: Self.models.appending(path: "numbers.safetensors"))))
    let ours = try NumberNetwork(weights).scores(for: Self.frames)
    // OpenVINO's input is as wide as ours.
    let width = (Self.frames.count + 31) / 32 * 32
    let session = try SignalSession(
      contentsOf: Self.models.appending(path: "numbers.onnx").path,
      shape: [1, 1, LogMelSpectrogram.bands, width])
    let levelled = LogMelSpectrogram.levelled(Self.frames)
    let sound = (0..<LogMelSpectrogram.bands).flatMap { band in
      (0..<width).map { $0 < levelled.count ? levelled[$0][band] : 0 }
    }
    let (shape, logits) = try await session.run(sound)
    #expect(shape == [1, PartScores.classes, 1, width / 4])
    #expect(ours.probabilities.count == (Self.frames.count + 3) / 4)
    for (moment, probabilities) in ours.probabilities.enumerated() {
      let theirs = (0..<PartScores.classes).map { exp(logits[$0 * width / 4 + moment]) }
      let sum = theirs.reduce(0, +)
      for (a, b) in zip(probabilities, theirs) { #expect(abs(a - b / sum) < 1e-3) }
    }
  }
}
