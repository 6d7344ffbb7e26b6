internal import PlayfieldMaths
public import VisionCore

/// Follows the bags on a board, and reports where each that is thrown comes to rest.
///
/// It is handed what moves and what has newly come to lie still, and sees no picture. What moves is
/// followed; what becomes of it shows within a second after it was last seen:
///
/// - something new lies still at its end, of a bag's size: on the board, beside it, or in the hole;
/// - nothing does, and it was last seen at the hole: it went in; also if it turns up again beneath the
///   board's far end;
/// - nothing does, and it was last seen beside the board, or at the end of what is watched: it went off;
/// - nothing does, and it was last seen over a bag: it lies on that one, and looks like it;
/// - it left the picture, or lies across its edge beside the board: it was cut, and nobody knows; one that came over the
///   edge onto the board and lies there whole, or was seen whole at the hole for the last time, is known;
/// - somebody hid it while it moved over the board, and nothing showed later: nobody can be sure.
///
/// What else moves is larger than a bag, like arms, or stays where it is, like light and shade. What
/// begins where a bag lay is that bag, pushed or slipping, if something has changed there; where it ends
/// changes the score.
public struct LandingTracker: Sendable {
  /// How long after it was last seen, in seconds, it is asked what became of a thing.
  static let patience = 0.7
  /// For how long a thing that is lost may still turn up where it was lost.
  static let lostMemory = 3.0
  /// How near a place must be, in metres, to be that at which a thing was last seen.
  static let atEnd = 0.22
  /// How near the hole's middle, in metres, a bag goes in: less than half of it is then beyond the rim.
  static let atHole = Gameboard.holeRadius + 0.1
  /// How near two bags must be, in metres, to be the same.
  static let samePlace = 0.12
  /// How near to where a bag lay, in metres, what was pushed from there begins or ends.
  static let closeBy = 0.5
  /// How far a thing must come, in metres, to be more than something that sways.
  static let minimumTravel = 0.06
  /// The areas, in those of a bag, that one may seem to have: half over the hole or beneath another;
  /// high above the board or blurred.
  static let bagAreas = 0.3...2.5
  /// The share of its area when it was last seen that a bag shows where it lies, if all of it is seen.
  static let wholeShare = 0.7...1.4
  /// The area, in those of a bag, of which a bag at the picture's edge must show more.
  static let cutArea = 0.6
  /// The minimum area, in those of a bag, of what lies where one was only seen across the picture's edge.
  static let enteredArea = 0.9
  /// What is larger is an arm, a body or a shadow.
  static let handArea = 3.0
  /// For how long after a hand, in seconds, what has gone was taken by it.
  static let handMemory = 1.5
  /// Colours that differ by less may be the same, in levels.
  static let sameColour = 40.0

  /// A bag that lies on the board or beside it.
  private struct Bag {
    let id: Int
    /// `nil` for one that lay there from the start.
    let landing: Int?
    var blob: BoardBlob
    var rest: BagRest
    /// When something last changed where it lies, in seconds.
    var lastChange = -Double.infinity
    /// When one that came into view above it was last seen, if that landed elsewhere.
    var lastPassed = -Double.infinity
  }

  /// A place from which a bag has gone.
  private struct Departure {
    let bag: Bag
    let time: Double
    /// Whether there was a hand, so that the bag is not in play any more.
    var wasTaken = false
  }

  private var bags: [Bag] = []
  private var departures: [Departure] = []
  private var tracks: [BagTrack] = []
  /// Tracks that ended, until it shows how.
  private var ended: [BagTrack] = []
  /// Tracks of which it never showed.
  private var lost: [BagTrack] = []
  /// Where something has come to lie, and nobody knows what.
  private var arrivals: [BoardChange] = []
  private var times: [(frame: Int, time: Double)] = []
  private var landingCount = 0
  private var bagCount = 0
  private var trackCount = 0
  /// The tracks whose landing was reported, or that of another one beside them.
  private var reportedTracks: Set<Int> = []
  private var lastHand = -Double.infinity
  /// When the bags that landed in the last seconds came into view.
  private var landingStarts: [Double] = []

