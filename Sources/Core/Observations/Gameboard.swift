/// The board of the bean-bag toss (cornhole), as the American Cornhole Association has it.
///
/// Lengths are in metres. On the board, `x` goes from its left edge to the right and `y` from the far
/// end, where the hole is, to the near end, as a thrower at the other end sees it.
public enum Gameboard {
  /// 2 feet.
  public static let width = 0.6096
  /// 4 feet.
  public static let length = 1.2192
  /// 6 inches across.
  public static let holeRadius = 0.0762
  /// 9 inches from the far edge, half-way between the sides.
  public static let holeCenter = (x: 0.3048, y: 0.2286)
  /// 12 inches: how high the far end stands.
  public static let farHeight = 0.3048
  /// Between 2.5 and 4 inches: how high the near end stands.
  public static let nearHeight = 0.0826
  /// A bag is 6 inches square; in square metres.
  public static let bagArea = 0.1524 * 0.1524
}
