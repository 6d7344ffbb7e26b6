import Foundation
import Media
import Testing
import VisionCore

/// Clips of a board seen from straight above: 320 x 240 pixels, the board from (120, 20) to (220, 220).
@Suite("Scoring what lands on a board")
struct TossScoreTests {
  static let board = "--board=0.375,0.08333,0.6875,0.08333,0.6875,0.91667,0.375,0.91667"

  private static func fill(
    _ image: inout RGBImage, x: Range<Int>, y: Range<Int>, _ colour: [UInt8]
  ) {
    for row in y where (0..<image.height).contains(row) {
      for column in x where (0..<image.width).contains(column) {
        for channel in 0..<3 {
          image.pixels[(row * image.width + column) * 3 + channel] = colour[channel]
        }
      }
    }
  }

  /// A red bag slides in from below till it stops with its middle `stop` pixels from the top.
  private func clip(
    _ folder: TemporaryFolder, frames: Int = 60, stop: Int = 120, shaking: Int = 0
  ) throws -> String {
    let file = folder.url.appending(path: "clip.mp4")
    let writer = try VideoWriter(path: file.path, width: 320, height: 240, frameRate: 30)
    for frame in 0..<frames {
      var image = RGBImage(
        width: 320, height: 240, pixels: [UInt8](repeating: 90, count: 320 * 240 * 3))
      let left = 120 + (frame % 2) * shaking
      Self.fill(&image, x: left..<left + 100, y: 20..<220, [215, 190, 150])
      Self.fill(&image, x: left + 38..<left + 62, y: 46..<70, [20, 20, 20])
      let middle = max(stop, 250 - max(0, frame - 10) * 12)
      Self.fill(&image, x: 140..<165, y: middle - 12..<middle + 13, [200, 20, 20])
      try writer.append(image)
    }
    try writer.finish()
    return file.path
  }

  @Test func `a bag that stops on the board is a landing, and its film is written`() throws {
    let folder = try TemporaryFolder()
    let film = folder.url.appending(path: "film.mp4").path
    let run = try Program.run(
      "toss", "score", clip(folder), Self.board, "--json", "--annotate", film)
    #expect(run.status == 0, "\(run.errors)")
    try #require(run.lines.count == 1, "\(run.output)")
    #expect(run.lines[0].hasPrefix("{\"landing\": 1, \"firstFrame\": 1"))
    #expect(run.lines[0].hasSuffix("\"outcome\": \"board\", \"points\": 1}"))
    #expect(try VideoReader(path: film).next() != nil)
  }

  @Test func `without --json the score is printed, and whose the bag is taken to be`() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      "toss", "score", clip(folder), Self.board, "--rules", "cornhole")
    #expect(run.lines.count == 2 && run.lines[0].contains("on the board, the first side's bag"))
    #expect(run.lines.last?.hasPrefix("1 landings: 0 in the hole, 1 on the board") == true)
  }

  @Test func `what landed before a clip is cut off is reported, and that it is`() throws {
    let folder = try TemporaryFolder()
    let whole = try clip(folder, frames: 200)
    let cut = folder.url.appending(path: "cut.mkv").path
    try ffmpeg(["-i", whole, "-c", "copy", cut])
    let data = try Data(contentsOf: URL(filePath: cut))
    try folder.write(data.prefix(data.count * 3 / 4), to: "cut.mkv")
    let run = try Program.run("toss", "score", cut, Self.board, "--json")
    #expect(run.lines.count == 2, "\(run.output) \(run.errors)")
    #expect(run.lines.last?.contains("\"error\": ") == true)
    #expect(run.status == 65 && run.errors.contains("ends before its content does"))
  }

  @Test(
    "a picture of a board's shape is taken for one only with a hole in it",
    arguments: [
      (60 - 20..<60 + 20, 0..<160, false, "a dark post across the whole picture"),
      (60 - 20..<60 + 20, 80 - 20..<80 + 20, true, "a hole where a board has it"),
    ])
  func boardOfWholePicture(x: Range<Int>, y: Range<Int>, isTaken: Bool, what: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "clip.mp4")
    let writer = try VideoWriter(path: file.path, width: 320, height: 160, frameRate: 30)
    var image = RGBImage(
      width: 320, height: 160, pixels: [UInt8](repeating: 190, count: 320 * 160 * 3))
    Self.fill(&image, x: x, y: y, [20, 20, 20])
    for _ in 0..<20 { try writer.append(image) }
    try writer.finish()
    let run = try Program.run("toss", "score", file.path)
    #expect(run.errors.contains("has the shape of a board") == isTaken, "\(what): \(run.errors)")
    #expect(run.status == (isTaken ? 0 : 65), "\(what)")
  }

  @Test func `a camera that shakes is reported`() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run("toss", "score", clip(folder, shaking: 8), Self.board, "--json")
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.errors.contains("The camera moves at") && run.errors.contains("stand"))
  }

  @Test(
    "what cannot be watched is reported in a sentence that says what to do",
    arguments: [
      (["/nowhere.mp4", board], 66, "/nowhere.mp4"),
      (["x.mp4", "--board", "0,0,1,1"], 64, "--board"),
      // Counterclockwise: left and right are mixed up.
      (["x.mp4", "--board=0.9,0.1,0.1,0.1,0.1,0.9,0.9,0.9"], 64, "clockwise"),
      (["x.mp4", "--board=2,2,3,2,3,4,2,4"], 64, "eighth"),
      (["x.mp4", board, "--rules", "darts"], 64, "cornhole"),
    ] as [([String], Int32, String)])
  func refused(arguments: [String], status: Int32, sentence: String) throws {
    let outcome = try Program.finish(try Program.start(["toss", "score"] + arguments))
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.output.isEmpty && outcome.errors.contains(sentence), "\(outcome.errors)")
  }

  @Test func `a file that is no video is reported, and one without a board to watch`() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("no video", to: "clip.mp4")
    #expect(try Program.run("toss", "score", text, Self.board).status == 65)
    let wall = try folder.clip("wall.mp4", frames: 20) { _ in [] }
    let run = try Program.run("toss", "score", wall)
    #expect(run.status == 65 && run.errors.contains("--board"), "\(run.errors)")
  }
}
