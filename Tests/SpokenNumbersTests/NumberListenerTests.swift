import Testing

@testable import SpokenNumbers

/// A sound of hisses and pauses, and what a network that knows hisses by their loudness makes of it.
@Suite struct NumberListenerTests {
  /// A loudness for each word.
  private static let amplitudes: [(word: NumberPart, amplitude: Double)] = [
    (.hundred, 0.7), (.four, 0.2), (.seven, 0.06),
  ]

  private enum Part {
    case word(NumberPart)
    case pause(Double)
  }

  /// Words last 0.3 s; the room has a little noise.
  private static func samples(_ parts: [Part], noise: Double = 1e-3) -> [Float] {
    var state: UInt64 = 9
    return parts.flatMap { part -> [Float] in
      let (amplitude, seconds) =
        switch part {
        case .word(let word): (amplitudes.first { $0.word == word }?.amplitude ?? 0, 0.3)
        case .pause(let seconds): (noise, seconds)
        }
      return (0..<Int(seconds * 16_000)).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(amplitude * Double(Int64(bitPattern: state) >> 40) / Double(1 << 23))
      }
    }
  }

  private static func level(_ frame: [Float]) -> Float {
    frame.reduce(0, +) / Float(frame.count)
  }

  /// How loud each word is in the spectrogram.
  private static let levels: [(word: NumberPart, level: Float)] = amplitudes.map { word, _ in
    var spectrogram = WhisperSpectrogram()
    let frames = spectrogram.append(samples([.word(word)]))
    return (word, frames.map(level).reduce(0, +) / Float(frames.count))
  }

  /// Hears the word that is as loud as this, where the output before is the same.
  private static func scores(_ frames: [[Float]]) -> PartScores {
    let words = stride(from: 0, to: frames.count, by: 4).map { start -> NumberPart? in
      let level = level(frames[start])
      return levels.first { abs($0.level - level) < 0.3 }?.word
    }
    return PartScores(
      probabilities: words.indices.map { index in
        let word =
          words[max(0, index - 1)...index].allSatisfy { $0 == words[index] }
          ? words[index] : nil
        var probabilities = [Float](repeating: 0, count: PartScores.classes)
        probabilities[word.map { Int($0.rawValue) } ?? PartScores.blank] = 1
        return probabilities
      })
  }

  /// What is heard in the whole sound, taken in pieces as a microphone gives them.
  private static func heard(
    _ samples: [Float], piece: Int = 128
  ) -> [(number: String?, from: Double, to: Double, at: Double)] {
    var listener = NumberListener()
    var all: [(String?, Double, Double, Double)] = []
    func note(_ event: NumberListener.Event, at sample: Int) {
      if case .heard(let reading, let from, let to) = event {
        all.append((reading.number?.text, from, to, Double(sample) / 16_000))
      }
    }
    for start in stride(from: 0, to: samples.count, by: piece) {
      let end = min(samples.count, start + piece)
      for event in listener.append(samples[start..<end], scores: Self.scores) {
        note(event, at: end)
      }
    }
    for event in listener.finish(scores: Self.scores) { note(event, at: samples.count) }
    return all
  }

  @Test func `a number to which nothing can be added is read a quarter of a second after it`() {
    let heard = Self.heard(
      Self.samples([.pause(0.5), .word(.hundred), .word(.four), .pause(1)]))
    #expect(heard.map(\.number) == ["104"])
    #expect(abs((heard.first?.to ?? 0) - 1.1) < 0.05)
    #expect((heard.first?.from ?? 1) < 0.5)
    #expect((heard.first?.at ?? 9) - 1.1 < 0.3)
  }

  @Test func `half a second of thinking inside a number does not end it`() {
    let sound = Self.samples(
      [.pause(0.5), .word(.hundred), .pause(0.5), .word(.four), .pause(1)])
    #expect(Self.heard(sound).map(\.number) == ["104"])
  }

  @Test func `a number that could go on is read after a longer pause`() {
    let heard = Self.heard(Self.samples([.pause(0.5), .word(.seven), .pause(1.2)]))
    #expect(heard.map(\.number) == ["7"])
    #expect((0.6...0.75).contains((heard.first?.at ?? 0) - 0.8))
  }

  @Test func `numbers one after another are two`() {
    let sound = Self.samples(
      [.pause(0.5), .word(.seven), .pause(1), .word(.hundred), .word(.four), .pause(1)])
    #expect(Self.heard(sound).map(\.number) == ["7", "104"])
  }

  @Test func `what the sound ends in is read`() {
    #expect(Self.heard(Self.samples([.pause(0.5), .word(.seven)])).map(\.number) == ["7"])
  }

  @Test("noise that goes on is no speech", arguments: [0, 0.001, 0.003])
  func noise(level: Double) {
    #expect(Self.heard(Self.samples([.pause(6)], noise: level)).isEmpty)
  }

  @Test func `a short sound without detected speech is one utterance, at its end`() {
    var listener = NumberListener()
    let sound = Self.samples([.pause(3)], noise: 0.003)
    #expect(listener.append(sound, scores: Self.scores).isEmpty)
    let events = listener.finish(scores: Self.scores)
    guard case .heard(let reading, let start, let end) = events.first else {
      Issue.record("nothing was heard")
      return
    }
    #expect(events.count == 1 && reading.number == nil)
    #expect(start == 0 && abs(end - 3) < 0.02)
    #expect(listener.utterance.count == 301)
  }

  @Test(
    "what is nowhere loud enough is too quiet, and digital silence is not",
    arguments: [(3e-4, true), (0.01, false), (0, false)])
  func tooQuiet(noise: Double, isTooQuiet: Bool) {
    var listener = NumberListener()
    let sound = Self.samples([.pause(2)], noise: noise)
    let events =
      listener.append(sound, scores: Self.scores) + listener.finish(scores: Self.scores)
    #expect(listener.isTooQuiet == isTooQuiet)
    #expect(events.isEmpty == (noise == 0))
    for case .heard(let reading, _, _) in events {
      #expect(reading.number == nil && reading.isTooQuiet == isTooQuiet)
    }
  }

  @Test func `digital silence is not heard`() {
    #expect(Self.heard(Self.samples([.pause(3)], noise: 0)).isEmpty)
  }

  @Test func `the number so far is reported while it is said`() {
    var listener = NumberListener()
    let events = listener.append(
      Self.samples([.pause(0.5), .word(.hundred), .word(.four), .pause(1)]), scores: Self.scores)
    let soFar = events.compactMap { event -> String? in
      if case .hearing(let reading, _) = event { reading.number?.text } else { nil }
    }
    #expect(soFar.contains("100"))
    #expect(soFar.last == "104")
  }

  @Test func `pieces of any length make the same readings`() {
    let sound = Self.samples([.pause(0.5), .word(.hundred), .pause(0.3), .word(.four), .pause(1)])
    let whole = Self.heard(sound, piece: sound.count).map { [$0.from, $0.to] }
    #expect(!whole.isEmpty)
    for piece in [37, 160, 4000] {
      #expect(Self.heard(sound, piece: piece).map { [$0.from, $0.to] } == whole)
    }
  }

  @Test func `somebody who never stops is cut off after ten seconds`() {
    let sound = Self.samples(
      [.pause(0.2)] + (0..<40).flatMap { _ in [.word(.seven), .pause(0.1)] })
    let heard = Self.heard(sound)
    #expect(heard.count == 2)
    #expect(abs((heard.first?.at ?? 0) - 10) < 0.5)
  }
}
