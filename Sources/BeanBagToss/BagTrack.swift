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
  /// How far it may be from where its speed would have brought it, in parts of that way.
  static let swerve = 0.7
  /// For how long it may go unseen, in seconds.
  static let memory = 0.2

  let number: Int
  let origin: Origin
  private(set) var sightings: [Sighting]
  /// Whether the board was hidden while it moved.
  var wasHidden = false
  /// Whether it was last seen so near another that moves on that the two became one.
  var hasMerged = false

  init(_ sighting: Sighting, number: Int, origin: Origin) {
    self.number = number
    sightings = [sighting]
    self.origin = origin
  }

  var first: Sighting { sightings[0] }
  var last: Sighting { sightings[sightings.count - 1] }

  mutating func see(_ sighting: Sighting) { sightings.append(sighting) }

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
      limit = 0.15 + Self.swerve * (dx * dx + dy * dy).squareRoot()
    } else {
      // What has just come into view may be in full flight.
      limit = max(limit, 12 * elapsed)
    }
    // It may have stopped at once, too.
    let distance = min(blob.place.distance(to: place), blob.place.distance(to: last.blob.place))
    return distance / limit
  }

  /// How far it came at most from where it was first seen, in metres.
  var travel: Double {
    sightings.reduce(0) { max($0, $1.blob.place.distance(to: first.blob.place)) }
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

  /// In how many sightings it was by itself and of a size among `areas`, in those of a bag.
  func sightings(ofSize areas: ClosedRange<Double>) -> Int {
    sightings.count { areas.contains($0.blob.area) && !$0.blob.touchesEdge }
  }

  /// The mean of its colours, where it was seen best: by itself, and whole.
  var colour: SIMD3<Double> {
    let whole = sightings.filter { $0.blob.area > 0.6 && $0.blob.area < 1.6 }
    let used = whole.isEmpty ? sightings : whole
    return used.reduce(.zero) { $0 + $1.blob.colour } / Double(used.count)
  }

  /// The distance of a place from the nearest at which it was seen, in metres.
  func distance(to place: BoardPoint) -> Double {
    sightings.reduce(.infinity) { min($0, $1.blob.place.distance(to: place)) }
  }

  /// Whether it came over the playing surface.
  var wasOverBoard: Bool {
    sightings.contains { $0.blob.areaOnBoard + $0.blob.areaInHole > 0.5 * $0.blob.area }
  }
}
