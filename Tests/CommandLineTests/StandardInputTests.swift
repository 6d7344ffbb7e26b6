import Foundation
import Testing

@testable import playfield

@Suite("Standard input and what a call leaves out")
struct StandardInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a picture is read from it`() throws {
    let picture = try folder.picture("a.png")
    let run = try Program.shell(
      "cat '\(picture)' | \"$program\" dice read - --model '\(Program.model)' --json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasPrefix(#"{"file": "-", "#), "\(run.output)")
    #expect(run.output.contains(#""sum": 3"#))
  }

  @Test func `handwriting is read from it`() throws {
    let line = #"{"strokes": [[[0, 0], [0, 4], [0, 9]]], "label": "1"}"#
    let run = try Program.shell("echo '\(line)' | \"$program\" digits read -")
    #expect(run.status == 0 && run.output.hasPrefix("-:1: 1"), "\(run.output) \(run.errors)")
  }

  @Test(
    "a film that can be read in one go is read from it, others must be saved",
    arguments: [
      ("mpegts", [], 0), ("matroska", [], 0),
      ("mp4", ["-movflags", "frag_keyframe+empty_moov"], 0),
      ("mp4", ["-movflags", "+faststart"], 0), ("avi", [], 65),
    ] as [(String, [String], Int32)])
  func films(muxer: String, options: [String], status: Int32) throws {
    let clip = try folder.roll("a.mp4")
    let film = folder.url.appending(path: "film").path
    try ffmpeg(["-i", clip, "-c", "copy"] + options + ["-f", muxer, film])
    let line = "\"$program\" dice watch --model '\(Program.model)' --json"
    let run = try Program.shell("cat '\(film)' | \(line) -")
    #expect(run.status == status, "\(run.errors)")
    if status == 0 {
      #expect(try run.output == Program.shell("\(line) '\(film)'").output)
    } else {
      #expect(run.errors.contains("Save it"), "\(run.errors)")
    }
  }

  @Test func `a film whose index lies behind its pictures must be saved`() throws {
    let film = folder.url.appending(path: "film.mp4").path
    try ffmpeg([
      "-f", "lavfi", "-i", "nullsrc=s=320x240:r=10:d=2,geq=random(1)*255:128:128", "-c:v",
      "libx264", film,
    ])
    let run = try Program.shell(
      "cat '\(film)' | \"$program\" dice watch - --model '\(Program.model)'")
    #expect(run.status == 65 && run.errors.contains("Save it"), "\(run.output) \(run.errors)")
  }

  @Test func `nothing through it is an error`() throws {
    for command in ["dice read - --model '\(Program.model)'", "digits read -", "dice watch -"] {
      let run = try Program.shell("\"$program\" \(command) < /dev/null")
      #expect(run.status == 65 && run.errors.contains("is empty"), "\(command): \(run.errors)")
    }
  }

  @Test func `a picture that a full disk cuts is not left, nor what it was to replace changed`()
    throws
  {
    let picture = try folder.picture("a.png")
    let copies = folder.url.appending(path: "copies").path
    let line =
      "\"$program\" dice read '\(picture)' --model '\(Program.model)' --annotate '\(copies)'"
    #expect(try Program.shell(line).status == 0)
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: copies).first)
    let copy = "\(copies)/\(name)"
    let whole = try Data(contentsOf: URL(filePath: copy))
    // Files may have no more than half a kilobyte, as on a disk that is full.
    let run = try Program.shell("trap '' XFSZ; ulimit -f 1; \(line)")
    #expect(run.status == 70 && run.errors.contains("could not be written"), "\(run.errors)")
    #expect(try Data(contentsOf: URL(filePath: copy)) == whole)
    #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == [name])
  }

  @Test func `a quiet call leaves out notes, not errors and results`() throws {
    let clip = URL(filePath: #filePath).appending(path: "../../../Samples/rolls.mp4")
      .standardizedFileURL.path
    let line = "\"$program\" vision trajectories '\(clip)' /nowhere.mp4"
    let (loud, quiet) = (try Program.shell(line), try Program.shell("\(line) --quiet"))
    #expect(loud.errors.contains("Note: ") && !quiet.errors.contains("Note: "), "\(quiet.errors)")
    #expect(loud.output == quiet.output && quiet.errors.contains("no file '/nowhere.mp4'"))
    #expect(loud.status == 66 && quiet.status == 66)
  }

  @Test func `settings are the same in another order, and with other threads`() {
    let first = CallSettings.name(
      of: ["dice", "watch", "a.mp4", "--json", "--rule", "steady", "--threads", "2"],
      without: ["a.mp4"])
    let again = CallSettings.name(
      of: ["dice", "watch", "--rule", "steady", "--json", "a.mp4", "--resume", "--timeout=9"],
      without: ["a.mp4"])
    let others = CallSettings.name(
      of: ["dice", "watch", "a.mp4", "--json", "--rule", "consecutive-frames"], without: ["a.mp4"])
    #expect(first == again && first != others && first.count == 16)
    let swapped = [("0.3", "0.2"), ("0.2", "0.3")].map {
      CallSettings.name(
        of: ["--confidence-threshold", $0.0, "--iou-threshold=\($0.1)"], without: [])
    }
    #expect(swapped[0] != swapped[1])
  }
}
