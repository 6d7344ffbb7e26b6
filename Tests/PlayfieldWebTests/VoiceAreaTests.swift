import Foundation
import Testing

@testable import PlayfieldWeb

@Suite("The module's area for the voice")
final class VoiceAreaTests {
  private var session = Session()

  private static let project = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL

  private func load(_ model: String, bytes: Int? = nil) throws -> Int32 {
    let file = [UInt8](
      try Data(contentsOf: Self.project.appending(path: "Models/\(model).safetensors")))
    return file.withUnsafeBufferPointer {
      session.voice.load($0.baseAddress, Int32(bytes ?? $0.count))
    }
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

  @Test func `somebody speaks, and has spoken when silence has lasted`() throws {
    #expect(try load("numbers") == 0)
    #expect(session.voice.begin() == 0)
    #expect(Set(hear(1) { _ in 0 }) == [Int32(Hearing.silence.rawValue)])
    let speaking = hear(0.6, buzz)
    #expect(speaking.last == Int32(Hearing.speech.rawValue))
    let after = hear(1) { _ in 0 }
    #expect(after.count { $0 == Int32(Hearing.said.rawValue) } == 1)
    let reading = records(session.voice.lastReading(), length: readingRecord.shape.length)
    #expect(reading.count == 1 && (0...1).contains(reading[0][2]))
    let likely = records(session.voice.candidates(), length: candidateRecord.shape.length)
    let considered = records(session.voice.considered(), length: candidateRecord.shape.length)
    #expect(likely.allSatisfy(considered.contains))
  }

  @Test func `what was heard before says nothing after a new beginning`() throws {
    #expect(try load("numbers") == 0)
    #expect(session.voice.begin() == 0)
    #expect(hear(0.6, buzz).last == Int32(Hearing.speech.rawValue))
    #expect(session.voice.begin() == 0)
    #expect(Set(hear(1) { _ in 0 }) == [Int32(Hearing.silence.rawValue)])
    #expect(records(session.voice.lastReading(), length: readingRecord.shape.length)[0][0] == 0)
    #expect(records(session.voice.candidates(), length: candidateRecord.shape.length).isEmpty)
  }

  @Test func `how a reading came about is there after it, until listening begins again`() throws {
    #expect(try load("numbers") == 0)
    #expect(session.voice.begin() == 0)
    #expect(records(session.voice.frames(), length: soundFrameRecord.shape.length).isEmpty)
    _ = hear(0.6, buzz)
    _ = hear(1) { _ in 0 }
    let frames = records(session.voice.frames(), length: soundFrameRecord.shape.length)
    #expect(frames.count > 60, "the buzz, and the silence that ended it")
    #expect(frames.contains { $0.contains { $0 > 0.5 } })
    let moments = records(session.voice.moments(), length: momentRecord.shape.length)
    #expect(moments.count == (frames.count + 3) / 4)
    #expect(moments.allSatisfy { (0...1).contains($0[1]) && (0...34).contains($0[0]) })
    let numbers = records(session.voice.considered(), length: candidateRecord.shape.length)
    for index in numbers.indices {
      let words = records(session.voice.words(Int32(index)), length: spokenWordRecord.shape.length)
      #expect(!words.isEmpty && words.allSatisfy { (0..<34).contains($0[0]) })
    }
    let reading = records(session.voice.lastReading(), length: readingRecord.shape.length)[0]
    #expect(abs(numbers.reduce(reading[1]) { $0 + $1[1] } - 1) < 1e-3)
    #expect(session.voice.words(Int32(numbers.count)) == nil)
    #expect(session.voice.words(-1) == nil)
    #expect(session.voice.begin() == 0)
    #expect(records(session.voice.frames(), length: soundFrameRecord.shape.length).isEmpty)
  }

  @Test func `a microphone that sends what is no number is silent`() throws {
    #expect(try load("numbers") == 0)
    #expect(session.voice.begin() == 0)
    #expect(Set(hear(1) { _ in .nan }) == [Int32(Hearing.silence.rawValue)])
  }

  @Test func `what is not there or damaged is a fault, not a trap`() throws {
    #expect(session.voice.load(nil, 0) == WebFault.badArgument.rawValue)
    #expect(try load("numbers", bytes: 100) == WebFault.damagedWeights.rawValue)
    #expect(try load("digits") == WebFault.otherNetwork.rawValue)
    #expect(try load("numbers") == 0)
    #expect(session.voice.append(nil, 800) == WebFault.badArgument.rawValue)
    let few: [Float] = [0]
    #expect(few.withUnsafeBufferPointer { session.voice.append($0.baseAddress, -1) } < 0)
    #expect(few.withUnsafeBufferPointer { session.voice.append($0.baseAddress, 200_000) } < 0)
  }
}
