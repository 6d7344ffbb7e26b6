internal import PlayfieldMaths
internal import VisionCore

/// Follows thrown objects among all that moves.
///
/// A flight is found by consensus, as in Fischler and Bolles, "Random Sample Consensus" (1981),
/// doi:10.1145/358669.358692, but trying all samples: three objects at equal times apart whose path
/// would bend downwards make a parabola, and what else lies on it speaks for it. How many objects are
/// enough is judged *a contrario*, as in Desolneux, Moisan and Morel, "Meaningful Alignments" (2000),
/// doi:10.1023/A:1026593302236: so many that objects strewn as densely at random would hardly ever
/// lie so. From then on each frame adds the object that lies where the last points lead. Pure: objects
/// and times come in, flights go out.
///
/// This file follows flights; `FlightTracker+Finding` finds them, `FlightTracker+Clock` keeps the clock that they share, and
/// `FlightTracker+Space` does without one.
struct FlightTracker: Sendable {
  /// What says when a flight was where. The raw value is the clock's rank: by how many the same objects may have been judged, with it.
  enum Clock: Int, Sendable {
    /// The film's times, set ahead where frames were dropped. The others are not: a film repeats pictures or lacks them.
    case film = 1
    /// As if the film's distinct pictures had been taken at even times.
    case pictures
    /// As if each of them had been shown for one frame.
    case slowedFilm
    /// Each flight's own: its place on its path.
    case own
  }

  struct Flight: Hashable, Sendable {
    var id: Int
    let clock: Clock
    /// By that clock.
    var points: [TrajectoryPoint]
    /// Frames looked at since the last of the points, and between the points.
    var missed = 0
    var gaps = 0
    /// Frames since the last of the points for which it was above the picture.
    var framesAbove = 0

    /// How many points it had when it was found.
    var pointsFound: Int

    /// What it was judged by when it had ended.
    fileprivate(set) var evidence: FlightEvidence?

    /// The flight up to earlier points, as far as it was found by these: in the end it may have met a hand that
    /// moves on. Each has all of its gaps.
    fileprivate var beginnings: [Flight] {
      (pointsFound..<points.count).reversed().map { count in
        var beginning = self
        beginning.points = Array(points[..<count])
        return beginning
      }
    }

    /// How well the points lie on a parabola and how few are missing, in `0...1`.
    var confidence: Float {
      guard let path = BallisticPath(points) else { return 0 }
      let limit = FlightRule.allowedResidual(radius: path.radius) * FlightRule.grownSlack
      let smoothness = 1 - min(1, path.residual / limit) / 2
      return Float(smoothness * Double(points.count) / Double(points.count + gaps))
    }
  }

  let rule: FlightRule
  let judge: FlightJudge
  /// Those that continue.
  var flights: [Flight] = []
  var frames: [Frame] = []
  var flightsFound = 0
  /// How far its clock has been set ahead of the film's, in seconds.
  var ahead = 0.0

  /// A flight is found within this many seconds.
  static let window = 0.5
  /// A flight that is not seen for longer has ended; in seconds.
  private static let patience = 0.12
  /// What flies above the picture is awaited for so long, in seconds: it then has risen by more than a metre.
  private static let above = 1.0
  /// By which share of itself gravity may seem to change meanwhile.
  private static let changeOfGravity = 0.3
  /// Before a body that moves, too, it is not seen for so long, and then continues; in seconds.
  private static let hidden = 0.2
  /// The path is led on by the points of this many seconds.
  static let lead = 0.3
  /// Two sizes of one object differ by less than this factor.
  private static let sizeRatio = 2.0
  /// A path has met something where it lies so much better, by its residual, on a path up to there.
  private static let turn = 0.25
  /// What touches the picture's edge is cut if its radius is a smaller part of what flies.
  private static let uncutPart = 0.93
  /// The minimum error of a blob's place, in widths of the picture.
  static let blur = 0.0025
  /// How many objects of a frame are judged, the most compact first: of more, most are leaves. With
  /// 32 one flight is lost of those in the films of `Scripts/check-toss-references.py --all`.
  static let maximumObjects = 48

  /// Objects within this distance, in widths of the picture, show how densely they lie.
  static let neighbourhood = 0.1

  struct Frame {
    var frame: Int
    /// By the clock that all flights share.
    var time: Double
    /// Since the frame before, before the clock is set ahead, in seconds; 0 for the first.
    var step: Double
    var view: FieldOfView
    let objects: [MovingObject]
    /// The objects' places and radii, for loops that need no more of them.
    let places: [SIMD2<Double>]
    let radii: [Double]
    /// Which of them belong to a flight.
    var isTaken: [Bool]

