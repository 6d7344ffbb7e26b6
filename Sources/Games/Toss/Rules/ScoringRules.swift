public import VisionCore

/// The rules of a game: a preset, and what its players have set otherwise.
public struct ScoringRules: Hashable, Sendable {
  public static let practice = ScoringRules(.practice)
  public static let cornhole = ScoringRules(.cornhole)

  public var preset: ScoringPreset
  public var styleBonus: StyleBonus

  /// - Parameters:
  ///   - preset: Who plays, and what ends the game.
  ///   - styleBonus: How many times a bag counts for its style; the preset's own where it is left out.
  public init(_ preset: ScoringPreset, styleBonus: StyleBonus? = nil) {
    self.preset = preset
    self.styleBonus = styleBonus ?? preset.styleBonus
  }

  /// What a bag is worth where it rests.
  public func points(for outcome: Outcome, style: ThrowStyle) -> Int {
    let points =
      switch outcome {
      case .off: 0
      case .board: 1
      case .hole: 3
      }
    return points * styleBonus[style]
  }
}
