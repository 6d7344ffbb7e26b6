public import VisionCore

/// What the player knows better.
public enum TossCorrection: Hashable, Sendable {
  /// Where the bag of a throw rests, by the throw's number.
  case outcome(throw: Int, Outcome)
  /// What was reported as a throw, by its number, was not one.
  case noThrow(Int)
  /// Where the board is.
  case board(GameboardObservation.Corners)
  /// The board is not where it was said to be, or found: it is looked for again.
  case boardUnknown
}

extension TossWatch {
  /// Takes in a correction. What follows from it is in ``takeEvents()``; nothing for a number that no throw has.
  public mutating func correct(_ correction: TossCorrection) {
    switch correction {
    case .outcome(let number, let outcome):
      let happened = game.correct(throw: number, outcome: outcome)
      if !happened.isEmpty, let made = throwMade(number) { events.append(.throwChanged(made)) }
    case .noThrow(let number):
      game.withdraw(throw: number)
      if let made = throwMade(number) { events.append(.throwChanged(made)) }
    case .board(let corners):
      finder.giveUp()
      self.corners = corners
      givenBoard = size.flatMap {
        GameboardObservation(corners: corners, aspectRatio: $0.aspectRatio)
      }
      if failure == .tooLittleOfBoard { failure = nil }
      camera.boardWasSeen(at: camera.displacement)
      reported.forget(.boardElsewhere)
      proceed()
    case .boardUnknown:
      (corners, givenBoard) = (nil, nil)
      if failure == .tooLittleOfBoard { failure = nil }
      finder.restart(at: frame.time)
      game.forgetBoard()
      reported.forget(.boardElsewhere)
    }
  }

  private func throwMade(_ number: Int) -> Throw? {
    throwsSoFar.indices.contains(number - 1) ? throwsSoFar[number - 1] : nil
  }
}
