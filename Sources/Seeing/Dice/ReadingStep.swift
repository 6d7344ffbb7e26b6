package import VisionCore

/// What a network is to be asked on the way to the dice of a picture.
package enum ReadingStep: Hashable, Sendable {
  /// The dice network: what it sees in a look.
  case look(Look)
  /// The portrait network: what it sees in a view of one die.
  case portrait(Drawing)

  /// How the network's input is drawn.
  package var drawing: Drawing {
    switch self {
    case .look(let look): look.drawing
    case .portrait(let view): view
    }
  }
}
