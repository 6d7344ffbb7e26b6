internal import BeanBagToss
internal import VisionCore

// The words and figures of the report.

extension ScoringPreset {
  var words: String {
    switch self {
    case .practice: "practice rules"
    case .cornhole: "cornhole rules"
    }
  }
}

extension ScoringRules {
  /// "practice rules, overhand × 2, underleg × 5".
  var words: String {
    let bonuses = ThrowStyle.allCases.filter { styleBonus[$0] != 1 }
      .map { "\($0.words) × \(styleBonus[$0])" }
    return ([preset.words] + bonuses).joined(separator: ", ")
  }
}

extension Throw.Remark {
  var words: String {
    switch self {
    case .cameraMoved:
      "The camera moved, while the bag flew or since the board was seen: angle, speed and distance"
        + " may be off."
    case .releaseUnseen:
      "No hand was seen to let the bag go: angle and speed are those of where its path begins, and the"
        + " distance is measured from there."
    case .offTheLine(let stand):
      "The thrower stood \(fixed(stand, places: 1)) m from the hole; the rules want"
        + " \(fixed(ScoringPreset.stand, places: 1)) m (25 feet)."
    case .gravityDisagrees(let ratio):
      "On this path gravity seems \(fixed(ratio, places: 2)) times what it is on Earth. The clip is"
        + " slowed down, or the board is not of regulation size: do not trust speed and distance."
    }
  }
}

/// A quantity that is measured of a throw: its name, unit, and where it stands.
struct Quantity {
  let name: String
  let unit: String
  /// What stands behind a figure.
  let suffix: String
  let places: Int
  /// In the unit.
  let estimate: (ThrowFigures) -> Estimate?

  /// "7.1 m/s", "41.2°".
  func text(_ value: Double) -> String {
    fixed(value, places: places) + suffix
  }

  /// "7.1 ± 0.2 m/s"; a dash for what was not measured.
  func text(_ estimate: Estimate?) -> String {
    guard let estimate, estimate.value.isFinite else { return "–" }
    return text(estimate.value, scatter: estimate.error.isFinite ? estimate.error : nil)
  }

  func text(_ spread: Spread?) -> String {
    guard let spread else { return "–" }
    return text(spread.mean, scatter: spread.standardDeviation)
  }

  private func text(_ value: Double, scatter: Double?) -> String {
    guard let scatter else { return text(value) }
    let number = "\(fixed(value, places: places)) ± \(fixed(scatter, places: places))"
    return number + suffix
  }

  func spread(of throwsMade: some Sequence<ThrowFigures>) -> Spread? {
    Spread(throwsMade.compactMap { estimate($0)?.value })
  }

  static func all(_ units: UnitSystem) -> [Quantity] {
    [
      Quantity(name: "Release angle", unit: "°", suffix: "°", places: 1) { $0.releaseAngle },
      Quantity(name: "Speed", unit: units.speedUnit, suffix: " \(units.speedUnit)", places: 1) {
        $0.speed.map {
          Estimate(value: units.speed($0.value), error: units.speed($0.error))
        }
      },
      Quantity(
        name: "Distance", unit: units.lengthUnit, suffix: " \(units.lengthUnit)",
        places: units == .metric ? 2 : 1
      ) {
        $0.distance.map {
          Estimate(value: units.length($0.value), error: units.length($0.error))
        }
      },
    ]
  }
}

/// "1 throw", "8 throws".
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

/// "1:02.5": minutes and seconds into the clip.
func clock(_ seconds: Double) -> String {
  guard seconds.isFinite, seconds >= 0, seconds < 1e6 else { return "–" }
  let tenths = Int((seconds * 10).rounded())
  let (minutes, rest) = tenths.quotientAndRemainder(dividingBy: 600)
  return "\(minutes):\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
}

extension BodyAngle {
  /// Its place in lists of all of them: Embedded Swift hashes what has a string as its raw value with tables of all of
  /// Unicode.
  var place: Int {
    switch self {
    case .elbow: 0
    case .shoulder: 1
    case .knee: 2
    case .trunkLean: 3
    }
  }
}

extension BodySide {
  /// At the start of a phrase.
  var capitalized: String { self == .left ? "Left" : "Right" }
}
