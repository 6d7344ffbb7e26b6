/// A place on a board, in metres: `x` from its left edge, `y` from the far end, where the hole is.
/// Outside of the board's sizes it lies beside it, as if its surface continued.
public struct BoardPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The hole's middle.
  public static let hole = BoardPoint(x: Gameboard.holeCenter.x, y: Gameboard.holeCenter.y)

  /// The playing surface's, from the far left, clockwise.
  public static let corners = [
    BoardPoint(x: 0, y: 0), BoardPoint(x: Gameboard.width, y: 0),
    BoardPoint(x: Gameboard.width, y: Gameboard.length), BoardPoint(x: 0, y: Gameboard.length),
  ]

  /// Whether it is on the playing surface or in its hole.
  public var isOnBoard: Bool {
    (0...Gameboard.width).contains(x) && (0...Gameboard.length).contains(y)
  }

  /// In metres.
  public func distance(to other: BoardPoint) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
