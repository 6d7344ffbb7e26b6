public import VisionCore

/// How many times a bag counts for the style of its throw.
public struct StyleBonus: Hashable, Sendable {
  /// What a bonus may be: 0 for a style that scores nothing, 1 for none.
  public static let range = 0...100

  public var overhand: Int
  public var underhand: Int
  public var underleg: Int

  public init(overhand: Int = 1, underhand: Int = 1, underleg: Int = 1) {
    self.overhand = overhand
    self.underhand = underhand
    self.underleg = underleg
  }

  /// The bonus of a style; a throw without a clear one counts once.
  public subscript(style: ThrowStyle) -> Int {
    switch style {
    case .overhand: overhand
    case .underhand: underhand
    case .underleg: underleg
    case .none: 1
    }
  }
}
