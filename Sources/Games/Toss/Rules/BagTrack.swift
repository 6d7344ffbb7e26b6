internal import VisionCore

/// Something that moves over a board, from where it was first seen to where it was last.
struct BagTrack {
  struct Sighting {
    let frame: Int
    let time: Double
    let blob: BoardBlob
  }

  /// What the track begins with.
  enum Origin: Hashable {
    /// It came into view.
    case entered
    /// A bag that lay still, by its number among those that lie.
    case bag(Int)
    /// It came into being beside another track, by that one's number: it is a bag that was struck, or
    /// the two are a bag and its shadow.
    case beside(Int)
  }

  /// How far, in metres, a thing may be from where it was seen, whatever its speed.
  static let reach = 0.3
  /// How far it may be from where its speed would have brought it, or from where it was, in metres, for what
  /// is seen of it changes with what lies beside it; and in parts of that way.
  static let slack = 0.2
  static let swerve = 0.7
  /// How fast what has just come into view may seem to go along the board, in metres a second, and how
  /// far.
  static let flightSpeed = 25.0
  static let flightReach = 0.85
  /// For how long it may go unseen, in seconds.
  static let memory = 0.2
  /// Of two sightings farther apart than this, in seconds, the first at the hole and the next beyond the
  /// far end: it fell through and lies beneath. There must be a frame between them that does not show it,
  /// for a slow camera's frames are as far apart.
  private static let fall = 0.09
  /// For how long its way is kept, in seconds: what sways in the wind never ends.
  private static let wayKept = 5.0

  let number: Int
  let origin: Origin
  let first: Sighting
  /// Those of the last ``wayKept`` seconds.
  private var sightings: [Sighting]
  /// How far it came at most from where it was first seen, in metres.
  private(set) var travel = 0.0
  /// In how many sightings it was by itself and of a bag's size.
  private(set) var bagSightings = 0
  /// In how many it was of a bag's size, and the picture's edge cut it.
  private(set) var cutSightings = 0
  /// How many of the last sightings in a row the picture's edge did not cut.
  private(set) var wholeAtEnd = 0
  /// Whether it came over the playing surface.
  private(set) var wasOverBoard = false
  /// Where it was seen last before it fell through the hole, if it came into view again beneath the
  /// board's far end.
  private(set) var drop: Sighting?
  private var colours = ColourSum()
  /// Of it as far as it was seen by itself, and whole.
  private var wholeColours = ColourSum()
  /// Whether the board was hidden while it moved.
  var wasHidden = false
  /// Whether it was last seen so near another that moves on that the two became one.
  var hasMerged = false

  init(_ sighting: Sighting, number: Int, origin: Origin) {
    self.number = number
    self.origin = origin
    first = sighting
    sightings = []
    see(sighting)
  }

  var last: Sighting { sightings.last ?? first }

  mutating func see(_ sighting: Sighting) {
    if let last = sightings.last, sighting.frame > last.frame + 1,
      sighting.time - last.time > Self.fall,
      last.blob.place.distance(to: .hole) < LandingTracker.atHole,
      sighting.blob.place.y < 0
    {
      drop = last
    }
    sightings.removeAll { $0.time < sighting.time - Self.wayKept }
    sightings.append(sighting)
    let blob = sighting.blob
    travel = max(travel, blob.place.distance(to: first.blob.place))
    wholeAtEnd = blob.isCut ? 0 : wholeAtEnd + 1
    if LandingTracker.bagAreas.contains(blob.area) {
      if !blob.touchesEdge { bagSightings += 1 } else if blob.isCut { cutSightings += 1 }
    }
    if blob.areaOnBoard + blob.areaInHole > 0.5 * blob.area { wasOverBoard = true }
    colours.add(blob.colour)
    if blob.area > 0.6, blob.area < 1.6 { wholeColours.add(blob.colour) }
  }

  /// What it costs to take `blob` for the same thing; 1 and more where it cannot be.
  func cost(of blob: BoardBlob, at time: Double) -> Double {
    let elapsed = time - last.time
    var (place, limit) = (last.blob.place, Self.reach)
    if sightings.count > 1 {
      let before = sightings[sightings.count - 2]
      let span = max(last.time - before.time, 0.001)
      let dx = (last.blob.place.x - before.blob.place.x) / span * elapsed
      let dy = (last.blob.place.y - before.blob.place.y) / span * elapsed
      place.x += dx
      place.y += dy
      limit = Self.slack + Self.swerve * (dx * dx + dy * dy).squareRoot()
    } else {
      // What has just come into view may be in full flight, high above where it seems to be.
      limit = max(limit, min(Self.flightSpeed * elapsed, Self.flightReach))
    }
    // It may have stopped at once, too.
    let distance = min(blob.place.distance(to: place), blob.place.distance(to: last.blob.place))
    // What is known to move there goes before what may.
    let doubt = sightings.count > 1 ? 0 : 0.25
    return doubt + (1 - doubt) * distance / limit
  }

  /// Whether it is that of a bag that lay there.
  var isBag: Bool {
    if case .bag = origin { true } else { false }
  }

  /// Whether it went on beside the place where another was seen last: soon after, and near.
  func wasNear(_ other: BagTrack) -> Bool {
    sightings.contains { sighting in
      sighting.time > other.last.time && sighting.time < other.last.time + Self.memory
        && sighting.blob.place.distance(to: other.last.blob.place) < Self.reach
    }
  }

  /// The mean of its colours, where it was seen best.
  var colour: SIMD3<Double> { wholeColours.mean ?? colours.mean ?? .zero }

  /// The distance of a place from the nearest at which it was seen, in metres.
  func distance(to place: BoardPoint) -> Double {
    sightings.reduce(.infinity) { min($0, $1.blob.place.distance(to: place)) }
  }
}

private struct ColourSum {
  private var sum = SIMD3<Double>.zero
  private var count = 0.0

  mutating func add(_ colour: SIMD3<Double>) {
    sum += colour
    count += 1
  }

  var mean: SIMD3<Double>? { count > 0 ? sum / count : nil }
}
