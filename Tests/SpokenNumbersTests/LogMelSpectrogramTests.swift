import Foundation
import Testing

@testable import SpokenNumbers

/// The spectrogram as its definition says, in double precision and without any trick.
private enum Reference {
  static func power(_ signal: [Double]) -> [Double] {
    (0...256).map { bin in
      var (real, imaginary) = (0.0, 0.0)
      for (index, value) in signal.enumerated() {
        let angle = -2 * Double.pi * Double(bin * index % 512) / 512
        real += value * cos(angle)
        imaginary += value * sin(angle)
      }
      return real * real + imaginary * imaginary
    }
  }

  static func frame(_ samples: ArraySlice<Double>) -> [Double] {
    let power = power(
      zip(samples, 0...).map { $0 * (0.5 - 0.5 * cos(2 * Double.pi * Double($1) / 512)) })
    func mel(_ hertz: Double) -> Double { 1127 * log(1 + hertz / 700) }
    let edges = (0...41).map { index in
      700 * (exp((mel(60) + (mel(7600) - mel(60)) * Double(index) / 41) / 1127) - 1)
    }
    return (0..<40).map { band in
      var sum = 0.0
      for (bin, power) in power.enumerated() {
        let hertz = Double(bin) * 16_000 / 512
        let rising = (hertz - edges[band]) / (edges[band + 1] - edges[band])
        let falling = (edges[band + 2] - hertz) / (edges[band + 2] - edges[band + 1])
        sum += max(0, min(rising, falling)) * power
      }
      return log(1 + 1e4 * sum) / 5
    }
  }
}

@Suite struct LogMelSpectrogramTests {
  struct Signal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let value: @Sendable (_ seconds: Double) -> Double

    func samples(_ count: Int) -> [Double] { (0..<count).map { value(Double($0) / 16_000) } }
  }

  static let signals = [
    Signal(testDescription: "silence") { _ in 0 },
    Signal(testDescription: "a tone of full scale") { sin(2 * .pi * 440 * $0) },
    Signal(testDescription: "a tone that a room hardly carries") {
      0.001 * sin(2 * .pi * 3000 * $0)
    },
    Signal(testDescription: "a sweep over all bands") { sin(2 * .pi * (100 + 20_000 * $0) * $0) },
    Signal(testDescription: "a constant, below all bands") { _ in 0.5 },
    Signal(testDescription: "pulses, as a voice has them") {
      $0.truncatingRemainder(dividingBy: 0.008) < 0.0005 ? 0.7 : -0.02
    },
  ]

  @Test("frames are what their definition says", arguments: signals)
  func definition(signal: Signal) {
    let samples = signal.samples(1600)
    var spectrogram = LogMelSpectrogram()
    let frames = spectrogram.append(samples.map { Float($0) })
    #expect(frames.count == 7)
    for (index, frame) in frames.enumerated() {
      let expected = Reference.frame(samples[160 * index..<160 * index + 512])
      #expect(frame.count == 40)
      #expect(zip(frame, expected).allSatisfy { abs(Double($0) - $1) < 1e-3 }, "\(index)")
    }
  }

  @Test("the transform is Fourier's", arguments: [0, 1, 2, 37, 256])
  func transform(bin: Int) {
    var transform = FourierTransform()
    let signal = (0..<512).map { cos(2 * Double.pi * Double(bin * $0) / 512 + 0.3) + 0.1 }
    let power = transform.power(of: signal.map { Float($0) })
    let expected = Reference.power(signal)
    #expect(power.count == 257)
    let largest = expected.max() ?? 0
    #expect(zip(power, expected).allSatisfy { abs(Double($0) - $1) < 1e-6 * largest })
  }

  @Test("pieces make the same frames as the whole", arguments: [1, 7, 160, 512, 1001])
  func pieces(length: Int) {
    let samples = Self.signals[5].samples(4000).map { Float($0) }
    var (whole, piecewise) = (LogMelSpectrogram(), LogMelSpectrogram())
    let frames = stride(from: 0, to: samples.count, by: length).flatMap { start in
      piecewise.append(samples[start..<min(samples.count, start + length)])
    }
    #expect(frames == whole.append(samples))
  }

  @Test func `fewer samples than a frame has make none`() {
    var spectrogram = LogMelSpectrogram()
    #expect(spectrogram.append([Float](repeating: 1, count: 511)).isEmpty)
    #expect(spectrogram.append([1]).count == 1)
  }

  @Test func `what is no number is silence, and what is too loud is cut off`() {
    let count = 2000
    let tone = (0..<count).map { Float(sin(2 * .pi * 440 * Double($0) / 16_000)) }
    var (broken, whole, loud, full) = (
      LogMelSpectrogram(), LogMelSpectrogram(), LogMelSpectrogram(), LogMelSpectrogram()
    )
    let odd: [Float] = [.nan, .infinity, -.infinity, .signalingNaN]
    #expect(
      broken.append((0..<count).map { odd[$0 % 4] })
        == whole.append([Float](repeating: 0, count: count)))
    #expect(
      loud.append(tone.map { 1e30 * $0 })
        == full.append(tone.map { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }))
  }
}
