/// Where a bag has come to rest.
public enum Outcome: String, CaseIterable, Hashable, Sendable {
  case hole, board
  /// Beside the board.
  case off
}