    init(
      frame: Int, time: Double, step: Double, view: FieldOfView, objects: [MovingObject]
    ) {
      self.frame = frame
      self.time = time
      self.step = step
      self.view = view
      self.objects = objects
      places = objects.map { $0.place.coordinates }
      radii = objects.map { $0.radius }
      isTaken = [Bool](repeating: false, count: objects.count)
    }

    /// Whether an object can be that of a flight that has a size: it is of about that size, whole, and of no other flight.
    func isFree(_ object: Int, of radius: Double) -> Bool {
      !isTaken[object] && FlightTracker.haveOneSize(radii[object], radius)
        && !FlightTracker.isCut(objects[object], of: radius)
    }

    /// The object nearest to a place that is free for a flight of a size.
    func nearest(to place: SIMD2<Double>, radius: Double, within gate: Double) -> Int? {
      var best: Int?
      var bestSquared = gate * gate
      for candidate in places.indices {
        let way = places[candidate] - place
        let squared = (way * way).sum()
        guard squared < bestSquared, isFree(candidate, of: radius) else { continue }
        (best, bestSquared) = (candidate, squared)
      }
      return best
    }

    /// An object at a time by a flight's clock.
    func point(_ object: Int, at time: Double) -> TrajectoryPoint {
      TrajectoryPoint(frame: frame, time: time, object: objects[object])
    }
  }

  let clock: Clock

  init(rule: FlightRule, judge: FlightJudge, clock: Clock) {
    self.rule = rule
    self.judge = judge
    self.clock = clock
  }

  /// Takes in what moves in the next frame, of which a part is in view.
  ///
  /// - Returns: The flights that have ended.
  mutating func update(
    with objects: [MovingObject], in view: FieldOfView, frame: Int, time: Double
  ) -> [Flight] {
    let objects = Array(
      objects.sorted { Self.isLikelier($0, than: $1) }.prefix(Self.maximumObjects))
    let now = time + ahead
    frames.append(
      Frame(
        frame: frame, time: now, step: now - (frames.last?.time ?? now), view: view,
        objects: objects))
    // Growing backwards may reach behind the window.
    let oldest = flights.map { sharedTime(of: $0.points[0].frame) - Self.hidden }.min() ?? now
    frames.removeAll { $0.time < min(oldest, now - 2 * Self.window) }
    if clock == .film { setClockByFlights() }
    let ended = extendFlights()
    findFlights()
    return ended
  }

  /// Ends all flights: the video is over.
  mutating func finish() -> [Flight] {
    let ended = flights.compactMap { whole($0) }
    flights = []
    frames = []
    ahead = 0
    return ended
  }

  // MARK: - Growing

  private mutating func extendFlights() -> [Flight] {
    let newest = frames.count - 1
    for index in flights.indices {
      let flight = flights[index]
      // Over a gap the whole path leads better than the little that is near.
      let lead =
        flight.framesAbove > 0
        ? flight.points[...] : flight.lead
      let path = BallisticPath(lead)
      guard let path, let found = continuation(of: flight, path, in: newest) else {
        if let path, isAbove(path, in: frames[newest], at: now(by: flight)) {
          flights[index].framesAbove += 1
        } else {
          flights[index].missed += 1
        }
        continue
      }
      flights[index].points.append(found.point)
      flights[index].gaps += flight.missed
      (flights[index].missed, flights[index].framesAbove) = (0, 0)
      frames[newest].isTaken[found.index] = true
    }
    let ended = flights.filter(hasEnded)
    flights = flights.filter { !hasEnded($0) }
    return ended.compactMap { whole($0) }
  }

  private func hasEnded(_ flight: Flight) -> Bool {
    let last = flight.points[flight.points.count - 1]
    let gap = frames[frames.count - 1].time - sharedTime(of: last.frame)
    return flight.missed >= 3 || (flight.missed >= 2 && gap > Self.patience)
  }