  public init() {}

  /// The bags that lie on the board or beside it, of those that were seen to land.
  public var restingBags: [RestingBag] {
    bags.compactMap { bag in
      bag.landing.map { RestingBag(landing: $0, place: bag.blob.place, rest: bag.rest) }
    }
  }

  /// Takes in what the next frame shows.
  ///
  /// - Parameters:
  ///   - surface: What moves, and what has come to lie still.
  ///   - frame: Higher than those before.
  ///   - time: In seconds; later than those before.
  /// - Returns: What is known of the bags since this frame, in order; mostly nothing.
  public mutating func update(
    with surface: BoardSurfaceObservation, frame: Int, time: Double
  ) -> [BagEvent] {
    times.append((frame, time))
    times.removeAll { $0.time < time - 30 }
    if surface.isHidden {
      for index in tracks.indices { tracks[index].wasHidden = true }
      lastHand = time
    }
    follow(surface.moving, frame: frame, time: time)
    for change in surface.changes { take(change) }
    for index in departures.indices
    where abs(lastHand - departures[index].time) < Self.handMemory {
      departures[index].wasTaken = true
    }
    return resolve(at: time)
  }

  /// Forgets the bags that lie there, and what moves: what is seen from now on is another view.
  public mutating func forget() {
    (bags, departures, arrivals) = ([], [], [])
    (tracks, ended, lost) = ([], [], [])
  }

  /// Forgets the bags that were taken away while nobody looked.
  ///
  /// - Parameter colour: What is seen at a place now, red, green and blue in `0...255`; `nil` where it
  ///   is not in view, of which nothing follows.
  public mutating func forgetBags(unlike colour: (BoardPoint) -> SIMD3<Double>?) {
    bags.removeAll { bag in
      guard let seen = colour(bag.blob.place) else { return false }
      return seen.distance(to: bag.blob.colour) >= Self.sameColour
    }
  }

  /// Reports what becomes of the bags that still move: the clip is over. Those that move in plain view are left
  /// out.
  public mutating func finish() -> [BagEvent] {
    guard let time = times.last?.time else { return [] }
    // What still moves, in plain view, has not come to rest.
    ended += tracks.filter { time - $0.last.time > 0.05 }
    tracks = []
    return resolve(at: time + Self.lostMemory + 0.01)
  }

  // MARK: What moves

  private mutating func follow(_ blobs: [BoardBlob], frame: Int, time: Double) {
    if blobs.contains(where: { $0.area > Self.handArea }) { lastHand = time }
    let seen = joined(blobs.filter { $0.area <= Self.handArea * 1.5 })
    let partners = minimumCostAssignment(rows: tracks.count, columns: seen.count, limit: 1) {
      tracks[$0].cost(of: seen[$1], at: time)
    }
    var isNew = [Bool](repeating: true, count: seen.count)
    for (index, partner) in partners.enumerated() {
      guard let partner else { continue }
      tracks[index].see(BagTrack.Sighting(frame: frame, time: time, blob: seen[partner]))
      isNew[partner] = false
    }
    for (blob, _) in zip(seen, isNew).filter({ $0.1 }) {
      trackCount += 1
      tracks.append(
        BagTrack(
          BagTrack.Sighting(frame: frame, time: time, blob: blob), number: trackCount,
          origin: origin(of: blob, at: time)))
    }
    for index in tracks.indices where time - tracks[index].last.time > BagTrack.memory {
      let track = tracks[index]
      tracks[index].hasMerged = tracks.contains { other in
        other.number != track.number && other.wasNear(track) && !other.isBag
      }
      ended.append(tracks[index])
    }
    tracks.removeAll { time - $0.last.time > BagTrack.memory }
  }

