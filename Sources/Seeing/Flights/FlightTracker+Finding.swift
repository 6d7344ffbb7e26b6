internal import VisionCore

/// Finding flights among the objects of the last frames.
extension FlightTracker {
  /// Nothing that is thrown crosses the picture faster than in a seventh of a second.
  private static let maximumSpeed = 7.0
  /// How many flights a frame may be expected to show among objects strewn at random.
  private static let falseAlarms = 1e-7
  /// So many objects on a parabola are enough to look for more of them before a frame that was dropped.
  private static let minimumSupport = 4
  /// How far from a path objects may lie, in radii: from that of three of them, and from that of all.
  private static let reach = (ofThree: 0.35, ofAll: 0.6)
  /// Frames are dropped at most once in so many.
  private static let framesPerDrop = 4

  /// A flight that objects on a parabola belong to.
  private struct Finding {
    var flight: Flight
    /// What leads up to it, too, if only in a hand: it is of no other flight.
    var taken: [TrajectoryPoint]
    var drops: [Drop]
  }

  mutating func findFlights() {
    let newest = frames.count - 1
    for index in frames[newest].objects.indices.prefix(maximumCandidates)
    where !frames[newest].isTaken[index] {
      guard let support = bestSupport(of: index), let found = finding(by: support) else { continue }
      setClock(ahead: found.drops)
      take(found.taken)
      flights.append(found.flight)
      flightsFound += 1
    }
  }

  private func finding(by support: [TrajectoryPoint]) -> Finding? {
    var flight = Flight(
      id: flightsFound, clock: clock, points: support, pointsFound: support.count)
    flight.gaps = frames.count { $0.frame >= support[0].frame } - support.count
    let isOne = isFlight(flight, within: Self.reach.ofThree)
    guard isOne || clock == .film else { return nil }

    var grown = flight
    let drops = growBackwards(&grown, mayDrop: clock == .film)
    if !drops.isEmpty, Self.framesPerDrop * drops.count <= grown.points.count,
      isFlight(grown, within: Self.reach.ofAll, drops: drops.count)
    {
      let delay = drops.reduce(0) { $0 + self.delay(of: $1) }
      for index in grown.points.indices { grown.points[index].time += delay }
      return Finding(flight: grown, taken: grown.points, drops: drops)
    }
    guard isOne else { return nil }
    if !drops.isEmpty {
      grown = flight
      growBackwards(&grown)
    }
    let objection = rule.objection(
      to: grown.points, framesSeen: grown.points.count + grown.gaps, isGrown: true)
    return Finding(flight: objection == nil ? grown : flight, taken: grown.points, drops: [])
  }

  /// Whether the rule has no objection, and so many objects would hardly lie on a parabola by chance.
  private func isFlight(_ flight: Flight, within reach: Double, drops: Int = 0) -> Bool {
    (clock != .own || hasPaceOfDroppedFrames(flight))
      && rule.objection(to: flight.points, framesSeen: flight.points.count + flight.gaps) == nil
      && isMeaningful(flight, within: reach, drops: drops)
  }

  /// Marks the objects of a flight as its own.
  mutating func take(_ points: [TrajectoryPoint]) {
    for point in points {
      guard let frame = frames.lastIndex(where: { $0.frame == point.frame }),
        let object = frames[frame].objects.firstIndex(of: point.object)
      else { continue }
      frames[frame].isTaken[object] = true
    }
  }

  /// The points of the parabola through an object of the newest frame on which most objects lie: fewer than a flight has, for
  /// every sixth frame may have been dropped.
  private func bestSupport(of index: Int) -> [TrajectoryPoint]? {
    let newest = frames.count - 1
    let last = frames[newest].sight(of: index)
    var best: [SupportPoint] = []
    for middle in stride(from: newest - 2, through: 0, by: -1) {
      let step = last.time - frames[middle].time
      guard step <= Self.window / 2 else { break }
      // As long again before the middle one; frames need not come at even times.
      let wanted = frames[middle].time - step
      guard
        let oldest = frames[..<middle].indices.min(by: {
          abs(frames[$0].time - wanted) < abs(frames[$1].time - wanted)
        }), abs(frames[oldest].time - wanted) < 0.2 * step
      else { continue }
      let (seconds, firsts) = (frames[middle], frames[oldest])
      for second in seconds.places.indices.prefix(maximumCandidates)
      where !seconds.isTaken[second] && Self.haveOneSize(seconds.radii[second], last.radius) {
        var b = seconds.sight(of: second)
        guard Self.isMove(from: b, to: last, in: step) else { continue }
        for first in firsts.places.indices.prefix(maximumCandidates)
        where !firsts.isTaken[first] && Self.haveOneSize(firsts.radii[first], last.radius) {
          let a = firsts.sight(of: first)
          if clock == .own {
            // The film's time says nothing of when it was there.
            guard let fraction = Self.fractionAcross(to: b.place, from: a.place, to: last.place)
            else { continue }
            b.time = a.time + fraction * (last.time - a.time)
          }
          let path = Parabola(a, b, last)
          guard path.bendsDown(by: rule) else { continue }
          let support = support(of: path, through: index)
          if support.count > max(best.count, Self.minimumSupport - 1) { best = support }
        }
      }
    }
    return best.isEmpty ? nil : best.map { frames[$0.frame].point($0.object, at: $0.time) }
  }

