import BeanBagToss
import Media
import TossAnalysis
import VisionCore

// How a game of bean-bag toss is put into words.

extension Throw {
  /// "throw 2 at 7.31 s: underhand (93 %), 41.8° ± 0.9°, 6.4 ± 0.1 m/s, 4.5 ± 0.05 m, on the board, 1 point".
  func line(in units: UnitSystem, decision: TossWatch.Decision) -> String {
    var parts = style.map { [$0.words] } ?? []
    parts += figures(in: units)
    parts.append(outcome.words + (decision == .path ? " as its path shows" : ""))
    parts.append(pointsText)
    return "throw \(number) at \(seconds(time)): "
      + parts.joined(separator: ", ")
  }

  var pointsText: String { points == 1 ? "1 point" : "\(points) points" }

  /// Angle, speed and distance, as far as they are known.
  func figures(in units: UnitSystem) -> [String] {
    [angleText, speedText(in: units), distanceText(in: units)].compactMap { $0 }
  }

  var angleText: String? { releaseAngle.map { "\($0.text(places: 1))°" } }

  func speedText(in units: UnitSystem) -> String? {
    speed.map { "\($0.text(places: 1, units.speed)) \(units.speedUnit)" }
  }

  func distanceText(in units: UnitSystem) -> String? {
    distance.map { "\($0.text(places: 2, units.length)) \(units.lengthUnit)" }
  }
}

extension Estimate {
  /// "41.8 ± 0.9".
  fileprivate func text(
    places: Int, _ convert: (Double) -> Double = { $0 }
  ) -> String {
    func fixed(_ number: Double) -> String {
      guard abs(number) < 1e6 else { return "?" }
      return (number < 0 ? "-" : "") + TextTable.fixed(abs(number), places: places)
    }
    return "\(fixed(convert(value))) ± \(fixed(convert(error)))"
  }
}

extension Scoreboard {
  var caption: String {
    switch rules.preset {
    case .practice: "throw \(bags.count) of \(Self.practiceLength)"
    case .cornhole: "\(bags.count) thrown"
    }
  }
}

extension TossPicture {
  /// What is drawn on a frame.
  init(_ scene: TossScene, people: [HumanBodyPoseObservation], units: UnitSystem) {
    self.init()
    board = scene.board
    self.people = people
    trajectories = scene.paths
    score = scene.scoreboard.text
    scoreCaption = scene.scoreboard.caption
    if let last = scene.lastThrow {
      headline =
        if let style = last.style, style.style != .none {
          "\(style.style.rawValue.capitalizedFirst) \(style.percent)"
        } else {
          "Throw \(last.number)"
        }
      lines =
        ["\(last.outcome.words.capitalizedFirst)  +\(last.points)"] + last.figures(in: units)
      // Only joints that are seen well: the others may lie anywhere.
      keptClear =
        last.trajectory.points.map(\.location)
        + last.poses.flatMap { timed in JointName.allCases.map { timed.pose[$0] } }
        .filter { $0.confidence > 0.5 }.map(\.location)
    }
    // When all goes well the picture speaks for itself.
    status = scene.state.reason?.description ?? ""
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
