public import VisionCore

/// What is known of where a bag came to rest.
public enum BagRest: Hashable, Sendable {
  case seen(Outcome)
  case unknown(Reason)

  /// Why nobody can know it.
  public enum Reason: String, Hashable, Sendable {
    /// It left the picture, or lies across its edge: beside the board, in the hole, or by half on the board.
    case cut
    /// It was hidden while it moved over the board.
    case unsure
  }

  /// `nil` where it is not known.
  public var outcome: Outcome? {
    if case .seen(let outcome) = self { outcome } else { nil }
  }

  /// What a game takes it for: most bags that leave the picture have left the board. `nil` where that is
  /// anybody's guess.
  public var likelyOutcome: Outcome? { self == .unknown(.cut) ? .off : outcome }

  /// Whether it was seen to stop on the board or in its hole.
  public var isOnBoard: Bool { outcome == .board || outcome == .hole }
}

/// A bag that was thrown has come to rest, or out of sight.
public struct BagLanding: Hashable, Sendable {
  /// Counts from 1.
  public var number: Int
  /// The first frame in which the bag was seen, and its time in seconds.
  public var firstFrame: Int
  public var firstTime: Double
  /// The first frame in which it lay still, or had gone below the surface, and its time.
  public var restFrame: Int
  public var restTime: Double
  public var rest: BagRest
  /// Where its middle lies; for a bag that has gone, where it was seen last.
  public var place: BoardPoint

  public init(
    number: Int, firstFrame: Int, firstTime: Double, restFrame: Int, restTime: Double,
    rest: BagRest, place: BoardPoint
  ) {
    self.number = number
    self.firstFrame = firstFrame
    self.firstTime = firstTime
    self.restFrame = restFrame
    self.restTime = restTime
    self.rest = rest
    self.place = place
  }

  /// What a game takes it for; what the picture's edge cuts on the board lies there.
  public var likelyOutcome: Outcome? {
    rest == .unknown(.cut) && place.isOnBoard ? .board : rest.likelyOutcome
  }
}

/// A bag that lay still lies elsewhere now: it slid on, or another one struck it.
public struct BagMove: Hashable, Sendable {
  /// The landing's number; `nil` for a bag that lay there from the start.
  public var landing: Int?
  public var frame: Int
  /// In seconds.
  public var time: Double
  public var rest: BagRest

  public init(landing: Int?, frame: Int, time: Double, rest: BagRest) {
    self.landing = landing
    self.frame = frame
    self.time = time
    self.rest = rest
  }
}

/// What is known of the bags since a frame.
public enum BagEvent: Hashable, Sendable {
  case landed(BagLanding)
  case moved(BagMove)
}

/// A bag that lies in view.
public struct RestingBag: Hashable, Sendable {
  /// The number of its landing.
  public var landing: Int
  public var place: BoardPoint
  public var rest: BagRest

  public init(landing: Int, place: BoardPoint, rest: BagRest) {
    self.landing = landing
    self.place = place
    self.rest = rest
  }
}