  /// Pieces that are too near each other to be two bags, as one: lettering divides what slides
  /// over it.
  private func joined(_ blobs: [BoardBlob]) -> [BoardBlob] {
    var whole: [BoardBlob] = []
    for blob in blobs.sorted(by: { $0.area > $1.area }) {
      let partner = whole.firstIndex {
        $0.place.distance(to: blob.place) < 0.16 && $0.area + blob.area < 1.5
      }
      if let partner { whole[partner].join(blob) } else { whole.append(blob) }
    }
    return whole.filter { $0.area > 0.1 }
  }

  private func origin(of blob: BoardBlob, at time: Double) -> BagTrack.Origin {
    if let nearest = nearestBag(to: blob.place, within: 1.5 * Self.samePlace) {
      return .bag(bags[nearest].id)
    }
    let neighbour = tracks.first { track in
      track.last.time > time - BagTrack.memory
        && track.last.blob.place.distance(to: blob.place) < 0.3
    }
    guard let neighbour else { return .entered }
    if case .beside(let number) = neighbour.origin { return .beside(number) }
    return neighbour.origin == .entered ? .beside(neighbour.number) : neighbour.origin
  }

  /// The index of the bag that lies nearest to a place, among those nearer than `limit` metres.
  private func nearestBag(to place: BoardPoint, within limit: Double) -> Int? {
    let distances = bags.map { $0.blob.place.distance(to: place) }
    return distances.indices.filter { distances[$0] < limit }
      .min { distances[$0] < distances[$1] }
  }

  // MARK: What has come to lie still

  private mutating func take(_ change: BoardChange) {
    guard change.blob.elongation < 4 else { return }
    let near = nearestBag(to: change.blob.place, within: Self.samePlace)
    if let near { bags[near].lastChange = change.time }
    switch change.kind {
    case .covered:
      arrivals.append(change)
    case .uncovered:
      guard change.blob.area > 0.15, change.blob.area < Self.handArea else { return }
      if let index = near {
        // A bag of which a part has gone was nudged, and lies on.
        guard change.blob.area > 0.6 * bags[index].blob.area else { return }
        departures.append(Departure(bag: bags[index], time: change.time))
        bags.remove(at: index)
      } else if Self.bagAreas.contains(change.blob.area) {
        bagCount += 1
        departures.append(
          Departure(
            bag: Bag(
              id: bagCount, landing: nil, blob: change.blob,
              rest: Self.rest(of: change.blob)), time: change.time))
      }
    }
  }

  /// Where a thing lies that nothing hides. What the picture's edge cuts beside the board may lean on it, and what
  /// it cuts by half may hang over the board's side.
  private static func rest(of blob: BoardBlob) -> BagRest {
    let isInHole = blob.areaOnBoard < 0.12 && blob.areaInHole > 0.5 * blob.area
    if isInHole { return blob.isCut ? .unknown(.cut) : .seen(.hole) }
    let isOnBoard = blob.areaOnBoard >= 0.5 * (blob.area - blob.areaInHole)
    if blob.isCut, !isOnBoard || blob.area < cutArea { return .unknown(.cut) }
    return .seen(isOnBoard ? .board : .off)
  }

  // MARK: What became of it

  /// How a track has ended.
  private struct End {
    var rest: BagRest
    /// What lies there now, where it can be seen.
    var blob: BoardBlob?
    var frame: Int
    var time: Double
  }

