import ArgumentParser
import BeanBagToss
import DiceGame
import Inference
import VisionCore

// The values of options, as they are spelt on the command line.

enum RuleArgument: String, CaseIterable, ExpressibleByArgument {
  case steady
  case consecutiveFrames = "consecutive-frames"

  var rule: RollRule {
    switch self {
    case .steady: .steady
    case .consecutiveFrames: .consecutiveFrames
    }
  }
}

enum CropAndScaleArgument: String, CaseIterable, ExpressibleByArgument {
  case scaleToFit = "scale-to-fit"
  case scaleToFill = "scale-to-fill"
  case centerCrop = "center-crop"

  var cropAndScale: CropAndScale {
    switch self {
    case .scaleToFit: .scaleToFit
    case .scaleToFill: .scaleToFill
    case .centerCrop: .centerCrop
    }
  }
}

/// The four ways a camera can be held; mirrored orientations come from EXIF only.
enum OrientationArgument: String, CaseIterable, ExpressibleByArgument {
  case up, right, down, left

  var orientation: ImageOrientation {
    switch self {
    case .up: .up
    case .right: .right
    case .down: .down
    case .left: .left
    }
  }
}

enum PrecisionArgument: String, CaseIterable, ExpressibleByArgument {
  case f32, bf16, int8

  var precision: Precision {
    switch self {
    case .f32: .f32
    case .bf16: .bf16
    case .int8: .int8
    }
  }
}

extension Split: ExpressibleByArgument {}

enum UnitsArgument: String, CaseIterable, ExpressibleByArgument {
  case metric, imperial

  var units: UnitSystem {
    switch self {
    case .metric: .metric
    case .imperial: .imperial
    }
  }
}

/// Bonuses of some styles: "overhand=2,underleg=5".
struct StyleBonusArgument: ExpressibleByArgument {
  private var bonuses: [ThrowStyle: Int] = [:]

  init?(argument: String) {
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", omittingEmptySubsequences: false)
      guard words.count == 2, let style = ThrowStyle(rawValue: String(words[0])), style != .none,
        let bonus = Int(words[1]), StyleBonus.range.contains(bonus),
        bonuses.updateValue(bonus, forKey: style) == nil
      else { return nil }
    }
  }

  /// The bonuses of some rules, with these instead of theirs.
  func applied(to rules: StyleBonus) -> StyleBonus {
    StyleBonus(
      overhand: bonuses[.overhand] ?? rules.overhand,
      underhand: bonuses[.underhand] ?? rules.underhand,
      underleg: bonuses[.underleg] ?? rules.underleg)
  }
}

/// A part of the picture: "0,0,1,0.5" for x, y, width and height.
struct RegionArgument: ExpressibleByArgument {
  var box = BoundingBox.unit

  init() {}

  init?(argument: String) {
    let numbers = argument.split(separator: ",").compactMap { Double($0) }
    guard numbers.count == 4, numbers.allSatisfy({ (0...1).contains($0) }), numbers[0] < 1,
      numbers[1] < 1, numbers[2] > 0, numbers[3] > 0
    else { return nil }
    box = BoundingBox(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  var defaultValueDescription: String { "0,0,1,1" }
}
