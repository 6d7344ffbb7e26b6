import Testing
import VisionCore

@Suite("The version")
struct VersionTests {
  @Test func `is that of the library, with the engine's`() throws {
    let outcome = try Program.run("--version")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let words = outcome.output.split(whereSeparator: \.isWhitespace)
    #expect(words.prefix(3) == ["playfield", "\(playfieldVersion),", "OpenVINO"])
    #expect(words.count == 4 && words.last?.first?.isNumber == true, "\(outcome.output)")
  }
}
