public import VisionCore

extension Outcome {
  /// How far a bag slides along the board at most, as most do, in metres.
  private static let slide = 0.55

  /// Where a bag lies that nobody saw come to rest, by where its path leads.
  ///
  /// Lying on the board it would mostly have been seen: what vanishes over the hole, has hit the board
  /// below it, or has vanished before it, went in. From the side it is the depth of a flight that is known
  /// least, so what hits the board elsewhere by the flight alone, and was last seen beside it, lies behind it.
  ///
  /// - Parameters:
  ///   - lastSeen: The place on the board's plane at which it was seen last; `nil` where that has none.
  ///   - hit: The place at which its flight, as it was measured, comes down on that plane, if it does.
  ///   - isMeasured: Whether the flight was measured at all.
  public init(lastSeen: BoardPoint?, hit: BoardPoint?, isMeasured: Bool) {
    guard let lastSeen else {
      self = .off
      return
    }
    let isSeenOnBoard = lastSeen.isOnBoard
    if lastSeen.distance(to: .hole) <= Gameboard.holeRadius {
      self = .hole
    } else if let hit, hit.isOnBoard {
      let reach = 2 * Gameboard.holeRadius
      let slidIn =
        abs(hit.x - BoardPoint.hole.x) < reach
        && (-reach..<Self.slide).contains(hit.y - BoardPoint.hole.y)
      self = slidIn ? .hole : isSeenOnBoard ? .board : .off
    } else {
      self = !isSeenOnBoard ? .off : isMeasured ? .hole : .board
    }
  }
}
