/// The units in which people are shown lengths and speeds.
public enum UnitSystem: String, CaseIterable, Hashable, Sendable {
  /// Metres, metres per second.
  case metric
  /// Feet, miles per hour.
  case imperial

  public var lengthUnit: String { self == .metric ? "m" : "ft" }
  public var speedUnit: String { self == .metric ? "m/s" : "mph" }

  /// - Parameter metres: A length.
  /// - Returns: The same in ``lengthUnit``.
  public func length(_ metres: Double) -> Double { self == .metric ? metres : metres / 0.3048 }

  /// - Parameter metresPerSecond: A speed.
  /// - Returns: The same in ``speedUnit``.
  public func speed(_ metresPerSecond: Double) -> Double {
    self == .metric ? metresPerSecond : metresPerSecond * 3600 / 1609.344
  }
}
