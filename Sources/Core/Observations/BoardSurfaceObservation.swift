/// A part of the view of a board that looks different from what lay still there.
public struct BoardBlob: Hashable, Sendable {
  /// Its middle.
  public var place: BoardPoint
  /// In areas of a bag, ``Gameboard/bagArea``.
  public var area: Double
  /// As much of it as is on the playing surface outside of the hole.
  public var areaOnBoard: Double
  /// As much of it as is in the hole.
  public var areaInHole: Double
  /// Its mean colour, red, green and blue in `0...255`.
  public var colour: SIMD3<Double>
  /// How many times as long as wide it is.
  public var elongation: Double
  /// Whether it reaches the end of what is watched of the board and the ground about it.
  public var touchesEdge: Bool
  /// Whether that end is the picture's edge.
  public var isCut: Bool

  public init(
    place: BoardPoint, area: Double, areaOnBoard: Double, areaInHole: Double,
    colour: SIMD3<Double>, elongation: Double = 1, touchesEdge: Bool = false, isCut: Bool = false
  ) {
    self.place = place
    self.area = area
    self.areaOnBoard = areaOnBoard
    self.areaInHole = areaInHole
    self.colour = colour
    self.elongation = elongation
    self.touchesEdge = touchesEdge
    self.isCut = isCut
  }
}

/// A part of the view that has changed, and lies still now.
public struct BoardChange: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// Something lies there now.
    case covered
    /// What lay there has gone.
    case uncovered
  }

  public var kind: Kind
  public var blob: BoardBlob
  /// When it last changed, in seconds.
  public var time: Double

  public init(kind: Kind, blob: BoardBlob, time: Double) {
    self.kind = kind
    self.blob = blob
    self.time = time
  }
}

/// What a frame of a film shows of a board, and of the ground about it.
public struct BoardSurfaceObservation: Hashable, Sendable {
  /// What moves.
  public var moving: [BoardBlob]
  /// What lies still since this frame and did not before, once each.
  public var changes: [BoardChange]
  /// Whether the board is hidden, or another picture is to be seen; then there is nothing else.
  public var isHidden: Bool
  /// Whether the picture has been another one for so long that it is taken for a new view, with
  /// other things on the board perhaps.
  public var isNewView: Bool

  public init(
    moving: [BoardBlob] = [], changes: [BoardChange] = [], isHidden: Bool = false,
    isNewView: Bool = false
  ) {
    self.moving = moving
    self.changes = changes
    self.isHidden = isHidden
    self.isNewView = isNewView
  }
}
