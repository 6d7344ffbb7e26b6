import Foundation
import Testing

@testable import SpokenNumbers

@Suite struct WhisperSpectrogramTests {
  private static func tone(_ hertz: Double, seconds: Double, amplitude: Float = 0.5) -> [Float] {
    (0..<Int(seconds * 16_000)).map {
      amplitude * Float(sin(2 * .pi * hertz * Double($0) / 16_000))
    }
  }

  private static func frames(_ samples: [Float]) -> [[Float]] {
    var spectrogram = WhisperSpectrogram()
    return spectrogram.append(samples)
  }

  @Test func `frames are the same whatever the pieces`() {
    let sound = Self.tone(440, seconds: 0.3)
    let whole = Self.frames(sound)
    var spectrogram = WhisperSpectrogram()
    var pieced: [[Float]] = []
    var start = 0
    for length in [1, 160, 3, 700, 200, 2000, 5000] {
      let end = min(start + length, sound.count)
      pieced += spectrogram.append(sound[start..<end])
      start = end
    }
    #expect(pieced == whole)
    // Frame k needs 200 samples behind sample 160 k.
    #expect(whole.count == (sound.count - 200) / 160 + 1)
    #expect(whole.allSatisfy { $0.count == 80 })
  }

  @Test(
    "a tone is loudest in the band around it",
    arguments: [
      // The middles of bands are 37.24 Hz apart up to 1 kHz, and more and more beyond.
      (373.0, 9), (1000.0, 26), (3000.0, 54), (7700.0, 79),
    ])
  func tones(hertz: Double, band: Int) throws {
    let frame = Self.frames(Self.tone(hertz, seconds: 0.1))[4]
    let loudest = try #require(frame.indices.max { frame[$0] < frame[$1] })
    #expect(loudest == band)
  }

  @Test func `a frame is what its definition says`() {
    let (low, high) = (Self.tone(310, seconds: 0.1), Self.tone(2750, seconds: 0.1, amplitude: 0.15))
    // Something of all frequencies, so that no band holds nothing but what floats lose.
    let noise = low.indices.map { Float($0 * 7919 % 2003 - 1001) / 40_000 }
    let sound = low.indices.map { low[$0] + high[$0] + noise[$0] }
    let frame = Self.frames(sound)[3]
    // 400 samples around sample 480, in double precision.
    let windowed: [Double] = (0..<400).map { index in
      let turn = 2 * Double.pi * Double(index) / 400
      return Double(sound[280 + index]) * (0.5 - 0.5 * cos(turn))
    }
    let powers: [Double] = (0...200).map { frequency in
      var (real, imaginary) = (0.0, 0.0)
      for (place, number) in zip(0..., windowed) {
        let angle = 2 * Double.pi * Double(frequency * place) / 400
        real += number * cos(angle)
        imaginary += number * sin(angle)
      }
      return real * real + imaginary * imaginary
    }
    func hertz(_ step: Int) -> Double {
      let highest: Double = 15 + 27 * log(8.0) / log(6.4)
      let mel = highest * Double(step) / 81
      return mel < 15 ? mel * 200 / 3 : 1000 * pow(6.4, (mel - 15) / 27)
    }
    for band in 0..<80 {
      let (low, middle, high) = (hertz(band), hertz(band + 1), hertz(band + 2))
      var sum = 0.0
      for bin in 0...200 {
        let place = Double(bin) * 40
        let height = min((place - low) / (middle - low), (high - place) / (high - middle))
        sum += max(0, height) * 2 / (high - low) * powers[bin]
      }
      #expect(abs(Double(frame[band]) - log10(max(sum, 1e-10))) < 2e-4, "\(band)")
    }
  }

  @Test func `silence and what is no number are -10, what is too loud is cut off`() {
    let silence = Self.frames([Float](repeating: 0, count: 400))
    #expect(silence.joined().allSatisfy { $0 == -10 })
    #expect(Self.frames([Float](repeating: .nan, count: 400)) == silence)
    #expect(
      Self.frames(Self.tone(500, seconds: 0.1, amplitude: 100).map { max(-1, min(1, $0)) })
        == Self.frames(Self.tone(500, seconds: 0.1, amplitude: 100)))
  }

  @Test func `an utterance's numbers lie within two of its loudest`() {
    let normalized = WhisperSpectrogram.normalized([[2, -5.5], [-6.5, -10]])
    #expect(normalized == [[1.5, -0.375], [-0.5, -0.5]])
    #expect(WhisperSpectrogram.normalized([]) == [])
    #expect(WhisperSpectrogram.normalized([[-10, -10]]) == [[-1.5, -1.5]])
  }
}
