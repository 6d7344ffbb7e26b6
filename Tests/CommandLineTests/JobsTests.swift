import Foundation
import Testing

@testable import playfield

/// Calls over many files: lists of them, several at once, and continuing.
@Suite("Many inputs") struct JobsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func program(_ line: String) throws -> Program.Outcome {
    try Program.shell("cd '\(folder.path)' && \(line)")
  }

  /// Without the time that each took.
  private func timeless(_ text: String) -> String {
    text.replacing(/"milliseconds": [0-9.]+/, with: "")
  }

  // MARK: Lists and folders

  @Test(
    "A list has a name on each line, or a byte of zero after each",
    arguments: [
      ("a\nb\n", ["a", "b"]), ("a\r\n\r\nb c", ["a", "b c"]), ("a\nb\0c\0", ["a\nb", "c"]),
      ("", []), ("\n\0\n", ["\n", "\n"]), ("ä/ö.jpg\n", ["ä/ö.jpg"]),
    ])
  func names(content: String, names: [String]) {
    #expect(InputList.names(in: Array(content.utf8)) == names)
  }

  @Test func `a list of files is read, from a file and from standard input`() throws {
    try folder.picture("a.png")
    try folder.picture("pictures/b.png")
    try folder.write("no picture", to: "pictures/notes.txt")
    try folder.write("a.png\nnone.png\npictures\n", to: "list")
    let read = #""$program" dice read --model "$model" --json"#
    let run = try program("\(read) --files-from list")
    #expect(run.status == 66 && run.lines.count == 3, "\(run.errors)")
    #expect(run.lines[1].hasPrefix(#"{"file": "none.png", "error": "#), "\(run.output)")
    #expect(run.lines[2].hasPrefix(#"{"file": "pictures/b.png", "#))
    let piped = try program(#"printf 'none.png\0pictures\0' | \#(read) a.png --files-from -"#)
    #expect(timeless(piped.output) == timeless(run.output))
  }

  @Test func `an empty list, one that is missing, and nothing at all are reported`() throws {
    try folder.write("\n", to: "empty")
    for (arguments, status) in [("--files-from empty", 66), ("--files-from none", 66), ("", 64)] {
      let run = try program(#""$program" dice read \#(arguments)"#)
      #expect(run.status == status && run.output.isEmpty && !run.errors.isEmpty, "\(arguments)")
    }
  }

  @Test func `folders of sound and ink are read as those of films`() throws {
    try folder.write("no sound", to: "sounds/notes.txt")
    let made = try program(
      "ffmpeg -v error -f lavfi -i anullsrc=r=16000 -t 1 sounds/b.wav && cp sounds/b.wav sounds/a.wav"
    )
    #expect(made.status == 0, "\(made.errors)")
    try folder.write(#"{"strokes": [[[0, 0], [0, 9]]], "label": "1"}"#, to: "ink/a.jsonl")
    let sounds = try program(#""$program" numbers listen sounds"#)
    #expect(sounds.lines.map { $0.prefix(12) } == ["sounds/a.wav", "sounds/b.wav"])
    let ink = try program(#""$program" digits read ink --json"#)
    #expect(ink.lines.count == 1 && ink.errors == "1 of 1 numbers are right (100.0 %).\n")
  }

  // MARK: Several at once

  @Test(
    "Several at once give the same lines in the same order",
    arguments: [
      "dice read pictures none.png notes.txt", "dice read pictures --annotate marked --json",
      "dice watch films --json --every 2", "dice watch films", "vision contours pictures --json",
      "vision stability films notes.txt --json",
    ])
  func jobs(words: String) throws {
    for name in ["a", "b", "c", "d"] { try folder.picture("pictures/\(name).png") }
    try folder.write("neither", to: "films/notes.txt")
    _ = try folder.roll("films/a.mp4", frames: 90)
    _ = try folder.clip("films/b.mp4", frames: 5) { _ in [] }
    _ = try folder.roll("films/c.mp4", frames: 30)
    try folder.write("neither", to: "notes.txt")
    let model = words.hasPrefix("dice") ? #" --model "$model""# : ""
    let one = try program(#""$program" \#(words)\#(model)"#)
    let several = try program(#""$program" \#(words)\#(model) --jobs 3"#)
    #expect(!one.output.isEmpty)
    #expect(timeless(several.output) == timeless(one.output))
    #expect(several.errors == one.errors)
    #expect(several.status == one.status)
  }

  @Test func `what is summed up is summed up over all jobs`() throws {
    for name in ["a", "b", "c"] {
      try folder.write(
        #"{"strokes": [[[0, 0], [0, 9]]], "label": "1"}"# + "\n" + #"{"strokes": []}"#,
        to: "ink/\(name).jsonl")
    }
    let one = try program(#""$program" digits read ink"#)
    let several = try program(#""$program" digits read ink --jobs 2"#)
    #expect(one.output.contains("3"), "\(one.output)")
    #expect(several.output == one.output)
    #expect(several.errors == one.errors)
    #expect(several.status == 65)
  }

  @Test(
    "What can be read once only is not read by several jobs",
    arguments: ["dice watch camera", "dice read -", "numbers listen microphone"])
  func once(words: String) throws {
    let run = try program(#""$program" \#(words) --jobs 2"#)
    #expect(run.status == 64 && run.errors.contains("once only"), "\(run.errors)")
  }

  @Test func `a network that is not there is reported once`() throws {
    for name in ["a", "b", "c"] { try folder.picture("\(name).png") }
    let run = try program(#""$program" dice read a.png b.png c.png --model none.onnx --jobs 2"#)
    #expect(run.status == 66 && run.errors.split(separator: "\n").count == 1, "\(run.errors)")
  }

  @Test func `an input that ends its process is reported, and the others are read`() throws {
    for name in ["a", "b", "c"] { try folder.picture("\(name).png") }
    // Who opens it waits for another who writes into it. The last marked copy says that all others are read.
    let line = #"""
      mkfifo hangs.png; "$program" dice read a.png hangs.png b.png c.png --model "$model" --json --jobs 2 \
      --annotate marked & call=$!; for turn in $(seq 600); do test -s marked/c.jpg && break; sleep 0.1; done; \
      kill -KILL $(cat /proc/$call/task/*/children); wait $call
      """#
    let run = try program(line)
    #expect(run.status == 70, "\(run.errors)")
    #expect(run.lines.count == 4, "\(run.output)")
    #expect(run.lines[1].contains(#""error": "The process that read 'hangs.png' has ended (Kill"#))
    #expect(run.lines.filter { $0.contains(#""sum": 3"#) }.count == 3)
  }

  @Test func `a picture that takes too long is reported, and the others are read`() throws {
    for name in ["a", "b"] { try folder.picture("\(name).png") }
    let run = try program(
      #"""
      mkfifo hangs.png; "$program" dice read a.png hangs.png b.png --model "$model" --json --timeout 8
      """#)
    #expect(run.status == 65, "\(run.errors)")
    #expect(run.lines.count == 3, "\(run.output)")
    #expect(run.lines[1].contains("took more than the 8.0 s of --timeout"))
    #expect(run.lines.filter { $0.contains(#""sum": 3"#) }.count == 2)
  }

  @Test(
    "Ctrl-C, and the end of the call, end all processes",
    arguments: [("INT", "status 0"), ("KILL", "status 137")])
  func stop(signal: String, status: String) throws {
    let sample = RealDiceTests.project.appending(path: "Samples/rolls.mp4").path
    for name in ["a", "b"] {
      try ffmpeg(["-stream_loop", "9", "-i", sample, "-c", "copy", "\(folder.path)/\(name).mp4"])
    }
    let line = #"""
      "$program" dice watch a.mp4 b.mp4 --jobs 2 --annotate films > out & call=$!
      for turn in $(seq 600); do test -s out && break; sleep 0.1; done
      children=$(cat /proc/$call/task/*/children); echo $children
      kill -\#(signal) $call; wait $call; echo "status $?"
      for turn in $(seq 100); do left=; for child in $children; do \
      grep -qs '^State:.[^ZX]' /proc/$child/status && left="$left $child"; done; test -z "$left" && break; sleep 0.1; done
      test -z "$left" || echo "left:$left"
      """#
    let run = try program(line)
    #expect(run.lines.count == 2, "\(run.output)")
    #expect(run.lines[0].split(separator: " ").count == 2, "\(run.output)")
    #expect(run.lines.last == status, "\(run.output)")
    guard signal == "INT" else { return }
    // Films have their ends.
    let film = try program("ffprobe -v error -show_entries format=duration films/a.mp4")
    #expect(film.status == 0, "\(film.errors)")
  }

  @Test func `after Ctrl-C an input that hangs is left`() throws {
    let line = #"""
      mkfifo hangs.png; "$program" dice read hangs.png --model "$model" --timeout 1000 --json & call=$!
      for turn in $(seq 600); do test -n "$(cat /proc/$call/task/*/children)" && break; sleep 0.1; done; sleep 1
      kill -TERM $call; wait $call; echo "status $?"
      """#
    let run = try program(line)
    #expect(run.output == "status 0\n", "\(run.errors)")
  }

  @Test(
    "Nothing is written over an input",
    arguments: [
      "vision pose a.png --inspect .", "vision gameboard a.png --inspect . --jobs 2",
      "dice read pictures/a.jpg --annotate pictures --jobs 2",
      "dice watch a.mp4 --annotate a.mp4 --timeout 9",
    ])
  func over(words: String) throws {
    let picture = try folder.picture("a.png")
    try folder.picture("pictures/a.jpg")
    _ = try folder.clip("a.mp4", frames: 3) { _ in [] }
    let before = try Data(contentsOf: URL(filePath: picture))
    let run = try program(#""$program" \#(words)"#)
    #expect(
      run.status == 64 && run.output.isEmpty && run.errors.contains("destroy"), "\(run.errors)")
    #expect(try Data(contentsOf: URL(filePath: picture)) == before)
  }

  @Test func `standard input is a list or an input, and a picture from it can be marked`() throws {
    try folder.picture("a.png")
    let both = try program(#"echo a.png | "$program" dice read - --files-from -"#)
    #expect(both.status == 64 && both.errors.contains("as well"), "\(both.errors)")
    let marked = try program(#""$program" vision pose - --annotate marked < a.png && ls marked"#)
    #expect(marked.status == 0 && marked.output == "-: nobody\n-.jpg\n", "\(marked.errors)")
  }

  // MARK: Continuing

  @Test(
    "Wherever a call over pictures or sound was stopped, it continues to the same lines",
    arguments: ["dice read --model \"$model\" pictures notes.txt", "numbers listen sounds"])
  func continues(words: String) throws {
    for name in ["a", "b"] { try folder.picture("pictures/\(name).png") }
    try folder.write("no picture", to: "notes.txt")
    let made = try program(
      "mkdir sounds; ffmpeg -v error -f lavfi -i anullsrc=r=16000 -t 1 sounds/b.wav && cp sounds/b.wav sounds/a.wav"
    )
    #expect(made.status == 0, "\(made.errors)")
    let whole = try program(#""$program" \#(words) --json"#)
    let bytes = Array(whole.output.utf8)
    let breaks = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    for length in [0, 5, breaks[0] + 1, breaks[1] - 9, breaks[1] + 1, bytes.count] {
      try folder.write(Data(bytes.prefix(length)), to: "out.jsonl")
      let run = try program(#""$program" \#(words) --json --resume --jobs 2 >> out.jsonl"#)
      #expect(run.status == whole.status, "\(length): \(run.errors)")
      let out = try String(contentsOfFile: "\(folder.path)/out.jsonl", encoding: .utf8)
      #expect(timeless(out) == timeless(whole.output), "stopped after \(length) bytes")
    }
    try folder.write(whole.output, to: "out.jsonl")
    let option = words.hasPrefix("dice") ? "--iou-threshold 0.5" : "--model x"
    let other = try program(#""$program" \#(words) \#(option) --json --resume >> out.jsonl"#)
    #expect(other.status == 64 && other.errors.contains("other settings"), "\(other.errors)")
  }

  // MARK: The time left

  @Test(
    "The bar says how long the inputs will still take",
    arguments: [
      (0.5, 10, ", 10 s left"), (0.1, 30, ", 5 min left"), (0.01, 100, ", 3 h left"),
      (0.5, 1, ""), (0, 10, ""), (1, 10, ""),
    ])
  func timeLeft(share: Double, seconds: Int, text: String) {
    #expect(ProgressBar.timeLeft(share, .seconds(seconds)) == text)
  }
}
