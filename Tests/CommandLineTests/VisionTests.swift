import Foundation
import Media
import Testing
import VisionCore

/// `playfield vision …`, as users run it.
@Suite struct VisionTests {
  private static let project = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL
  private static let dice = project.appending(path: "Samples/dice.jpg").path

  private func object(_ line: String) throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// A clip in which a ball is thrown from the left to the right, before a speckled wall.
  private func toss(_ folder: TemporaryFolder, shaking: Int = 0) throws -> String {
    let (width, height) = (320, 240)
    let path = folder.url.appending(path: "toss.mp4").path
    let writer = try VideoWriter(path: path, width: width, height: height, frameRate: 30)
    for frame in 0..<54 {
      let time = Double(frame - 12) / 30
      let (x, y) = (40 + 230 * time, 110 - 240 * time + 290 * time * time)
      let shake = shaking * (frame % 2)
      var pixels: [UInt8] = []
      pixels.reserveCapacity(width * height * 3)
      for row in 0..<height {
        for column in 0..<width {
          let (dx, dy) = (Double(column) - x, Double(row) - y)
          let isBall = (0...1).contains(time) && dx * dx + dy * dy < 36
          let tile = UInt8(90 + ((column + shake) / 5 * 7919 + row / 5 * 104_729) % 977 % 60)
          pixels += isBall ? [240, 120, 30] : [tile, tile, tile]
        }
      }
      try writer.append(RGBImage(width: width, height: height, pixels: pixels))
    }
    try writer.finish()
    return path
  }

  @Test func `a throw is reported once, and drawn`() throws {
    let folder = try TemporaryFolder()
    let clip = try toss(folder)
    let film = folder.url.appending(path: "film.mp4").path
    let run = try Program.run("vision", "trajectories", clip, "--json", "--annotate", film)
    #expect(run.status == 0, "\(run.errors)")
    try #require(run.lines.count == 1, "\(run.output)")
    let path = try object(run.lines[0])
    let points = try #require(path["points"] as? [[Double]])
    #expect(points.count >= 27)
    let errors = try #require(path["errors"] as? [Double])
    #expect(errors.count == points.count && errors.allSatisfy { $0 > 0 && $0 < 0.005 })
    #expect(path["startFrame"] as? Int == Int(points[0][0]))
    #expect(path["endFrame"] as? Int == Int(points[points.count - 1][0]))
    let equation = try #require(path["equation"] as? [Double])
    for point in points {
      let y = equation[0] * point[1] * point[1] + equation[1] * point[1] + equation[2]
      #expect(abs(y - point[2]) < 0.01)
    }
    var frames = 0
    let reader = try VideoReader(path: film)
    while try reader.next() != nil { frames += 1 }
    #expect(frames == 54)
  }

  @Test func `contours are printed with what they lie in, and drawn`() throws {
    let folder = try TemporaryFolder()
    let marked = folder.url.appending(path: "marked").path
    let missing = folder.url.appending(path: "missing.jpg").path
    let run = try Program.run(
      "vision", "contours", Self.dice, missing, "--json", "--epsilon", "0.002", "--annotate",
      marked)
    #expect(run.status == 66, "\(run.errors)")
    let found = try object(run.lines[0])
    let contours = try #require(found["contours"] as? [[String: Any]])
    #expect(contours.count > 20)
    for (index, contour) in contours.enumerated() {
      #expect(try #require(contour["points"] as? [[Double]]).count >= 2)
      #expect((contour["parent"] as? Int ?? -1) < index)
      #expect(contour["aspectRatio"] as? Double == 1.33333)
    }
    #expect(contours.contains { $0["parent"] is Int })
    #expect(try object(run.lines[1])["error"] != nil)
    #expect(try ImageReader.read(contentsOf: "\(marked)/dice.jpg").image.width == 1280)
    let region = try Program.run("vision", "contours", Self.dice, "--region", "0,0.9,1,0.1")
    #expect(region.output == "\(Self.dice): no contour\n")
  }

