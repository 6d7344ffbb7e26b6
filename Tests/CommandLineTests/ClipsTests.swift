import Foundation
import Media
import Testing
import VisionCore

@testable import playfield

/// Calls over several clips, and how they go on where they were stopped.
@Suite("Several clips") struct ClipsTests {
  private let folder: TemporaryFolder
  private var clips: String { folder.url.appending(path: "clips").path }
  private var out: String { folder.url.appending(path: "out.jsonl").path }

  /// Two clips of a roll, one of nothing, and what is no clip.
  init() throws {
    folder = try TemporaryFolder()
    try folder.write("no clip", to: "clips/notes.txt")
    try folder.write("no clip", to: "clips/.hidden.mp4")
    _ = try folder.roll("clips/b.mp4", frames: 40)
    _ = try folder.roll("clips/c.mp4", frames: 40)
    _ = try folder.clip("clips/a.mp4", frames: 5) { _ in [] }
  }

  private func watch(_ rest: String) throws -> Program.Outcome {
    try Program.shell(#""$program" dice watch --model "$model" \#(rest)"#)
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  @Test func `the clips of a folder are watched by their names, and each says that it is done`()
    throws
  {
    let run = try watch("'\(clips)' --json")
    #expect(run.status == 0, "\(run.errors)")
    let lines = try run.lines.map(object)
    let files = ["a", "b", "b", "c", "c"].map { "\(clips)/\($0).mp4" }
    #expect(lines.map { $0["file"] as? String } == files)
    #expect(lines.map { $0["done"] as? Bool } == [true, nil, true, nil, true])
    #expect(lines[1]["roll"] as? Int == 1 && lines[3]["roll"] as? Int == 1)
    let text = try watch("'\(clips)/b.mp4' '\(clips)/c.mp4' '\(clips)/b.mp4'")
    #expect(text.lines.count == 2, "each clip once")
    #expect(text.lines[0].hasPrefix("\(clips)/b.mp4: roll 1 at "))
  }

  @Test func `one clip has the lines that it always had`() throws {
    let run = try watch("'\(clips)/b.mp4' --json")
    #expect(run.lines.count == 1 && run.output.hasPrefix(#"{"roll": 1, "#))
  }

  @Test func `a bad clip is reported, and the others are watched`() throws {
    let run = try watch("'\(clips)/notes.txt' '\(clips)/b.mp4' /nowhere.mp4 --json")
    #expect(run.status == 65)
    let lines = try run.lines.map(object)
    #expect(lines.count == 4 && lines[0]["error"] is String && lines[3]["error"] is String)
    #expect(lines[1]["roll"] as? Int == 1 && lines[2]["done"] as? Bool == true)
  }

  @Test func `a folder without clips is reported, and a camera beside a clip`() throws {
    try FileManager.default.createDirectory(
      atPath: "\(clips)/empty", withIntermediateDirectories: true)
    #expect(try watch("'\(clips)/empty' --json").status == 66)
    let run = try watch("'\(clips)/empty' '\(clips)/b.mp4' --json")
    #expect(run.status == 66 && run.errors.contains("no video in the folder"), "\(run.errors)")
    let lines = try run.lines.map(object)
    try #require(lines.count == 3, "the others are watched")
    #expect(lines[0]["file"] as? String == "\(clips)/empty" && lines[0]["error"] is String)
    #expect(lines[1]["roll"] as? Int == 1 && lines[2]["done"] as? Bool == true)
    #expect(try watch("camera '\(clips)/b.mp4'").status == 64)
  }

  @Test func `films and recordings of several clips lie in folders, none over another`() throws {
    try folder.write("no clip", to: "more/notes.txt")
    _ = try folder.roll("more/b.mp4", frames: 5)
    let films = folder.url.appending(path: "films").path
    let run = try watch(
      "'\(clips)/b.mp4' '\(folder.path)/more/b.mp4' --annotate '\(films)' --record '\(films)-seen'")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: films).sorted() == ["b-2.mp4", "b.mp4"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: films + "-seen").sorted()
        == ["b-2.json", "b.json"])
    let over = try watch("'\(clips)/b.mp4' '\(clips)/c.mp4' --annotate '\(clips)'")
    #expect(over.status == 64 && over.errors.contains("is an input"))
  }