  /// The object in the newest frame with which a flight continues.
  private func continuation(
    of flight: Flight, _ path: BallisticPath, in newest: Int
  ) -> (point: TrajectoryPoint, index: Int)? {
    let time = now(by: flight)
    let steps = flight.missed + flight.framesAbove + 1
    let found: (point: TrajectoryPoint, index: Int)?
    if clock == .own {
      let last = flight.points[flight.points.count - 1].time
      found = passing(path, in: newest, from: last, expected: time, over: steps)
    } else {
      let drift = flight.framesAbove > 0 ? drift(of: path, at: time) : 0
      found = nearest(to: path, at: time, in: newest, steps: steps, drift: drift)
    }
    return found.flatMap { continues(flight.points, with: $0.point) ? $0 : nil }
  }

  /// When the newest frame was taken by a flight's clock, if that has kept pace with the film's since the last of the points.
  private func now(by flight: Flight) -> Double {
    let last = flight.points[flight.points.count - 1]
    return last.time + (frames[frames.count - 1].time - sharedTime(of: last.frame))
  }

  /// When a frame that is remembered was taken, by the clock that all flights share.
  func sharedTime(of frame: Int) -> Double {
    (frames.last { $0.frame <= frame } ?? frames[0]).time
  }

  /// How far off a path may be after a time without points: by perspective gravity seems to change.
  private func drift(of path: BallisticPath, at time: Double) -> Double {
    let gap = time - (path.points.last?.time ?? time)
    return Self.changeOfGravity * abs(path.acceleration.y) * gap * gap / 2
  }

  /// Whether a path leads above the picture for now.
  private func isAbove(_ path: BallisticPath, in frame: Frame, at time: Double) -> Bool {
    let place = path.position(at: time)
    guard let last = path.points.last, time - last.time < Self.above else { return false }
    return frame.view.isAbove(place, radius: 1.5 * path.radius + drift(of: path, at: time))
  }

  /// A flight that has ended, with what came before it was found: all of a path leads farther back than
  /// what of it was found first. `nil` for what was none.
  private mutating func whole(_ flight: Flight) -> Flight? {
    var grown = flight
    growBackwards(&grown)
    take(grown.points)
    // Where something else lay on the path by chance, the flight without it is one all the same.
    if let whole = accepted(grown) ?? accepted(flight) { return whole }
    // A hand that catches it moves on in another way, at once.
    let residual = BallisticPath(flight.points)?.residual ?? 0
    for beginning in flight.beginnings
    where (BallisticPath(beginning.points)?.residual ?? residual) < Self.turn * residual {
      if let whole = accepted(beginning) { return whole }
    }
    return nil
  }

  /// Adds what came before a flight was found, back to the hand.
  ///
  /// - Parameters:
  ///   - flight: What of it was found.
  ///   - mayDrop: Whether frames may have been dropped on the way.
  /// - Returns: Where they must have been, if this is a flight; the points before have the times of a clock that accounts for
  ///   them.
  @discardableResult
  func growBackwards(_ flight: inout Flight, mayDrop: Bool = false) -> [Drop] {
    let start = flight.points[0]
    var drops: [Drop] = []
    // The flight without what lies before each of them.
    var after: [Flight] = []
    // The frames' clock is ahead of the flight's there by so much.
    var ahead = sharedTime(of: start.frame) - start.time
    var missed = 0
    for index in frames.indices.reversed() where frames[index].frame < start.frame {
      let first = flight.points[0].time
      let time = frames[index].time - ahead
      guard missed < 2 || first - time < Self.hidden else { break }
      let mayDrop = mayDrop && missed == 0 && !isSettled(index + 1)
      guard let path = lead(of: flight, isNear: missed == 0) else { break }
      let sight =
        clock == .own
        ? passing(path, in: index, from: first, expected: time, over: missed + 1)
          .map { (point: $0.point, dropped: 0) }
        : self.sight(on: path, in: index, at: time, step: -frames[index + 1].step, mayDrop: mayDrop)
      guard let sight, continues(flight.points, with: sight.point, slack: 1) else {
        missed += 1
        continue
      }
      if sight.dropped > 0 {
        drops.append(Drop(index: index + 1, count: sight.dropped))
        after.append(flight)
      }
      ahead = frames[index].time - sight.point.time
      flight.gaps += missed
      missed = 0
      flight.points.insert(sight.point, at: 0)
      flight.pointsFound += 1
    }
    while let last = after.last, flight.points.count < last.points.count + Self.pointsBesideDrop {
      flight = after.removeLast()
      drops.removeLast()
    }
    return drops
  }

  /// What leads back from a flight's first point; over a gap the whole path does that better than its start.
  private func lead(of flight: Flight, isNear: Bool) -> BallisticPath? {
    guard isNear, let first = flight.points.first?.time else { return BallisticPath(flight.points) }
    return BallisticPath(flight.points.prefix(where: { $0.time <= first + Self.lead }))
  }

