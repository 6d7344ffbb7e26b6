internal import VisionCore

/// A board as the second network has it.
struct FittedBoard: Hashable, Sendable {
  var confidence: Float
  var corners: BoardQuadrilateral
  var hole: BoardWidthPoint
}

extension FittedBoard {
  /// What the network says of a candidate with these corners; `nil` where no board could be seen so.
  fileprivate init?(_ fit: GameboardFit, of candidate: BoardQuadrilateral) {
    guard let moved = candidate.pixels(of: fit.corners) else { return nil }
    let corners = BoardQuadrilateral(points: moved)
    guard corners.isSound, let seen = candidate.pixels(of: [fit.hole]),
      let hole = corners.place(of: seen[0])
    else { return nil }
    self.init(confidence: fit.confidence, corners: corners, hole: hole)
  }

  /// The surest of those that lie on one another.
  static func distinct(_ boards: [FittedBoard]) -> [FittedBoard] {
    var kept: [FittedBoard] = []
    for board in boards.sorted(by: { $0.confidence > $1.confidence })
    where !kept.contains(where: {
      $0.corners.contains(board.corners.middle) || board.corners.contains($0.corners.middle)
    }) {
      kept.append(board)
    }
    return kept
  }
}

/// The second network's looks at one candidate: both ways round, each from where the last look found the corners.
struct BoardFitting: Sendable {
  /// What the network is to be shown next; `nil` once all has been seen.
  private(set) var next: BoardQuadrilateral?
  /// The way round of which the network is surer; `nil` where it sees no board.
  private(set) var board: FittedBoard?
  private var otherWay: BoardQuadrilateral?
  private var last: FittedBoard?
  private var round = 0

  /// What the second network must say of a board for it to look again, from where it found the corners. More rounds
  /// converge from farther off, on boards and on other things alike. Of 35 pictures the second minimum costs 16 of 665
  /// guesses that are worth verifying without it, but none of the boards.
  private static let worthAnotherRound: [Float] = [0.02, 0.1]

  init(_ candidate: GameboardCandidate) {
    next = candidate.corners
    otherWay = candidate.corners.turned
  }

  /// Takes in what the network says of ``next``.
  mutating func record(_ fit: GameboardFit) {
    guard let candidate = next else { return }
    if let fitted = FittedBoard(fit, of: candidate) {
      last = fitted
      if round < Self.worthAnotherRound.count, fit.confidence >= Self.worthAnotherRound[round] {
        round += 1
        next = fitted.corners
        return
      }
    }
    if let last, last.confidence > board?.confidence ?? 0 { board = last }
    (next, otherWay, last, round) = (otherWay, nil, nil, 0)
  }
}
