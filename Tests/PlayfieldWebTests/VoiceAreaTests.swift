import DiceGame
import Foundation
import PageInterface
import RaceGame
import SpokenNumbers
import Testing

@testable import PlayfieldWeb

@Suite("The module's area for the voice")
final class VoiceAreaTests {
  private var session = Session()

  private static let project = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL

  private static let encoder = project.appending(path: ".deps/voice/whisper-encoder.safetensors")
  private static let head = project.appending(path: "Models/number-head.safetensors")
  private static let isThere = FileManager.default.fileExists(atPath: encoder.path)
  private static let absent: Comment = "Whisper's encoder is not there; 'make voice' fetches it"

  private func loadEncoder(_ file: URL = encoder, bytes: Int? = nil) throws -> Int32 {
    try [UInt8](Data(contentsOf: file)).withUnsafeBufferPointer {
      session.voice.loadEncoder($0.baseAddress, Int32(bytes ?? $0.count))
    }
  }

  private func loadHead(_ file: URL = head, bytes: Int? = nil) throws -> Int32 {
    try [UInt8](Data(contentsOf: file)).withUnsafeBufferPointer {
      session.voice.loadHead($0.baseAddress, Int32(bytes ?? $0.count))
    }
  }

  /// An area that listens.
  private func begin() throws {
    #expect(try loadEncoder() == 0)
    #expect(try loadHead() == 0)
    #expect(session.voice.begin() == 0)
  }

  /// The areas' answers to some seconds of sound.
  private func hear(_ seconds: Double, _ sample: (Double) -> Float) -> [Int32] {
    stride(from: 0, to: Int(seconds * 16_000), by: 800).map { start in
      let piece = (start..<start + 800).map { sample(Double($0) / 16_000) }
      return piece.withUnsafeBufferPointer { session.voice.append($0.baseAddress, 800) }
    }
  }

  /// Sounds like a voice: a buzz that comes and goes.
  private func buzz(_ time: Double) -> Float {
    Float((1...20).reduce(0) { $0 + sin(2 * .pi * 140 * Double($1) * time) / 40 })
  }

  @Test("somebody speaks, and has spoken when silence has lasted", .enabled(if: isThere, absent))
  func said() throws {
    try begin()
    #expect(Set(hear(1) { _ in 0 }) == [Int32(Hearing.silence.rawValue)])
    let speaking = hear(0.6, buzz)
    #expect(speaking.last == Int32(Hearing.speech.rawValue))
    let after = hear(1) { _ in 0 }
    #expect(after.count { $0 == Int32(Hearing.said.rawValue) } == 1)
    let reading = records(session.voice.lastReading(among: [7]), length: readingRecord.shape.length)
    #expect(reading.count == 1 && (0...1).contains(reading[0][2]))
    let likely = records(session.voice.choices(among: [7]), length: candidateRecord.shape.length)
    let considered = records(session.voice.considered(), length: candidateRecord.shape.length)
    #expect(likely.allSatisfy(considered.contains))
  }