  @Test func `what moves in each frame is written for later judging`() throws {
    let folder = try TemporaryFolder()
    let inspection = folder.url.appending(path: "inspection").path
    let run = try Program.run(
      "vision", "trajectories", toss(folder), "--json", "--inspect", inspection)
    #expect(run.status == 0, "\(run.errors)")
    let lines = try String(contentsOfFile: "\(inspection)/toss.jsonl", encoding: .utf8)
      .split(separator: "\n").map { try object(String($0)) }
    #expect(lines[0]["width"] as? Int == 320 && lines[0]["height"] as? Int == 240)
    var isSeen: [Int: Bool] = [:]
    var lastFrame = -1
    for line in lines.dropFirst() {
      let frame = try #require(line["frame"] as? Int)
      #expect(frame > lastFrame)
      lastFrame = try #require(([frame] + (line["repetitions"] as? [Int] ?? [])).max())
      let time = Double(frame - 12) / 30
      let (x, y) = ((40 + 230 * time) / 320, (110 - 240 * time + 290 * time * time) / 320)
      isSeen[frame] = try #require(line["objects"] as? [[Double]]).contains { object in
        abs(object[0] - x) < 0.01 && abs(object[1] - y) < 0.01 && abs(object[2] - 6.0 / 320) < 0.006
          && object[4] > object[6] + 80 && object[7] == 1 && object[8] == 0
      }
    }
    #expect((14...40).allSatisfy { isSeen[$0] == true }, "\(isSeen)")
  }

  @Test func `a camera that stands still is distinguished from one that shakes`() throws {
    let folder = try TemporaryFolder()
    let still = try object(
      Program.run("vision", "stability", toss(folder), "--json").lines[0])
    #expect(still["stableFrom"] as? Int == 0)
    #expect((still["shift"] as? [[Double]])?.count == 53)
    let shaken = try object(
      Program.run("vision", "stability", toss(folder, shaking: 3), "--json").lines[0])
    #expect(shaken["stableFrom"] is NSNull)
    let shifts = try #require(shaken["shift"] as? [[Double]])
    #expect(shifts.allSatisfy { abs(abs($0[1]) - 3) < 0.5 && abs($0[2]) < 0.5 }, "\(shifts)")
  }

  @Test func `a plane is followed from a reference frame, backwards too`() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run(
      "vision", "registration", toss(folder, shaking: 3), "--json", "--reference", "20")
    #expect(run.status == 0, "\(run.errors)")
    let frames = try run.lines.map(object)
    #expect(frames.map { $0["frame"] as? Int } == (0..<54).map { $0 })
    #expect(frames[20]["homography"] as? [Double] == [1, 0, 0, 0, 1, 0, 0, 0, 1])
    #expect(frames.allSatisfy { $0["time"] is Double })
  }

  @Test func `a reference frame beyond the end is wrong use`() throws {
    let folder = try TemporaryFolder()
    let run = try Program.run("vision", "registration", toss(folder), "--reference", "99")
    #expect(run.status == 64 && run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test func `in a picture of dice there is nobody`() throws {
    let run = try Program.run("vision", "pose", Self.dice, "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "{\"file\": \"\(Self.dice)\", \"people\": []}\n")
    #expect(try Program.run("vision", "pose", Self.dice).output == "\(Self.dice): nobody\n")
  }

  @Test func `a grey wall has no board`() throws {
    let folder = try TemporaryFolder()
    let wall = folder.url.appending(path: "wall.png").path
    try ImageWriter.write(
      RGBImage(width: 320, height: 240, pixels: [UInt8](repeating: 120, count: 320 * 240 * 3)),
      to: wall)
    let run = try Program.run("vision", "gameboard", wall, "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == "{\"file\": \"\(wall)\", \"boards\": []}\n")
    #expect(try Program.run("vision", "gameboard", wall).output == "\(wall): no board\n")
  }

  @Test func `what is taken for a board is written with what speaks for it`() throws {
    let folder = try TemporaryFolder()
    let picture = folder.url.appending(path: "board.png").path
    let film = try VideoReader(path: SampleGame.clip)
    try ImageWriter.write(try #require(try film.next()).image, to: picture)
    let inspection = folder.url.appending(path: "inspection").path
    let run = try Program.run("vision", "gameboard", picture, "--json", "--inspect", inspection)
    #expect(run.status == 0, "\(run.errors)")
    let boards = try #require(try object(run.lines[0])["boards"] as? [[String: Any]])
    let error = try #require(boards.first?["error"] as? Double)
    #expect(boards.count == 1 && error > 0 && error < 0.02)

    let text = try String(contentsOfFile: "\(inspection)/board.json", encoding: .utf8)
    let candidates = try #require(try object(text)["candidates"] as? [[String: Any]])
    let sure = try #require(candidates.first?["features"] as? [String: Double])
    #expect(sure.count == 8 && sure["meanLogit"] ?? 0 > 2)
    let shown = try ImageReader.read(contentsOf: "\(inspection)/board.png").image
    #expect(shown.width == 64 * candidates.count && shown.height == 112)

    // What cannot be inspected is answered all the same.
    try FileManager.default.removeItem(atPath: "\(inspection)/board.json")
    try FileManager.default.createDirectory(
      atPath: "\(inspection)/board.json", withIntermediateDirectories: false)
    let again = try Program.run("vision", "gameboard", picture, "--json", "--inspect", inspection)
    #expect(again.status != 0 && again.output == run.output && !again.errors.isEmpty)
  }

  @Test func `what the pose networks were shown is written with what they answered`() throws {
    let folder = try TemporaryFolder()
    let picture = folder.url.appending(path: "thrower.png").path
    try ImageWriter.write(try SampleGame.firstThrow.get()[0].image, to: picture)
    let inspection = folder.url.appending(path: "inspection").path
    let run = try Program.run("vision", "pose", picture, "--json", "--inspect", inspection)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try Program.run("vision", "pose", picture, "--json").output == run.output)
    let people = try #require(try object(run.lines[0])["people"] as? [[String: Any]])
    let wrist = try #require((people.first?["joints"] as? [String: [Double]])?["leftWrist"])

    let text = try String(contentsOfFile: "\(inspection)/thrower.json", encoding: .utf8)
    let looks = try #require(try object(text)["looks"] as? [[String: Any]])
    let networks = looks.map { $0["network"] as? String }
    #expect(networks.first == "detector" && networks.last == "landmarks")
    let bodies = looks.compactMap { $0["landmarks"] as? [[Double]] }
    // MediaPipe's landmark 15 is the left wrist.
    #expect(bodies.allSatisfy { $0.count == 39 } && bodies.contains { $0[15] == wrist })
    let shown = try ImageReader.read(contentsOf: "\(inspection)/thrower.png").image
    #expect(shown.width == networks.reduce(0) { $0 + ($1 == "detector" ? 224 : 256) })
    #expect(shown.height == 256)
  }

  @Test func `of a film each frame is written under its number`() throws {
    let folder = try TemporaryFolder()
    let clip = try folder.roll("clip.mp4", frames: 3)
    let inspection = folder.url.appending(path: "inspection").path
    let run = try Program.run("vision", "pose", clip, "--json", "--inspect", inspection)
    #expect(run.status == 0 && run.lines.count == 3, "\(run.errors)")
    for frame in 0..<3 {
      let name = "\(inspection)/clip-00000\(frame)"
      let line = try object(String(contentsOfFile: "\(name).json", encoding: .utf8))
      #expect(line["frame"] as? Int == frame && line["file"] as? String == clip)
      #expect(try ImageReader.read(contentsOf: "\(name).png").image.height == 224)
    }
  }

  @Test func `a bad picture is reported, and boards are still searched for in the others`() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("no picture", to: "text.jpg")
    let marked = folder.url.appending(path: "marked")
    let run = try Program.run(
      "vision", "gameboard", "/nowhere.jpg", text, Self.dice, "--json", "--annotate", marked.path)
    #expect(run.status == 66)
    #expect(run.lines.count == 3)
    #expect(try object(run.lines[0])["error"] != nil && object(run.lines[1])["error"] != nil)
    #expect(try object(run.lines[2])["boards"] is [Any])
    #expect(FileManager.default.fileExists(atPath: marked.appending(path: "dice.jpg").path))
  }

  @Test func `every frame of a film has its line`() throws {
    let folder = try TemporaryFolder()
    let clip = try folder.roll("clip.mp4", frames: 4)
    let run = try Program.run("vision", "pose", clip, "--json")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.lines.map { try object($0)["frame"] as? Int } == [0, 1, 2, 3])
  }

  @Test func `a bad input is reported, and the others are still read`() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write("no picture", to: "text.jpg")
    let run = try Program.run("vision", "pose", "/nowhere.jpg", text, Self.dice, "--json")
    #expect(run.status == 66)
    #expect(run.lines.count == 3)
    #expect(try object(run.lines[0])["error"] != nil && object(run.lines[1])["error"] != nil)
  }

  @Test(
    "wrong use is reported with status 64, what is missing with 66, what is no video with 65",
    arguments: [
      (["trajectories", "/nowhere.mp4"], 66), (["stability", "/nowhere.mp4"], 66),
      (["registration", "/nowhere.mp4"], 66), (["registration", dice], 65),
      (["registration", "x.mp4", "--reference", "-1"], 64), (["trajectories", dice], 65),
      (["stability", dice], 65),
      (["trajectories", "x.mp4", "--minimum-radius", "0.2", "--maximum-radius", "0.1"], 64),
      (["trajectories", "x.mp4", "--region", "0,0,2,1"], 64),
      (["trajectories", "x.mp4", "--trajectory-length", "3"], 64),
      (["stability", "x.mp4", "--window", "0"], 64), (["pose", "x.jpg", "--threads", "0"], 64),
      (["gameboard", "x.jpg", "--confidence-threshold", "2"], 64),
      (["gameboard", "x.jpg", "--orientation", "askew"], 64),
    ] as [([String], Int32)])
  func refused(arguments: [String], status: Int32) throws {
    let process = try Program.start(["vision"] + arguments)
    let outcome = try Program.finish(process)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(outcome.output.isEmpty && !outcome.errors.isEmpty)
  }
}