  @Test func `wherever a call was stopped, it goes on to the same lines`() throws {
    let whole = try Data(watch("'\(clips)' --json").output.utf8)
    let breaks = whole.indices.filter { whole[$0] == UInt8(ascii: "\n") }
    // Before the first line, after some, within some, and after the last.
    for length in [0, 3, breaks[0] + 1, breaks[1] - 20, breaks[1] + 1, breaks[2] + 12, whole.count]
    {
      try folder.write(whole.prefix(length), to: "out.jsonl")
      let run = try watch("'\(clips)' --json --resume >> '\(out)'")
      #expect(run.status == 0, "\(length): \(run.errors)")
      #expect(try Data(contentsOf: URL(filePath: out)) == whole, "stopped after \(length) bytes")
    }
  }

  @Test func `a stopped call is not continued with other settings`() throws {
    let whole = try watch("'\(clips)' --json").output
    try folder.write(whole, to: "out.jsonl")
    let run = try watch("'\(clips)' --json --resume --every 2 >> '\(out)'")
    #expect(run.status == 64 && run.errors.contains("other settings"), "\(run.errors)")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == whole)
  }

  @Test func `a clip that takes too long is reported, and the others are watched`() throws {
    let run = try watch("'\(clips)' --json --timeout 0.000001")
    #expect(run.status == 65 && run.errors.contains("--timeout"), "\(run.errors)")
    let lines = try run.lines.map(object)
    #expect(lines.count == 3 && lines.allSatisfy { $0["error"] is String }, "\(run.output)")
    #expect(try watch("'\(clips)' --json --timeout 100").status == 0)
    #expect(try watch("'\(clips)' --json --timeout 0").status == 64)
  }

  @Test func `what could not be watched is not tried again, and is reported again`() throws {
    let failure = Failure(status: .unreadable, sentence: "it was damaged")
    let error = failure.lines(of: "\(clips)/b.mp4")[0].text + "\n"
    try folder.write(error, to: "out.jsonl")
    let run = try watch("'\(clips)' --json --resume >> '\(out)'")
    #expect(run.status == 65 && run.errors.contains("it was damaged"), "\(run.errors)")
    let lines = try String(contentsOfFile: out, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 4 && lines[0] + "\n" == error)
  }

  @Test func `parts of a clip that were damaged are reported again by their times`() throws {
    let failure = Failure(
      MediaError.damagedInParts(path: "\(clips)/b.mp4", parts: [1.5..<2, 4..<4.25]))
    let lines = failure.lines(of: "\(clips)/b.mp4").map(\.text)
    #expect(lines[1].hasSuffix(#""error": "damaged", "from": 4, "to": 4.25}"#), "\(lines[1])")
    try folder.write(lines.joined(separator: "\n") + "\n", to: "out.jsonl")
    let run = try watch("'\(clips)' --json --resume >> '\(out)'")
    #expect(run.status == 65)
    #expect(run.errors.contains("from 1.5 to 2 s and from 4 to 4.25 s"), "\(run.errors)")
  }

  @Test(
    "A file with lines of other clips is left alone",
    arguments: [
      "a diary", "a diary\n", #"{"file": "other.mp4", "done": true}"# + "\n", "{\"roll\": 1}\n",
      #"{"file": "other.mp4", "ro"#,
    ])
  func anotherFile(content: String) throws {
    try folder.write(content, to: "out.jsonl")
    let run = try watch("'\(clips)' --json --resume >> '\(out)'")
    #expect(run.status == 64 && run.errors.contains("other inputs"), "\(run.errors)")
    #expect(try String(contentsOfFile: out, encoding: .utf8) == content)
  }

  @Test(
    "Where nothing can be continued, that is reported",
    arguments: [
      "'$clips' --json --resume", "'$clips' --resume >> '$out'",
      "'$clips/b.mp4' --json --resume >> '$out'",
    ])
  func refused(rest: String) throws {
    let run = try watch(
      rest.replacingOccurrences(of: "$clips", with: clips).replacingOccurrences(
        of: "$out", with: out))
    #expect(run.status == 64 && run.output.isEmpty && run.errors.contains("--resume"))
  }
}
