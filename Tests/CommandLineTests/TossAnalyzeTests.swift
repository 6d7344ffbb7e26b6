import Foundation
import Media
import Testing
import VisionCore

/// `playfield toss analyze`, where there is no game; `TossSampleTests` has one.
@Suite struct TossAnalyzeTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A clip of a plain wall.
  private func wall() throws -> String {
    let path = "\(folder.path)/wall.mp4"
    let writer = try VideoWriter(path: path, width: 160, height: 120, frameRate: 30)
    for _ in 0..<6 {
      try writer.append(
        RGBImage(width: 160, height: 120, pixels: [UInt8](repeating: 120, count: 160 * 120 * 3)))
    }
    try writer.finish()
    return path
  }

  @Test func `a clip without a game says what is missing, and sums up`() throws {
    let run = try Program.run("toss", "analyze", try wall(), "--json", "--no-history")
    #expect(run.lines.count == 1)
    #expect(run.output.hasPrefix(#"{"summary": {"throws": 0, "rules": "practice", "points": 0"#))
    #expect(run.errors.contains("No board was found"), "\(run.errors)")
    #expect(run.errors.contains("No throw was seen"), "\(run.errors)")
    #expect(run.status == 0)
  }

  @Test(
    "what cannot be watched is reported",
    arguments: [
      (["/nowhere.mp4"], "There is no file '/nowhere.mp4'.", Int32(66)),
      (["/nowhere.mp4", "--rules", "darts"], "darts", 64),
      (["/nowhere.mp4", "--board", "0,0,1,1"], "board", 64),
    ])
  func refused(arguments: [String], words: String, status: Int32) throws {
    let process = try Program.start(["toss", "analyze", "--no-history"] + arguments)
    let run = try Program.finish(process)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(run.status == status)
  }

  @Test func `a report folder that cannot be made is reported before the clip is watched`()
    throws
  {
    let run = try Program.run(
      "toss", "analyze", try wall(), "--json", "--no-history", "--report", "/dev/null/report")
    #expect(run.status == 64 && run.output.isEmpty, "\(run.errors)")
    #expect(run.errors.contains("/dev/null/report"))
  }

  @Test func `a report does not replace the clip`() throws {
    let clip = "\(folder.path)/throw-1.mp4"
    try FileManager.default.moveItem(atPath: try wall(), toPath: clip)
    let run = try Program.run("toss", "analyze", clip, "--report", folder.path, "--no-history")
    #expect(run.status == 64 && run.errors.contains("is an input"), "\(run.errors)")
  }

  @Test func `the film is not written over the clip`() throws {
    let clip = try wall()
    let run = try Program.run("toss", "analyze", clip, "--annotate", clip, "--no-history")
    #expect(run.errors.contains("is an input"), "\(run.errors)")
    #expect(run.status == 64)
  }
}
