import Foundation
import Testing

/// The program with the published network, on clips and photos of dice.
@Suite struct RealDiceTests {
  /// A clip and the rolls in it.
  struct Clip: Decodable, Sendable, CustomTestStringConvertible {
    struct Roll: Decodable, Sendable { let values: [Int] }
    let file: String
    let rolls: [Roll]

    var testDescription: String { file }
  }

  private struct Truth: Decodable { let clips: [Clip] }

  static let project = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
  /// Photos and clips by other people, which are no part of the project.
  static let shared =
    ProcessInfo.processInfo.environment["PLAYFIELD_SHARED"].map { URL(filePath: $0) }
    ?? project.deletingLastPathComponent().appending(path: "shared")
  static let rolls = shared.appending(path: "data/rolls")
  static let photos = shared.appending(path: "data/dice/wooden-six")
  static let hasPhotos = FileManager.default.fileExists(
    atPath: photos.appending(path: "annotations.json").path)
  static let clips: [Clip] = {
    let truth = try? Data(contentsOf: rolls.appending(path: "truth.json"))
    let all = truth.flatMap { try? JSONDecoder().decode(Truth.self, from: $0).clips } ?? []
    // Those of one roll; Scripts/check-rolls.py also reads the long one.
    return all.filter { $0.rolls.count == 1 }
  }()

  @Test("The sample clip's rolls are reported, each once", arguments: ["1", "2"])
  func sample(every step: String) throws {
    struct Sample: Decodable { let rolls: [Clip.Roll] }
    let samples = Self.project.appending(path: "Samples")
    let truth = try JSONDecoder().decode(
      Sample.self, from: Data(contentsOf: samples.appending(path: "rolls.json")))
    let reported = try values(in: samples.appending(path: "rolls.mp4"), every: step)
    #expect(reported == truth.rolls.map(\.values))
  }

  @Test(
    "Other people's rolls are reported, each once",
    .enabled(if: !clips.isEmpty, "needs the clips of ../shared, or of PLAYFIELD_SHARED"),
    arguments: clips)
  func otherPeoplesRolls(in clip: Clip) throws {
    let reported = try values(in: Self.rolls.appending(path: clip.file), every: "1")
    #expect(reported == clip.rolls.map(\.values))
  }

  @Test(
    "A photographer's dice that the network has never met are read",
    .enabled(if: hasPhotos, "needs the photos of ../shared, or of PLAYFIELD_SHARED"))
  func neverMet() throws {
    let set = Self.photos
    let run = try Program.run("dice", "evaluate", set.path, "--json")
    let score = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let dice = try #require(score["dice"] as? Int)
    #expect(dice == 78)
    #expect(try #require(score["right"] as? Int) * 100 >= dice * 97)
    #expect(try #require(score["extra"] as? Int) * 100 <= dice * 2)
  }

  private func values(in clip: URL, every step: String) throws -> [[Int]] {
    let run = try Program.run("dice", "watch", clip.path, "--json", "--every", step)
    #expect(run.status == 0, "\(run.errors)")
    return try run.lines.map { line in
      let roll = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return try #require(roll?["values"] as? [Int])
    }
  }
}
