package import SceneReading

/// What networks are to be run for: given out by a ``TossWatch``, and given back to it once nothing is left to run.
package enum TossErrand: Sendable {
  /// A look for the board in a frame.
  case board(GameboardSearch)
  /// Looks for the people in frames.
  case players(PlayerWatch)
  /// A look at how a throw was thrown.
  case style(ThrowStyleSearch)

  package enum Kind: Hashable, Sendable {
    case board, players, style
  }

  package var kind: Kind {
    switch self {
    case .board: .board
    case .players: .players
    case .style: .style
    }
  }
}