  /// Whether so many objects would hardly lie on a parabola by chance.
  private func isMeaningful(_ flight: Flight, within reach: Double, drops: Int) -> Bool {
    let path = clock == .own ? BallisticPath(flight.points) : nil
    let numbers = Set(flight.points.map { $0.frame })
    let maximum = frames.reduce(0) { numbers.contains($1.frame) ? max($0, $1.objects.count) : $0 }
    // The parabolas that were tried: three objects of any, at some distances in time.
    let count = Double(flight.points.count)
    var expected = Double(maximum * maximum * maximum) * count * Double(clock.rawValue)
    for _ in 0..<flight.gaps { expected *= count }
    for _ in 0..<drops { expected *= count * Double(Self.maximumDrop) }
    for point in flight.points.dropFirst(3) {
      // The object itself stands for the minimum: one of its kind in the picture.
      let area = Self.neighbourhood * Self.neighbourhood
      let density = Double(neighbours(of: point) - 1) / area + 1
      let gate = max(reach * point.object.radius, Self.blur)
      // By space alone a stretch of the path, with the gate on either side.
      let reached = path.map { 2 * gate * max(gate, stretch(of: flight, on: $0, at: point.time)) }
      expected *= min(1, density * (reached ?? gate * gate))
    }
    return expected < Self.falseAlarms
  }

  private static func isMove(from: Sight, to: Sight, in time: Double) -> Bool {
    let distance = (to.place - from.place).length
    return distance > 0.3 * to.radius && distance < maximumSpeed * time
  }

  /// An object where it was at a time.
  struct Sight {
    var place: SIMD2<Double>
    var radius: Double
    var time: Double
  }

  /// An object on a path, by the indices of its frame and its own, and when it was there.
  private struct SupportPoint {
    var frame: Int
    var object: Int
    var time: Double
  }

  /// The parabola through three objects, in Newton's form: the path that a flight is sought along.
  struct Parabola {
    let radius: Double
    private let last: Sight
    private let middleTime: Double
    /// In widths of the picture per second, and per second squared.
    private let speed: SIMD2<Double>
    private let acceleration: SIMD2<Double>
    /// Of the acceleration, as objects err.
    private let error: Double

    init(_ a: Sight, _ b: Sight, _ c: Sight) {
      let (first, second, whole) = (b.time - a.time, c.time - b.time, c.time - a.time)
      last = c
      middleTime = b.time
      speed = (c.place - b.place) / second
      acceleration = 2 * (speed - (b.place - a.place) / first) / whole
      error = 6 * max(0.1 * c.radius, 0.4 * blur) / (first * second)
      let (low, high) = (min(a.radius, b.radius), max(a.radius, b.radius))
      radius = max(low, min(high, c.radius))
    }

    func position(at time: Double) -> SIMD2<Double> {
      let step = time - last.time
      let bend = step * (time - middleTime) / 2
      return last.place + step * speed + bend * acceleration
    }

    /// When the path leads past a place across; it does so at an even speed by a flight's own clock.
    func time(atX x: Double) -> Double { last.time + (x - last.place.x) / speed.x }

    /// How far the path leads down for a step across.
    func slope(at time: Double) -> Double {
      (speed.y + (2 * time - last.time - middleTime) / 2 * acceleration.y) / speed.x
    }

    /// Whether gravity can have led the object through the three places.
    func bendsDown(by rule: FlightRule) -> Bool {
      acceleration.y > rule.gravity.lowerBound - error
        && acceleration.y < rule.gravity.upperBound + error
        && abs(acceleration.x) < rule.sidewaysShare * max(acceleration.y, 0) + error
    }
  }

  /// What lies on a path through an object of the newest frame, back to where two frames in a row have nothing.
  private func support(of path: Parabola, through object: Int) -> [SupportPoint] {
    var support: [SupportPoint] = []
    let newest = frames.count - 1
    var start = newest
    if clock == .own {
      guard frames[newest].isFree(object, of: path.radius) else { return [] }
      support = [SupportPoint(frame: newest, object: object, time: frames[newest].time)]
      start -= 1
    }
    let gate = max(Self.reach.ofThree * path.radius, Self.blur)
    var gap = 0
    for index in stride(from: start, through: 0, by: -1) {
      let time = frames[index].time
      guard frames[newest].time - time <= Self.window, gap < 2 else { break }
      let found =
        clock == .own
        ? passing(
          path, in: index, within: gate, before: support[support.count - 1].time, after: gap)
        : frames[index].nearest(to: path.position(at: time), radius: path.radius, within: gate)
          .map { (object: $0, time: time) }
      guard let found else {
        gap += 1
        continue
      }
      gap = 0
      support.append(SupportPoint(frame: index, object: found.object, time: found.time))
    }
    return support.reversed()
  }
}

extension FlightTracker.Frame {
  /// An object at the frame's own time.
  fileprivate func sight(of object: Int) -> FlightTracker.Sight {
    FlightTracker.Sight(place: places[object], radius: radii[object], time: time)
  }
}