  @Test("what was heard before says nothing after a new beginning", .enabled(if: isThere, absent))
  func newBeginning() throws {
    try begin()
    #expect(hear(0.6, buzz).last == Int32(Hearing.speech.rawValue))
    #expect(session.voice.begin() == 0)
    #expect(Set(hear(1) { _ in 0 }) == [Int32(Hearing.silence.rawValue)])
    #expect(
      records(session.voice.lastReading(among: [7]), length: readingRecord.shape.length)[0][0] == 0)
    #expect(
      records(session.voice.choices(among: [7]), length: candidateRecord.shape.length).isEmpty)
  }

  @Test(
    "what a reading is based on is available until listening begins again",
    .enabled(if: isThere, absent))
  func inspected() throws {
    try begin()
    #expect(records(session.voice.frames(), length: soundFrameRecord.shape.length).isEmpty)
    _ = hear(0.6, buzz)
    _ = hear(1) { _ in 0 }
    let frames = records(session.voice.frames(), length: soundFrameRecord.shape.length)
    #expect(frames.count > 60 + 40, "the buzz between silence")
    #expect(frames.count.isMultiple(of: 4))
    let numbersInAll = frames.flatMap { $0 }
    let (quietest, loudest) = (numbersInAll.min() ?? 0, numbersInAll.max() ?? 0)
    #expect(loudest - quietest < 2.001 && loudest - quietest > 1.5)
    let moments = records(session.voice.moments(), length: momentRecord.shape.length)
    #expect(moments.count == frames.count / 4 + 1)
    #expect(moments.allSatisfy { (0...1).contains($0[1]) && (0...34).contains($0[0]) })
    let numbers = records(session.voice.considered(), length: candidateRecord.shape.length)
    for index in numbers.indices {
      let words = records(session.voice.words(Int32(index)), length: spokenWordRecord.shape.length)
      #expect(!words.isEmpty && words.allSatisfy { (0..<34).contains($0[0]) })
    }
    let reading = records(
      session.voice.lastReading(among: [7]), length: readingRecord.shape.length)[0]
    #expect(abs(numbers.reduce(reading[1]) { $0 + $1[1] } - 1) < 1e-3)
    #expect(session.voice.words(Int32(numbers.count)) == nil)
    #expect(session.voice.words(-1) == nil)
    #expect(session.voice.begin() == 0)
    #expect(records(session.voice.frames(), length: soundFrameRecord.shape.length).isEmpty)
  }

  @Test("a microphone that sends what is no number is silent", .enabled(if: isThere, absent))
  func silent() throws {
    try begin()
    #expect(Set(hear(1) { _ in .nan }) == [Int32(Hearing.silence.rawValue)])
  }

  @Test("what is not there or damaged is a fault, not a trap", .enabled(if: isThere, absent))
  func faults() throws {
    #expect(session.voice.begin() == WebFault.outOfTurn.rawValue)
    #expect(session.voice.loadEncoder(nil, 0) == WebFault.badArgument.rawValue)
    #expect(try loadHead() == WebFault.outOfTurn.rawValue, "the encoder comes first")
    #expect(try loadEncoder(bytes: 100) == WebFault.damagedWeights.rawValue)
    #expect(try loadEncoder(Self.head) == WebFault.otherNetwork.rawValue)
    #expect(try loadEncoder() == 0)
    #expect(try loadHead(bytes: 100) == WebFault.damagedWeights.rawValue)
    #expect(try loadHead(Self.encoder) == WebFault.otherNetwork.rawValue)
    #expect(session.voice.begin() == WebFault.outOfTurn.rawValue)
    #expect(try loadHead() == 0)
    #expect(session.voice.append(nil, 800) == WebFault.badArgument.rawValue)
    let few: [Float] = [0]
    #expect(few.withUnsafeBufferPointer { session.voice.append($0.baseAddress, -1) } < 0)
    #expect(few.withUnsafeBufferPointer { session.voice.append($0.baseAddress, 200_000) } < 0)
  }

  @Test func `answers are possible by the number of dice, while there is a question`() {
    #expect(session.possibleAnswers == nil, "no dice yet")
    session.play { $0.play(Int32(Asker.mode(.multiply).index)) }
    for _ in 0..<2 { session.play { $0.add(6) } }
    #expect(session.possibleAnswers?.contains(36) == true)
    #expect(session.possibleAnswers?.contains(26) == false)
    session.play { $0.clear() }
    #expect(session.possibleAnswers == nil, "the table was cleared")
  }

  @Test func `the race's answers are possible while a roll waits`() {
    session.play { $0.play(Int32(Asker.race.index)) }
    #expect(session.race.begin(2) == 0)
    #expect(session.possibleAnswers == nil)
    for value in [2, 5] as [Int32] { session.play { $0.add(value) } }
    #expect(session.possibleAnswers == Array(0...12))
  }

  @Test func `a number that is certain is also one that the game judges`() {
    #expect(Answer.Source.voice.minimumConfidence == NumberReading.minimumConfidence)
  }
}
