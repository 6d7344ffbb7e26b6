import Foundation
import SpokenNumbers
import Testing
import VisionCore

@testable import playfield

/// Whether `make voice` has run.
private let isEncoderThere = FileManager.default.fileExists(
  atPath: URL(filePath: #filePath).appending(
    path: "../../../.deps/voice/whisper-encoder.safetensors"
  ).standardizedFileURL.path)

/// `playfield numbers`, from outside, where `make voice` has not run.
@Suite struct NumbersWithoutEncoderTests {
  @Test(arguments: ["listen", "evaluate"])
  func `a sentence says how Whisper's encoder is fetched`(command: String) throws {
    let folder = try TemporaryFolder()
    let run = try Program.shell(
      "cd '\(folder.path)' && PLAYFIELD_MODELS=. \"$program\" numbers \(command) said.wav")
    #expect(run.status == 66)
    #expect(
      run.errors == """
        Error: There is no '.deps/voice/whisper-encoder.safetensors', with which numbers are \
        heard; 'make voice' fetches it.

        """)
  }
}

/// `playfield numbers`, from outside, with the published networks.
@Suite(
  .enabled(if: isEncoderThere, "Whisper's encoder is not there; 'make voice' fetches it"))
struct NumbersTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A file of a tone, or of silence where it has no pitch.
  private func sound(_ name: String, hertz: Int = 0, seconds: Double = 1) throws -> String {
    let source =
      hertz == 0 ? "anullsrc=r=16000:d=\(seconds)" : "sine=f=\(hertz):r=16000:d=\(seconds)"
    let path = folder.url.appending(path: name).path
    let run = try Program.shell("ffmpeg -v error -y -f lavfi -i \(source) -t \(seconds) \(path)")
    #expect(run.status == 0, "\(run.errors)")
    return path
  }

  @Test func `silence is an utterance without a number`() throws {
    let file = try sound("silence.wav")
    let run = try Program.run("numbers", "listen", file)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines == ["\(file): no number, 100 % confidence"])
  }

  @Test func `JSON has the keys of the manual`() throws {
    let run = try Program.run("numbers", "listen", try sound("silence.wav"), "--json")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["file", "number", "confidence", "words", "milliseconds"])
    #expect(object["number"] is NSNull)
    #expect(object["words"] as? String == "")
  }

  @Test func `a sound that is too quiet is reported as such`() throws {
    let path = folder.url.appending(path: "quiet.wav").path
    let made = try Program.shell(
      "ffmpeg -v error -y -f lavfi -i anoisesrc=a=0.0001:r=16000:d=1 -c:a pcm_s16le \(path)")
    #expect(made.status == 0, "\(made.errors)")
    let run = try Program.run("numbers", "listen", path)
    #expect(run.lines == ["\(path): too quiet; come nearer to the microphone, or turn it up"])
    let json = try Program.run("numbers", "listen", path, "--json")
    #expect(json.output.contains(#""number": null, "reason": "too quiet", "confidence": "#))
  }

  @Test func `a bad file is named, the others are still heard`() throws {
    let text = try folder.write("twenty-four", to: "text.wav")
    let missing = folder.url.appending(path: "missing.wav").path
    let good = try sound("silence.wav")
    let run = try Program.run("numbers", "listen", text, missing, good, "--json")
    #expect(run.status == 65)
    #expect(run.lines.count == 4)
    #expect(run.lines[0].contains(#""error": "'\#(text)' holds no sound."#))
    #expect(run.lines[1].contains(#""error": "There is no file"#))
    #expect(run.lines[2].contains(#""number": null"#))
    #expect(run.lines[3].contains(#""done": true"#))
  }

  @Test func `two numbers about as likely are both named`() {
    func moment(_ parts: [NumberPart: Float]) -> [Float] {
      let heard = NumberPart.allCases.map { parts[$0] ?? 0 }
      return heard + [0, 1 - heard.reduce(0, +)]
    }
    let reading = NumberReading(
      PartScores(probabilities: [moment([.thir: 1]), moment([.teen: 0.5, .ty: 0.4])]))
    #expect(NumbersListenCommand.sentence(reading) == "13 or 30, 50 % confidence")
  }

  @Test func `the numbers of the sample are heard`() throws {
    let sample = URL(filePath: #filePath).appending(path: "../../../Samples/numbers.ogg")
      .standardizedFileURL.path
    let run = try Program.run("numbers", "listen", sample, "--json")
    let numbers = try run.lines.map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["number"] as? String
    }
    #expect(numbers == ["24", "108", "7"], "\(run.output)\(run.errors)")
  }

  // MARK: microphone

  /// ALSA's settings for a microphone that sends a file, and silence after it.
  private func microphone(sending samples: [Float]) throws -> String {
    let sound = folder.url.appending(path: "sound.raw").path
    try samples.withUnsafeBytes { try Data($0).write(to: URL(filePath: sound)) }
    return try folder.write(
      """
      pcm.default {
        type file
        slave.pcm { type null }
        file "/dev/null"
        infile "\(sound)"
        format "raw"
      }
      """, to: "asound.conf")
  }

  @Test func `a microphone is listened to until Ctrl-C`() throws {
    let silence = [Float](repeating: 0, count: 16_000)
    let buzz = (0..<16_000).map { index in
      (1...20).reduce(Float(0)) { $0 + sin(2 * .pi * 140 * Float($1 * index) / 16_000) / 40 }
    }
    let settings = try microphone(sending: silence + buzz + silence)
    let run = try Program.shell(
      """
      ALSA_CONFIG_PATH='\(settings)' timeout -s INT 3 "$program" numbers listen microphone; \
      echo "status $?"
      """)
    #expect(run.lines.count == 2, "\(run.output)\(run.errors)")
    #expect(run.lines.first?.hasPrefix("microphone: ") == true)
    #expect(run.lines.last == "status 124", "timeout's own; the program itself ended in order")
    #expect(run.errors.isEmpty)
  }

  @Test func `a microphone that is missing is named`() throws {
    let run = try Program.shell(
      "ALSA_CONFIG_PATH=/dev/null \"$program\" numbers listen microphone:hw:9 --json")
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix("Error: There is no microphone 'hw:9'."), "\(run.errors)")
    #expect(run.lines.first?.contains(#""file": "microphone:hw:9""#) == true)
  }

  // MARK: evaluate

  @Test func `recordings of a folder are counted by speaker`() throws {
    _ = try sound("a.wav")
    let labels = """
      {"file": "a.wav", "words": "", "speaker": "ann"}
      {"file": "a.wav", "words": "twenty four", "speaker": "ann"}
      {"file": "a.wav", "words": "nineteen sixty seven", "speaker": "bob"}
      """
    _ = try folder.write(labels, to: "labels.jsonl")
    let json = try Program.run("numbers", "evaluate", folder.path, "--json")
    #expect(json.status == 0, "\(json.errors)")
    let set = URL(filePath: folder.path).lastPathComponent
    #expect(
      json.lines == [
        #"{"set": "\#(set)", "speaker": "ann", "clips": 2, "right": 1, "another": 0, "none": 1}"#,
        #"{"set": "\#(set)", "speaker": "bob", "clips": 1, "right": 1, "another": 0, "none": 0}"#,
      ])
    let table = try Program.run("numbers", "evaluate", folder.path)
    #expect(table.lines.first?.hasPrefix("set") == true)
    #expect(
      table.lines.count == 5, "two speakers without a number, and both; one with\n\(table.output)")
  }

  @Test func `a folder without labels, and invalid labels, are named`() throws {
    let none = try Program.run("numbers", "evaluate", folder.path)
    #expect(none.status == 66)
    #expect(none.errors.contains("No 'labels.jsonl'"))
    _ = try folder.write(
      #"{"file": "a.wav", "words": "a dozen", "speaker": "x"}"#, to: "labels.jsonl")
    let bad = try Program.run("numbers", "evaluate", folder.path)
    #expect(bad.status == 65)
    #expect(bad.errors.contains("line 1: 'a dozen' has a word that no number consists of."))
  }

  @Test(
    "what is heard is right, another number, or none",
    arguments: [
      ("24", "24", [1, 0, 0]), ("24", "20", [0, 1, 0]), ("24", nil, [0, 0, 1]),
      (nil, nil, [1, 0, 0]), (nil, "7", [0, 1, 0]),
    ] as [(String?, String?, [Int])])
  func tally(said: String?, heard: String?, counts: [Int]) {
    func number(_ text: String?) -> SpokenNumber? {
      text.flatMap { text in
        SpokenNumber(text.utf8.compactMap { NumberWord(rawValue: $0 - UInt8(ascii: "0")) })
      }
    }
    var tally = HearingTally()
    tally.add(number(heard), said: number(said))
    #expect([tally.right, tally.another, tally.none] == counts)
    #expect(tally.clips == 1)
  }
}
