/// Flights by their places alone, whatever the film says of when they were there.
///
/// Where frames were dropped at random, or a film has been brought to another rate more than once, no clock that is shared leads
/// along a path. One that is bent by far more than its points err still shows its shape, and then each point's place on it says
/// when it was there: gravity pulls down, so that a flight goes across at an even speed. An arm draws such shapes, too, and only time
/// distinguishes it. So this counts only for what the film's times cannot explain, but dropped frames can.
extension FlightTracker {
  /// Of more than so many objects that move at once, some lie on a parabola of any kind.
  static let maximumObjectsBySpace = 24
  /// From its chord a path leads at least so many times as far as blobs err, and as its points are off it. Of drawn paths by space
  /// with frames dropped the latter keeps 85 % of the flights and a quarter of the others.
  private static let minimumBend = (errors: 3.0, residuals: 20.0)
  /// By its own clock what flies may take so many times as long from one frame to another as by the film's: frames may have been
  /// dropped, and places err.
  private static let pace = 0.3...(Double(maximumDrop) + 1.3)
  /// From here on a step says that frames were dropped, and not that places err.
  private static let droppedPace = 1.75
  /// Which parts of the way from the first to the last of three objects may have been passed at the middle one.
  private static let middle = 0.2...0.8
  /// A path that shows when it was where leads at least so far across, in widths of the picture.
  private static let minimumWidth = 0.02

  /// Which part of the way three objects show to have been passed at the middle one, at an even speed across; `nil` if they do not
  /// show it.
  static func partOfPath(
    to middle: MovingObject, from first: MovingObject, to last: MovingObject
  ) -> Double? {
    let way = SIMD2(last.x - first.x, last.y - first.y)
    let passed = SIMD2(middle.x - first.x, middle.y - first.y)
    let bend = way.x * passed.y - way.y * passed.x
    let minimum = minimumBend.errors * blur
    guard abs(way.x) > minimumWidth, Self.middle.contains(passed.x / way.x),
      bend * bend >= minimum * minimum * (way * way).sum()
    else { return nil }
    return passed.x / way.x
  }

  /// Whether a path needs no clock: its shape shows, and its own clock differs from the film's as it does where frames were dropped,
  /// which few points at either end do not show. A path by a clock that is shared need not be seen so.
  func isSeenBySpace(_ flight: Flight) -> Bool {
    guard clock == .own else { return true }
    guard let path = BallisticPath(flight.points),
      path.sagitta >= Self.minimumBend.residuals * path.residual,
      path.sagitta >= Self.minimumBend.errors * Self.blur
    else { return false }
    let steps = zip(flight.points, flight.points.dropFirst()).map { before, after in
      (after.time - before.time) / (sharedTime(of: after.frame) - sharedTime(of: before.frame))
    }
    let usual = steps.sorted()[steps.count / 2]
    let few = Self.pointsBeforeDrop - 1
    return steps.allSatisfy { $0 < Self.pace.upperBound * usual }
      && steps.dropFirst(few).dropLast(few).contains { $0 >= Self.droppedPace * usual }
  }

  /// How far along its path a flight may be about one of its points, in widths of the picture.
  func freedom(of flight: Flight, at point: TrajectoryPoint) -> Double {
    guard let path = BallisticPath(flight.points), let last = flight.points.last else { return 0 }
    let step = (last.time - flight.points[0].time) / Double(flight.points.count + flight.gaps - 1)
    return 2 * (Self.pace.upperBound - Self.pace.lowerBound) * step * path.speed(at: point.time)
  }

  /// The object that a path leads past in a frame, with the time at which it does.
  ///
  /// - Parameters:
  ///   - path: Of a flight beside the frame.
  ///   - index: Of the frame.
  ///   - end: The time of the flight's point that is nearest to the frame.
  ///   - expected: The time of the frame, if the flight's clock keeps pace with the film's from there.
  /// - Returns: `nil` where there is none.
  func passing(
    _ path: BallisticPath, in index: Int, from end: Double, expected: Double
  ) -> (point: TrajectoryPoint, index: Int)? {
    let (frame, radius) = (frames[index], path.radius)
    var best: (apart: Double, time: Double, index: Int)?
    let gate = max(0.6 * radius, 2 * Self.blur)
    for (candidate, object) in frame.objects.enumerated()
    where isFree(candidate, of: radius, in: index) {
      let place = SIMD2(object.x, object.y)
      let time = path.time(nearest: place, from: expected)
      guard Self.pace.contains((time - end) / (expected - end)) else { continue }
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
  ///   - next: The point after it, `nil` for the newest frame.
  ///   - gap: How many frames lie between.
  /// - Returns: `nil` where there is none.
  func passing(
    _ path: Parabola, in index: Int, within gate: Double, before next: TrajectoryPoint?,
    after gap: Int
  ) -> TrajectoryPoint? {
    let frame = frames[index]
    let step = next == nil ? 0 : frames[index + 1 + gap].time - frame.time
    var best: (squared: Double, time: Double, object: MovingObject)?
    for (candidate, object) in frame.objects.enumerated()
    where isFree(candidate, of: path.radius, in: index) {
      let time = path.time(atX: object.x)
      let isInTime =
        next.map { Self.pace.contains(($0.time - time) / step) } ?? (object.x == path.last.x)
      guard isInTime else { continue }
      let (down, slope) = (object.y - path.position(at: time).y, path.slope(at: time))
      let squared = down * down / (1 + slope * slope)
      if squared < best?.squared ?? gate * gate { best = (squared, time, object) }
    }
    return best.map { TrajectoryPoint(frame: frame.frame, time: $0.time, object: $0.object) }
  }
}

extension BallisticPath {
  /// The time about a first guess at which the path leads past a place most closely, in seconds.
  fileprivate func time(nearest place: SIMD2<Double>, from guess: Double) -> Double {
    var time = guess
    for _ in 0..<4 {
      let (there, velocity) = (position(at: time), velocity(at: time))
      let way = SIMD2(velocity.x, velocity.y)
      let square = (way * way).sum()
      guard square > 0 else { break }
      time += ((place - SIMD2(there.x, there.y)) * way).sum() / square
    }
    return time
  }
}
