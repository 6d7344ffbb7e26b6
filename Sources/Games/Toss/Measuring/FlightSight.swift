internal import VisionCore

/// What was seen of a throw.
struct FlightSight {
  struct Sample {
    /// In seconds.
    var time: Double
    var place: WidthPoint
  }

  /// The bag in flight, in the order of time.
  var samples: [Sample]
  /// The board's corners, from the far left one clockwise.
  var corners: [WidthPoint]
  /// The picture's height divided by its width.
  var heightRatio: Double
  /// When the bag left the hand, and the standard error of that; in seconds.
  var releaseTime: Double
  var releaseError: Double
  /// Where the thrower stands at the release, at the height of the ankles.
  var feet: WidthPoint?
  /// Whether the path ends where the bag came down, and not where the clip or the picture does.
  var endsAtLanding: Bool
  /// Where the bag came to rest, on the board's plane, and whether on the board; `nil` where nobody
  /// saw it.
  var rest: (place: BoardPoint, isOnBoard: Bool)?
  /// Seconds from frame to frame.
  var frameInterval: Double

  /// The standard error of a corner's place, pointed out or found; one that is far off pulls no harder than
  /// one that is three errors off.
  static let cornerError = 0.001
  /// A blob's middle is not found better than this, however smooth the path.
  static let minimumSampleError = 0.0002

  init(
    samples: [Sample], corners: [WidthPoint], heightRatio: Double, releaseTime: Double,
    releaseError: Double, feet: WidthPoint?, endsAtLanding: Bool,
    rest: (place: BoardPoint, isOnBoard: Bool)? = nil, frameInterval: Double
  ) {
    self.samples = samples
    self.corners = corners
    self.heightRatio = heightRatio
    self.releaseTime = releaseTime
    self.releaseError = releaseError
    self.feet = feet
    self.endsAtLanding = endsAtLanding
    self.rest = rest
    self.frameInterval = frameInterval
  }
}