  /// Whether the whole path is still that of one throw, and not a bounce.
  func continues(
    _ points: [TrajectoryPoint], with point: TrajectoryPoint, slack: Double = FlightRule.grownSlack
  ) -> Bool {
    guard let path = BallisticPath(points + [point]) else { return false }
    let radius = points[points.count / 2].object.radius
    return path.residual <= FlightRule.allowedResidual(radius: radius) * slack
  }

  /// A path that has ended, with its evidence, if the rule has no objection to it and the judge accepts it.
  private func accepted(_ flight: Flight) -> Flight? {
    let seen = flight.points.count + flight.gaps
    guard clock != .own || hasPaceOfDroppedFrames(flight),
      rule.objection(toEnded: flight.points, framesSeen: seen) == nil,
      let evidence = evidence(of: flight), judge.accepts(evidence)
    else { return nil }
    var accepted = flight
    accepted.evidence = evidence
    return accepted
  }

  /// The features of a path in the frames that are remembered.
  private func evidence(of flight: Flight) -> FlightEvidence? {
    var others = 0
    for point in flight.points {
      others += neighbours(of: point) - 1
    }
    return FlightEvidence(
      points: flight.points,
      neighbours: Double(others) / Double(flight.points.count))
  }

  /// How many objects of its size are near an object in its frame, with itself; 1 for a frame that is not remembered.
  func neighbours(of point: TrajectoryPoint) -> Int {
    guard let frame = frames.last(where: { $0.frame == point.frame }) else { return 1 }
    let object = point.object
    return frame.places.indices.count { other in
      let way = frame.places[other] - object.place.coordinates
      return (way * way).sum() < Self.neighbourhood * Self.neighbourhood
        && Self.haveOneSize(frame.radii[other], object.radius)
    }
  }

  /// The object where a path leads, that no flight has taken.
  func nearest(
    to path: BallisticPath, at time: Double, in index: Int, steps: Int = 0, drift: Double = 0
  ) -> (point: TrajectoryPoint, index: Int)? {
    let place = path.position(at: time)
    let step = index > 0 ? frames[index].time - frames[index - 1].time : 0
    let ahead = path.speed(at: time) * step * Double(steps)
    let gate = max(0.6 * path.radius, 2 * Self.blur) + 0.15 * ahead + drift
    let frame = frames[index]
    let found = frame.nearest(to: place.coordinates, radius: path.radius, within: gate)
    return found.map { (frame.point($0, at: frame.time), $0) }
  }

  /// Whether so much of an object of a size lies beyond the picture's edge that its middle is not known.
  fileprivate static func isCut(_ object: MovingObject, of radius: Double) -> Bool {
    object.touchesEdge && object.radius < uncutPart * radius
  }

  /// Whether an object rather looks like something that flies: it stands alone, and fills its box.
  private static func isLikelier(_ a: MovingObject, than b: MovingObject) -> Bool {
    a.isIsolated == b.isIsolated ? a.fill > b.fill : a.isIsolated
  }

  static func haveOneSize(_ a: Double, _ b: Double) -> Bool {
    a < sizeRatio * b && b < sizeRatio * a
  }
}

extension FlightTracker.Flight {
  /// The points that lead its path on.
  var lead: ArraySlice<TrajectoryPoint> {
    points.suffix(while: { $0 >= $1 - FlightTracker.lead })
  }
}

extension BallisticPath {
  /// The size of what flies: the median of the points'.
  var radius: Double { points.map { $0.object.radius }.median() ?? 0 }
}

extension [TrajectoryPoint] {
  /// The points at the end whose times fulfil a condition on them and the last time; at
  /// least six, where there are so many.
  fileprivate func suffix(
    while isIn: (_ time: Double, _ last: Double) -> Bool
  ) -> ArraySlice<TrajectoryPoint> {
    guard let last else { return [] }
    let start = firstIndex { isIn($0.time, last.time) } ?? endIndex
    return self[Swift.min(start, Swift.max(0, count - 6))...]
  }

  /// The points at the start that fulfil a condition; at least six, where there are so many.
  fileprivate func prefix(where isIn: (TrajectoryPoint) -> Bool) -> ArraySlice<TrajectoryPoint> {
    let end = firstIndex { !isIn($0) } ?? endIndex
    return self[..<Swift.max(end, Swift.min(6, count))]
  }
}
