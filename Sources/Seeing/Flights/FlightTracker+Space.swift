internal import PlayfieldMaths
internal import VisionCore

/// Flights by their places alone, whatever the film says of when they were there.
///
/// Where frames were dropped at random, or one of five, no clock that is shared leads along a path. One that is bent by far more than
/// its points err still shows its shape, and then each point's place on it says when it was there: gravity pulls down, so that a flight
/// goes across at an even speed. An arm draws such shapes, too, and only time distinguishes it. So this counts only where dropped
/// frames explain how the flight's own clock differs from the film's.
extension FlightTracker {
  /// How many objects of a frame may belong to a path: by space alone, fewer, to save time.
  var maximumCandidates: Int { clock == .own ? 24 : Self.maximumObjects }

  /// The minimum sagitta of a path, in errors of a blob and in residuals of the path. Of paths by space in drawn scenes with dropped
  /// frames the latter keeps 85 % of the flights and 23 % of the others.
  private static let minimumSagitta = (errors: 3.0, residuals: 20.0)
  /// How fast a flight's own clock may run, relative to the film's, over so many frames from one of its points to the next: a few may
  /// have been dropped, and places err.
  private static func pace(over frames: Int) -> ClosedRange<Double> {
    0.3...(1 + (Double(maximumDrop) + 0.3) / Double(frames))
  }
  /// The pace that shows a dropped frame, in medians of a flight's paces: with one it is 2.
  private static let droppedPace = 1.75
  /// The minimum pace just before a dropped frame, relative to that just after: a hand is slower than what it throws, and may lie on
  /// one parabola with something else.
  private static let minimumPaceBeforeDrop = 0.8
  /// The fractions of a seed's way across at which its middle object may lie.
  private static let middleFractions = 0.2...0.8
  /// The minimum way across of a seed, in widths of the picture.
  private static let minimumWidth = 0.02

  /// The fraction of the way across at which the middle one of three objects lies; `nil` if they are too close to a line, or to each other
  /// across, to show it.
  static func fractionAcross(
    to middle: SIMD2<Double>, from first: SIMD2<Double>, to last: SIMD2<Double>
  ) -> Double? {
    let way = last - first
    let passed = middle - first
    let bend = way.x * passed.y - way.y * passed.x
    let minimum = minimumSagitta.errors * blur
    guard abs(way.x) > minimumWidth, middleFractions.contains(passed.x / way.x),
      bend * bend >= minimum * minimum * (way * way).sum()
    else { return nil }
    return passed.x / way.x
  }

  /// Whether the shape of a path shows, and the flight's own clock differs from the film's as it does where frames were dropped, at no
  /// slower pace before than after. At either end a few points do not show that.
  func hasPaceOfDroppedFrames(_ flight: Flight) -> Bool {
    guard let path = BallisticPath(flight.points),
      path.sagitta >= Self.minimumSagitta.residuals * path.residual,
      path.sagitta >= Self.minimumSagitta.errors * Self.blur
    else { return false }
    let times = flight.points.map { (own: $0.time, shared: sharedTime(of: $0.frame)) }
    func pace(from first: Int, to last: Int) -> Double {
      (times[last].own - times[first].own) / (times[last].shared - times[first].shared)
    }
    let paces = (1..<times.count).map { pace(from: $0 - 1, to: $0) }
    let median = paces.median() ?? 0
    let few = Self.pointsBesideDrop - 1
    return paces.allSatisfy { $0 < Self.pace(over: 1).upperBound * median }
      && (few..<max(few, paces.count - few)).contains { step in
        paces[step] >= Self.droppedPace * median
          && pace(from: step - few, to: step) >= Self.minimumPaceBeforeDrop
            * pace(from: step + 1, to: step + 1 + few)
      }
  }

  /// How much of a path a flight may have passed from one frame to the next, in widths of the picture.
  func stretch(of flight: Flight, on path: BallisticPath, at time: Double) -> Double {
    let duration = flight.points[flight.points.count - 1].time - flight.points[0].time
    let step = duration / Double(flight.points.count + flight.gaps - 1)
    let pace = Self.pace(over: 1)
    return (pace.upperBound - pace.lowerBound) * step * path.speed(at: time)
  }

  /// The object that a path leads past in a frame, with the time at which it does.
  ///
  /// - Parameters:
  ///   - path: Of a flight beside the frame.
  ///   - index: Of the frame.
  ///   - end: The time of the flight's point that is nearest to the frame.
  ///   - expected: The time of the frame, if the flight's clock keeps pace with the film's from there.
  ///   - frames: From that point to the frame, with it.
  /// - Returns: `nil` if no object is near enough.
  func passing(
    _ path: BallisticPath, in index: Int, from end: Double, expected: Double, over frames: Int
  ) -> (point: TrajectoryPoint, index: Int)? {
    let (frame, radius) = (self.frames[index], path.radius)
    var best: (apart: Double, time: Double, index: Int)?
    let gate = max(0.6 * radius, 2 * Self.blur)
    let pace = Self.pace(over: frames)
    for (candidate, object) in frame.objects.prefix(maximumCandidates).enumerated()
    where frame.isFree(candidate, of: radius) {
      let time = path.time(nearest: object.place, from: expected)
      guard pace.contains((time - end) / (expected - end)) else { continue }
      let apart = path.distance(of: object, at: time)
      if apart < best?.apart ?? gate { best = (apart, time, candidate) }
    }
    return best.map { best in
      (
        TrajectoryPoint(frame: frame.frame, time: best.time, object: frame.objects[best.index]),
        best.index
      )
    }
  }

  /// The object that a parabola leads past in a frame, with the time at which it does.
  ///
  /// - Parameters:
  ///   - path: Through an object of the newest frame.
  ///   - index: Of the frame.
  ///   - gate: How far from the parabola it may lie, in widths of the picture.
  ///   - next: The time of the point after it.
  ///   - gap: How many frames lie between.
  /// - Returns: `nil` if no object is near enough.
  func passing(
    _ path: Parabola, in index: Int, within gate: Double, before next: Double, after gap: Int
  ) -> (object: Int, time: Double)? {
    let frame = frames[index]
    let step = frames[index + 1 + gap].time - frame.time
    let pace = Self.pace(over: 1 + gap)
    var best: (squared: Double, time: Double, object: Int)?
    for candidate in frame.places.indices.prefix(maximumCandidates)
    where frame.isFree(candidate, of: path.radius) {
      let place = frame.places[candidate]
      let time = path.time(atX: place.x)
      guard pace.contains((next - time) / step) else { continue }
      let (down, slope) = (place.y - path.position(at: time).y, path.slope(at: time))
      let squared = down * down / (1 + slope * slope)
      if squared < best?.squared ?? gate * gate { best = (squared, time, candidate) }
    }
    return best.map { (object: $0.object, time: $0.time) }
  }
}

extension BallisticPath {
  /// The time about a first guess at which the path leads past a place most closely, in seconds.
  fileprivate func time(nearest place: WidthPoint, from guess: Double) -> Double {
    var time = guess
    for _ in 0..<4 {
      let (there, velocity) = (position(at: time), velocity(at: time))
      let square = (velocity * velocity).sum()
      guard square > 0 else { break }
      time += ((place - there) * velocity).sum() / square
    }
    return time
  }
}
