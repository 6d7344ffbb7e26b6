import BeanBagToss
import Foundation
import TossHistory
import TossReport
import VisionCore

/// Keeps made-up games for ever, or writes a report of one:
///
///     SimulatedToss keep HISTORY
///     SimulatedToss report KIND FOLDER [JPEG MP4]
@main
enum SimulatedToss {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("keep", 2): try keep(in: arguments[1])
    case ("report", 3), ("report", 5):
      guard let kind = SimulatedReport(rawValue: arguments[1]) else { fallthrough }
      let files = try arguments.dropFirst(3).map { try Data(contentsOf: URL(filePath: $0)) }
      let report = kind.report(field: files.first, clip: files.last)
      printLine(try report.write(to: arguments[2]))
    default:
      FileHandle.standardError.write(
        Data("SimulatedToss keep HISTORY | report KIND FOLDER [JPEG MP4]\n".utf8))
      exit(64)
    }
  }

  /// Reports each thing once it is kept, and never ends by itself.
  private static func keep(in path: String) throws {
    let history = try TossHistory(path: path)
    for seed in UInt64(0)... {
      var session = SimulatedGame.session(seed: seed % 4)
      let throwsMade = session.throwsMade
      session.throwsMade = []
      let id = try history.begin(session)
      printLine("began \(id)")
      for made in throwsMade {
        try history.append(made, to: id)
        printLine("threw \(id) \(made.number) \(made.outcome.rawValue)")
        if made.number % 3 == 0 {
          var slid = made
          slid.outcome = .hole
          slid.points = session.rules.points(for: .hole, style: made.style.label)
          try history.update(slid, in: id)
          printLine("slid \(id) \(made.number)")
        }
      }
      try history.finish(id)
      printLine("finished \(id)")
    }
  }

  /// A line that has left the process when the call returns.
  private static func printLine(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