  private mutating func resolve(at time: Double) -> [BagEvent] {
    var events: [BagEvent] = []
    // Those that entered first: what they left behind is then known to be another's.
    ended = ended.filter { $0.origin == .entered } + ended.filter { $0.origin != .entered }
    var open: [BagTrack] = []
    for track in ended {
      // What came into being beside another waits until that one's end is known.
      if case .beside(let elder) = track.origin,
        time - track.last.time < 2 * Self.patience,
        (tracks + ended).contains(where: { $0.number == elder })
      {
        open.append(track)
        continue
      }
      let isDue = time - track.last.time >= Self.patience
      // It may show late that something has changed where the bag lay.
      if !isDue, case .bag(let id) = track.origin, undisturbed(id, since: track.first.time) != nil {
        open.append(track)
        continue
      }
      if let end = restingEnd(of: track) ?? (isDue ? vanishedEnd(of: track) : nil) {
        events += report(end, of: track)
      } else if !isDue {
        open.append(track)
      } else {
        lost.append(track)
      }
    }
    ended = open
    // What was lost may have lain beside something that moved on.
    var stillLost: [BagTrack] = []
    for track in lost {
      if let end = restingEnd(of: track) {
        events += report(end, of: track)
      } else if time - track.last.time < Self.lostMemory {
        stillLost.append(track)
      } else if let end = lostEnd(of: track) {
        events += report(end, of: track)
      }
    }
    lost = stillLost
    events += resolveDepartures(at: time)
    arrivals.removeAll { time - $0.time > Self.lostMemory }
    landingStarts.removeAll { time - $0 > 3 * Self.lostMemory }
    return events
  }

