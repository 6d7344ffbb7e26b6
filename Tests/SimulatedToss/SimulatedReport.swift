import BeanBagToss
import Foundation
import TossReport
import VisionCore

/// The games whose reports are looked at in a browser.
enum SimulatedReport: String, CaseIterable {
  /// Eight throws of three styles, with clips, a picture and games before.
  case practice
  /// Two sides, feet and miles, the first game, no picture.
  case cornhole
  /// What could not be measured, what is remarked, who was not seen, names that are markup.
  case troubled
  /// No throw at all.
  case empty
  /// One throw only.
  case single

  func report(field: Data?, clip: Data?) -> Report {
    switch self {
    case .practice:
      let session = SimulatedGame.session(seed: 3, styles: [.underhand, .overhand, .underleg])
      let numbers = session.throwsMade.map(\.number)
      return Report(
        session: session, earlier: Self.earlier, field: field,
        clips: clip.map { clip in Dictionary(uniqueKeysWithValues: numbers.map { ($0, clip) }) }
          ?? [:])
    case .cornhole:
      return Report(
        session: SimulatedGame.session(seed: 5, throwCount: 12, rules: .cornhole),
        earlier: Self.earlier, units: .imperial)
    case .troubled: return Report(session: Self.troubledSession, earlier: Self.earlier)
    case .empty: return Report(session: SimulatedGame.session(seed: 1, throwCount: 0))
    case .single:
      return Report(session: SimulatedGame.session(seed: 2, throwCount: 1), field: field)
    }
  }

  /// Seven games by practice rules.
  static var earlier: [SessionSummary] {
    (0..<7).map { week in
      let session = SimulatedGame.session(seed: UInt64(40 + week), styles: [.underhand, .overhand])
      return SessionSummary(
        id: Int64(week) + 1, startTime: session.startTime - 86_400 * 7 * Double(8 - week),
        source: session.source, rules: session.rules, isFinished: true,
        throwsMade: session.throwsMade.map(\.figures))
    }
  }

  static let hostileName = "<script>alert(1)</script>\"'&amp;\u{202E}4pm.\u{7}mp4"

  static var troubledSession: Session {
    var session = SimulatedGame.session(
      seed: 8, styles: [.underhand, .none], source: hostileName)
    session.board = nil
    for index in session.throwsMade.indices {
      switch index {
      case 0:
        session.throwsMade[index].releaseAngle = nil
        session.throwsMade[index].speed = nil
        session.throwsMade[index].distance = nil
      case 1: session.throwsMade[index].poses = []
      case 2: session.throwsMade[index].remarks = [.cameraMoved, .gravityDisagrees(ratio: 0.25)]
      case 3: session.throwsMade[index].trajectory.equation = nil
      case 4:
        session.throwsMade[index].speed = Estimate(value: 8.1, error: .infinity)
        session.throwsMade[index].distance = Estimate(value: .nan, error: .nan)
      case 5: session.throwsMade[index].trajectory.points = []
      case 6:
        for place in session.throwsMade[index].poses.indices where place % 3 == 0 {
          session.throwsMade[index].poses[place].pose[.rightElbow].confidence = 0
        }
      default: break
      }
    }
    return session
  }
}
