import Foundation
import Testing

/// `--engine`, where OpenVINO is there and where it is not.
@Suite("Engines of the command line")
struct EngineOptionTests {
  private static let picture = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Samples/dice.jpg").standardizedFileURL.path

  /// Runs the program on the picture with the project's own networks.
  private func read(_ words: String, openVINO: String? = nil) throws -> Program.Outcome {
    let found = openVINO.map { "export PLAYFIELD_OPENVINO='\($0)'; " } ?? ""
    return try Program.shell(
      "unset PLAYFIELD_MODELS; \(found)\"$program\" dice read '\(Self.picture)' \(words)")
  }

  @Test("the same dice, whatever runs the networks", arguments: ["auto", "openvino", "portable"])
  func engine(_ engine: String) throws {
    let run = try read("--engine \(engine)")
    #expect(run.output.hasSuffix(": 4 + 3 + 4 + 6 + 1 + 2 + 5 = 25\n"), "\(run.errors)")
  }

  @Test func `without OpenVINO networks run on plain Swift, unless it is asked for`() throws {
    let run = try read("", openVINO: "/nowhere")
    #expect(run.output.hasSuffix("= 25\n"), "\(run.errors)")
    for words in ["--engine openvino", "--precision bf16"] {
      let run = try read(words, openVINO: "/nowhere")
      #expect(run.status == 66)
      #expect(
        run.errors.contains("OpenVINO was not found (/nowhere/libopenvino_c.so"), "\(run.errors)")
    }
    let version = try Program.shell("PLAYFIELD_OPENVINO=/nowhere \"$program\" --version")
    #expect(version.output.hasSuffix(", networks on plain Swift\n"))
  }

  @Test("wrong usage", arguments: ["--engine fast", "--engine portable --precision f32"])
  func wrongUsage(_ words: String) throws {
    let run = try read(words)
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
  }
}