  /// The end of a track at something that has come to lie still.
  private mutating func restingEnd(of track: BagTrack) -> End? {
    let isBag = track.bagSightings >= 2
    guard track.travel > Self.minimumTravel, isBag || hasEntered(track) else { return nil }
    func cost(_ arrival: BoardChange) -> Double {
      guard Self.bagAreas.contains(arrival.blob.area),
        isBag || arrival.blob.area > Self.enteredArea,
        arrival.time >= track.first.time, arrival.time <= track.last.time + 0.5
      else { return .infinity }
      let atEnd = arrival.blob.place.distance(to: track.last.blob.place)
      let isAlike = arrival.blob.colour.distance(to: track.colour) < Self.sameColour
      let onWay = track.distance(to: arrival.blob.place)
      // It lies whole on its way, whatever it nudged there, and is not what another track ends at.
      let isWhole =
        isAlike && onWay < Self.samePlace && isThrown(track)
        && Self.wholeShare.contains(arrival.blob.area / track.last.blob.area)
      guard !track.hasMerged || isWhole && !isEnd(arrival, ofOtherThan: track) else {
        return .infinity
      }
      if atEnd < Self.atEnd { return atEnd }
      // It may have stopped on its way, and what it pushed went on.
      return isAlike && onWay < Self.samePlace ? 1 + onWay : .infinity
    }
    let costs = arrivals.map(cost)
    guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), costs[best].isFinite
    else { return nil }
    let arrival = arrivals[best]
    let rest = Self.rest(of: arrival.blob)
    // What is left there may be what another track ends at.
    guard rest.isOnBoard || isThrown(track) else { return nil }
    arrivals.remove(at: best)
    if let drop = track.drop { return fallen(after: drop) }
    let (frame, time) = frame(at: arrival.time)
    return End(rest: rest, blob: arrival.blob, frame: frame, time: time)
  }

  /// Whether another bag's track ends at something that has come to lie still, or may yet.
  private func isEnd(_ arrival: BoardChange, ofOtherThan track: BagTrack) -> Bool {
    (tracks + ended).contains { other in
      other.number != track.number && isThrown(other)
        && other.last.blob.place.distance(to: arrival.blob.place) < Self.samePlace
    }
  }

  /// The end of a track at which nothing lies.
  private func vanishedEnd(of track: BagTrack) -> End? {
    guard !track.wasHidden, !track.hasMerged else { return nil }
    let last = track.last
    let isAtHole = last.blob.place.distance(to: .hole) < Self.atHole
    if hasEntered(track), isAtHole, track.wholeAtEnd >= 2 { return fallen(after: last) }
    guard isThrown(track) else { return nil }
    if let drop = track.drop { return fallen(after: drop) }
    let next = frame(after: last.frame)
    let (x, y) = (last.blob.place.x, last.blob.place.y)
    if last.blob.isCut {
      guard track.wasOverBoard else { return nil }
      return End(rest: .unknown(.cut), frame: next.frame, time: next.time)
    }
    // Also where a bag hangs there: more go in past it than stop on it.
    if isAtHole { return fallen(after: last) }
    let isBeside = x < 0 || y < 0 || x > Gameboard.width || y > Gameboard.length
    if track.wasOverBoard, isBeside || last.blob.touchesEdge {
      return End(rest: .seen(.off), frame: next.frame, time: next.time)
    }
    if nearestBag(to: last.blob.place, within: Self.samePlace) != nil, !isBeside {
      return End(rest: .seen(.board), blob: last.blob, frame: next.frame, time: next.time)
    }
    return nil
  }

  /// The end of a thrown bag's track that was hidden over the board: at what came into view there since, if
  /// that may be the bag; unsure where nothing did. What moved on in view is a track of its own.
  private mutating func lostEnd(of track: BagTrack) -> End? {
    guard track.wasHidden, !track.hasMerged, track.origin == .entered, track.wasOverBoard,
      isThrown(track), !landingStarts.contains(where: { $0 > track.last.time })
    else { return nil }
    let arrival = arrivals.firstIndex {
      Self.bagAreas.contains($0.blob.area) && $0.time > track.last.time
        && $0.blob.colour.distance(to: track.colour) < Self.sameColour
    }
    if let arrival {
      let found = arrivals.remove(at: arrival)
      let (frame, time) = frame(at: found.time)
      return End(rest: Self.rest(of: found.blob), blob: found.blob, frame: frame, time: time)
    }
    let next = frame(after: track.last.frame)
    return End(rest: .unknown(.unsure), frame: next.frame, time: next.time)
  }

  /// The end of what was seen at the hole for the last time.
  private func fallen(after last: BagTrack.Sighting) -> End {
    let next = frame(after: last.frame)
    return End(rest: .seen(.hole), frame: next.frame, time: next.time)
  }

  /// Whether a track is that of a bag by its size and its way.
  private func isThrown(_ track: BagTrack) -> Bool {
    track.bagSightings >= 3 && track.travel > 0.2
  }

  /// Whether a track is that of a bag that came over the picture's edge onto the board: its way is longer than was seen.
  private func hasEntered(_ track: BagTrack) -> Bool {
    track.origin == .entered && track.first.blob.isCut && track.wasOverBoard
      && track.bagSightings + track.cutSightings >= 3 && track.travel > Self.minimumTravel
  }

  /// The index of a bag, if it lies where it lay, and nothing has changed there since a time.
  private func undisturbed(_ id: Int, since time: Double) -> Int? {
    bags.firstIndex { $0.id == id && $0.lastChange < time }
  }

  private mutating func report(_ end: End, of track: BagTrack) -> [BagEvent] {
    switch track.origin {
    case .entered:
      // The one beside it may have been the bag, and this its shadow.
      return reportedTracks.insert(track.number).inserted ? [land(end, of: track)] : []
    case .beside(let number):
      let times = track.first.time - Self.patience...track.last.time + Self.patience
      let distances = departures.map {
        times.contains($0.time)
          ? $0.bag.blob.place.distance(to: track.first.blob.place) : .infinity
      }
      if let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }),
        distances[nearest] < Self.closeBy
      {
        return move(departures.remove(at: nearest).bag, to: end)
      }
      return reportedTracks.insert(number).inserted ? [land(end, of: track)] : []
    case .bag(let id):
      if let index = undisturbed(id, since: track.first.time) {
        // It came into view above a bag that lies on; a second one that did is its shadow.
        let (bag, last) = (bags[index], track.last)
        guard isThrown(track), bag.lastPassed < track.first.time,
          last.blob.place.distance(to: bag.blob.place) >= Self.samePlace
        else { return [] }
        bags[index].lastPassed = last.time
        return [land(end, of: track)]
      }
      if let index = bags.firstIndex(where: { $0.id == id }) {
        return move(bags.remove(at: index), to: end)
      }
      if let index = departures.firstIndex(where: { $0.bag.id == id }) {
        return move(departures.remove(at: index).bag, to: end)
      }
      return []
    }
  }

  private mutating func land(_ end: End, of track: BagTrack) -> BagEvent {
    landingCount += 1
    landingStarts.append(track.first.time)
    lay(end, landing: landingCount)
    return .landed(
      BagLanding(
        number: landingCount, firstFrame: track.first.frame, firstTime: track.first.time,
        restFrame: end.frame, restTime: end.time, rest: end.rest,
        place: end.blob?.place ?? track.last.blob.place))
  }

  private mutating func lay(_ end: End, landing: Int?) {
    guard let blob = end.blob, end.rest != .seen(.hole) else { return }
    bagCount += 1
    bags.append(Bag(id: bagCount, landing: landing, blob: blob, rest: end.rest))
  }

  private mutating func move(_ bag: Bag, to end: End) -> [BagEvent] {
    lay(end, landing: bag.landing)
    guard end.rest != bag.rest else { return [] }
    return [
      .moved(
        BagMove(landing: bag.landing, frame: end.frame, time: end.time, rest: end.rest))
    ]
  }

  /// What became of bags that have gone from where they lay, and that no track followed.
  private mutating func resolveDepartures(at time: Double) -> [BagEvent] {
    var events: [BagEvent] = []
    var open: [Departure] = []
    for departure in departures {
      let isFollowed = (tracks + ended).contains {
        $0.last.time > departure.time - 1 && $0.travel > Self.minimumTravel
      }
      if time - departure.time < Self.patience || isFollowed {
        open.append(departure)
        continue
      }
      let bag = departure.bag
      // It lies close by now.
      if let index = arrivals.firstIndex(where: {
        Self.bagAreas.contains($0.blob.area)
          && $0.blob.place.distance(to: bag.blob.place) < Self.closeBy
          && $0.blob.colour.distance(to: bag.blob.colour) < Self.sameColour
      }) {
        let arrival = arrivals.remove(at: index)
        let (frame, time) = frame(at: arrival.time)
        events += move(
          bag,
          to: End(
            rest: Self.rest(of: arrival.blob), blob: arrival.blob, frame: frame, time: time))
        continue
      }
      if !departure.wasTaken, bag.blob.place.distance(to: .hole) < Self.atHole + 0.1 {
        let (frame, time) = frame(at: departure.time)
        events += move(bag, to: End(rest: .seen(.hole), frame: frame, time: time))
      }
    }
    departures = open
    return events
  }

  // MARK: Frames

  /// The first frame at a time or after it.
  private func frame(at time: Double) -> (frame: Int, time: Double) {
    times.first { $0.time >= time - 0.001 } ?? times.last ?? (0, 0)
  }

  private func frame(after frame: Int) -> (frame: Int, time: Double) {
    times.first { $0.frame > frame } ?? times.last ?? (0, 0)
  }
}

extension BoardBlob {
  /// Takes in another piece of the same thing.
  fileprivate mutating func join(_ other: BoardBlob) {
    let part = other.area / (area + other.area)
    place.x += (other.place.x - place.x) * part
    place.y += (other.place.y - place.y) * part
    colour += (other.colour - colour) * part
    area += other.area
    areaOnBoard += other.areaOnBoard
    areaInHole += other.areaInHole
    touchesEdge = touchesEdge || other.touchesEdge
    isCut = isCut || other.isCut
  }
}

extension SIMD3<Double> {
  /// How far one colour is from another, in levels of the one that differs most.
  fileprivate func distance(to other: Self) -> Double {
    Swift.max(abs(x - other.x), abs(y - other.y), abs(z - other.z))
  }
}
