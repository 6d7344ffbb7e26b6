import Foundation
import Media
import Testing

/// `playfield dice watch`, from outside.
@Suite struct DiceWatchTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a roll is reported once, when it has ended`() throws {
    let clip = try folder.roll("roll.mp4")
    let run = try Program.run("dice", "watch", clip, "--model", Program.model)
    #expect(run.lines.count == 1, "\(run.output) \(run.errors)")
    #expect(run.output.hasPrefix("roll 1 at 0."), "\(run.output)")
    #expect(run.output.hasSuffix(": 1 + 2 = 3\n"), "\(run.output)")
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test("Every frame and every second frame give the same", arguments: ["1", "2"])
  func everySecondFrame(step: String) throws {
    let clip = try folder.roll("roll.mp4")
    let run = try Program.run(
      "dice", "watch", clip, "--model", Program.model, "--json", "--every", step)
    #expect(run.lines.count == 1, "\(run.output)")
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(Set(object.keys) == ["roll", "frame", "time", "values", "sum", "dice"])
    #expect(object["roll"] as? Int == 1)
    #expect(object["values"] as? [Int] == [1, 2])
    let frame = try #require(object["frame"] as? Int)
    #expect((20...31).contains(frame))
    let time = try #require(object["time"] as? Double)
    #expect(abs(time - Double(frame) / 30) < 0.01)
  }

  @Test func `events report rolling, ended and cleared`() throws {
    let clip = try folder.clip("gone.mp4", frames: 90) { $0 < 30 ? [Spot(2, x: 64)] : [] }
    let run = try Program.run("dice", "watch", clip, "--model", Program.model, "--events", "--json")
    let keys = run.lines.map { $0.prefix { $0 != "," } }
    #expect(
      keys == [
        #"{"event": "rolling""#, #"{"event": "ended""#, #"{"roll": 1"#, #"{"event": "cleared""#,
      ])
    #expect(run.status == 0)
  }

  @Test func `the classic rule can be had`() throws {
    let clip = try folder.roll("roll.mp4")
    let run = try Program.run(
      "dice", "watch", clip, "--model", Program.model, "--rule", "consecutive-frames")
    #expect(run.output.contains(": 1 + 2 = 3\n"), "\(run.output)")
  }

  @Test func `the annotated film has every frame that was looked at`() throws {
    let clip = try folder.roll("roll.mp4")
    let film = "\(folder.path)/film.mp4"
    let run = try Program.run(
      "dice", "watch", clip, "--model", Program.model, "--every", "2", "--annotate", film)
    #expect(run.status == 0, "\(run.errors)")
    let reader = try VideoReader(path: film)
    #expect(reader.frameCount == 30)
    #expect(abs(reader.frameRate - 15) < 0.01)
  }

  @Test func `Ctrl-C gives the annotated film its end`() throws {
    let clip = try folder.roll("long.mp4", frames: 1500)
    let film = "\(folder.path)/film.mp4"
    let process = try Program.start([
      "dice", "watch", clip, "--model", Program.model, "--annotate", film,
    ])
    // The first roll is reported in the first second of the clip; much of it is left then.
    let output = try #require(process.standardOutput as? Pipe).fileHandleForReading
    #expect(!output.availableData.isEmpty)
    process.interrupt()
    let run = try Program.finish(process)
    #expect(run.status == 0, "\(run.errors)")
    let count = try #require(try VideoReader(path: film).frameCount)
    #expect((20..<1500).contains(count))
  }

  @Test func `a clip that breaks off in mid-frame is reported, with the rolls before`() throws {
    let whole = "\(folder.path)/whole.mkv"
    try ffmpeg(["-i", try folder.roll("roll.mp4", frames: 150), "-c", "copy", whole])
    let bytes = try Data(contentsOf: URL(filePath: whole))
    let cut = try folder.write(bytes.prefix(bytes.count * 4 / 5), to: "cut.mkv")
    let run = try Program.run("dice", "watch", cut, "--model", Program.model)
    #expect(run.output.hasPrefix("roll 1 at 0."), "\(run.output)")
    #expect(run.output.hasSuffix(": 1 + 2 = 3\n"), "\(run.output)")
    #expect(run.lines.count == 1, "\(run.output)")
    #expect(
      run.errors
        == "Error: '\(cut)' ends before its content does. Copy it again from where it came.\n")
    #expect(run.status == 65)
  }

  @Test(
    "A film that shows each picture several times has the rolls of its pictures",
    arguments: [
      ("setpts=4*PTS,fps=30", "slowed four times: a die that stands on its edge is not at rest"),
      ("fps=60", "stored at a higher rate"),
    ])
  func repeated(filter: String, why: String) throws {
    let sample = RealDiceTests.project.appending(path: "Samples/rolls.mp4").path
    let film = "\(folder.path)/film.mp4"
    try ffmpeg(["-i", sample, "-vf", filter, film])
    let run = try Program.run("dice", "watch", film)
    let rolls = run.lines.map { $0.split(separator: ": ").last ?? "" }
    #expect(
      rolls == ["4 + 6 + 2 = 12", "2 + 3 + 6 + 2 = 13", "3 + 4 + 5 + 2 = 14"],
      "\(why): \(run.output)")
  }

  @Test func `a clip without its index is reported`() throws {
    let whole = try Data(contentsOf: URL(filePath: folder.roll("whole.mp4")))
    let cut = try folder.write(whole.prefix(whole.count / 2), to: "cut.mp4")
    let run = try Program.run("dice", "watch", cut, "--model", Program.model)
    #expect(
      run.errors
        == "Error: '\(cut)' ends before its content does. Copy it again from where it came.\n")
    #expect(run.status == 65)
  }

  @Test(
    "What cannot be watched is named in a sentence",
    arguments: [
      (
        "camera:63",
        "There is no camera '/dev/video63'. Plug one in; 'ls /dev/video*' lists those there are.",
        66
      ),
      (
        "/nowhere/clip.mp4", "There is no file '/nowhere/clip.mp4'. Check the name and the folder.",
        66
      ),
    ] as [(String, String, Int32)])
  func badSource(name: String, sentence: String, status: Int32) throws {
    let run = try Program.run("dice", "watch", name, "--model", Program.model)
    #expect(run.errors == "Error: \(sentence)\n")
    #expect(run.output.isEmpty)
    #expect(run.status == status)
  }

  @Test func `a picture is no film`() throws {
    let picture = try folder.picture("table.png")
    let run = try Program.run("dice", "watch", picture, "--model", Program.model)
    #expect(
      run.errors
        == """
        Error: '\(picture)' is a picture, and a video is wanted. 'playfield dice read' and 'vision' read \
        pictures.

        """
    )
    #expect(run.status == 65)
  }

  @Test func `a film that may not be written is reported`() throws {
    let clip = try folder.roll("roll.mp4", frames: 3)
    let film = "\(folder.path)/none/film.mp4"
    let run = try Program.run("dice", "watch", clip, "--model", Program.model, "--annotate", film)
    #expect(
      run.errors
        == "Error: '\(film)' cannot be written: there is no folder '\(folder.path)/none'. Make it with 'mkdir -p'.\n"
    )
    #expect(run.status == 64)
  }

  @Test("Neither film nor record is written over the clip", arguments: ["--annotate", "--record"])
  func sparesTheClip(option: String) throws {
    let clip = try folder.roll("roll.mp4", frames: 3)
    let before = try Data(contentsOf: URL(filePath: clip))
    let detour = "\(folder.path)/./roll.mp4"
    let run = try Program.run("dice", "watch", clip, "--model", Program.model, option, detour)
    #expect(
      run.errors == """
        Error: '\(detour)' is an input, and writing would destroy it. Name another place.

        """)
    #expect(run.output.isEmpty)
    #expect(run.status == 64)
    #expect(try Data(contentsOf: URL(filePath: clip)) == before)
  }

  @Test func `film and record in one file are refused before the clip is watched`() throws {
    let clip = try folder.roll("roll.mp4")
    let both = "\(folder.path)/both"
    let run = try Program.run(
      "dice", "watch", clip, "--model", Program.model, "--annotate", both, "--record",
      "\(folder.path)/./both")
    #expect(run.errors.contains("--annotate and --record both write"), "\(run.errors)")
    #expect(run.status == 64)
    #expect(!FileManager.default.fileExists(atPath: both))
  }

  @Test func `a record that may not be written is reported before the clip is watched`() throws {
    let clip = try folder.roll("roll.mp4")
    let run = try Program.run(
      "dice", "watch", clip, "--model", Program.model, "--record", "/proc/record.json")
    #expect(run.errors.contains("'/proc/record.json'"), "\(run.errors)")
    #expect(run.output.isEmpty)
    #expect(run.status != 0)
  }

  @Test func `a record that fails at the end does not hide why the clip stopped`() throws {
    let whole = "\(folder.path)/whole.mkv"
    try ffmpeg(["-i", try folder.roll("roll.mp4", frames: 150), "-c", "copy", whole])
    let bytes = try Data(contentsOf: URL(filePath: whole))
    let cut = try folder.write(bytes.prefix(bytes.count * 4 / 5), to: "cut.mkv")
    let run = try Program.run(
      "dice", "watch", cut, "--model", Program.model, "--record", "/dev/full")
    #expect(
      run.errors == """
        Error: '\(cut)' ends before its content does. Copy it again from where it came.
        Error: '/dev/full' could not be written: No space left on device. Check the space left on \
        the disk.

        """)
    #expect(run.status == 65)
  }

  @Test func `results that cannot be written end the watching, and the film is whole`() throws {
    let clip = try folder.roll("roll.mp4")
    let film = "\(folder.path)/film.mp4"
    let run = try Program.shell(
      #""$program" dice watch '\#(clip)' --model "$model" --annotate '\#(film)' > /dev/full"#)
    #expect(run.errors.contains("The results could not be written"), "\(run.errors)")
    #expect(run.status == 70)
    #expect(try VideoReader(path: film).frameCount ?? 0 > 10)
  }

  @Test func `help says what orientation does to a clip that is turned already`() throws {
    let run = try Program.run("dice", "watch", "--help")
    let words = run.output.split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("is applied first; --orientation turns its frames further"))
  }
}
