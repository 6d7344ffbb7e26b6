internal import VisionCore

/// The clock that all flights of a tracker share.
///
/// A film that was converted from 30 to 25 frames a second, or whose recorder was too slow, lacks frames, and its times do not
/// show where. There everything is farther along its path than its time says. So where flights are, the clock is
/// set ahead by the frames that must have been dropped.
extension FlightTracker {
  /// Frames that were dropped just before one of those that are remembered.
  struct Drop {
    /// Of that one, at least 1.
    var index: Int
    var count: Int
  }

  /// So many frames in a row may have been dropped.
  static let maximumDrop = 2
  /// A drop that only one flight shows needs so many points before it, and by space alone after it, too: fewer may be the hand's.
  static let pointsBesideDrop = 3
  /// A later place on the path counts if the object is so many times as near to it as to that of the film's time.
  private static let clarity = 2.0

  /// Sets the clock ahead where most flights are farther along in the newest frame.
  mutating func setClockByFlights() {
    let newest = frames.count - 1
    var votes = [Int](repeating: 0, count: Self.maximumDrop + 1)
    for flight in flights where flight.missed == 0 && flight.framesAbove == 0 {
      guard let path = BallisticPath(flight.lead),
        let sight = sight(
          on: path, in: newest, at: frames[newest].time, step: frames[newest].step, mayDrop: true),
        continues(flight.points, with: sight.point)
      else { continue }
      votes[sight.dropped] += 1
    }
    let all = votes.reduce(0, +)
    for count in 1...Self.maximumDrop where 2 * votes[count] > all {
      setClock(ahead: [Drop(index: newest, count: count)])
    }
  }

  /// Moves the frames from each drop on to later times, and what flights have in them.
  mutating func setClock(ahead drops: [Drop]) {
    for drop in drops {
      let delay = delay(of: drop)
      let frame = frames[drop.index].frame
      for index in drop.index..<frames.count { frames[index].time += delay }
      for index in flights.indices {
        for point in flights[index].points.indices
        where flights[index].points[point].frame >= frame {
          flights[index].points[point].time += delay
        }
      }
      ahead += delay
    }
  }

  /// By how much the dropped frames delay what follows, in seconds.
  func delay(of drop: Drop) -> Double { Double(drop.count) * frames[drop.index].step }

  /// Whether a flight that is followed spans a frame and the one before, so that what lies between is known.
  func isSettled(_ index: Int) -> Bool {
    flights.contains { flight in
      flight.points[0].frame < frames[index].frame
        && flight.points[flight.points.count - 1].frame >= frames[index].frame
    }
  }

  /// The object on a path in a frame, and how many frames must have been dropped beside it for that.
  ///
  /// - Parameters:
  ///   - path: Of a flight up to the frame, or from there on.
  ///   - index: Of the frame.
  ///   - time: Of the frame, if none was dropped.
  ///   - step: By which each dropped frame moves that time.
  ///   - mayDrop: Whether any may have been dropped.
  /// - Returns: `nil` where no object lies on the path.
  func sight(
    on path: BallisticPath, in index: Int, at time: Double, step: Double, mayDrop: Bool
  ) -> (point: TrajectoryPoint, dropped: Int)? {
    func object(near time: Double) -> TrajectoryPoint? {
      nearest(to: path, at: time, in: index)?.point
    }
    let error = Self.clarity * max(path.residual, BallisticPath.minimumError)
    var best = object(near: time).map { (point: $0, dropped: 0) }
    var distance = best.map { path.distance(of: $0.point.object, at: time) } ?? .infinity
    for dropped in 1...Self.maximumDrop where mayDrop && distance > error {
      let later = time + Double(dropped) * step
      guard let point = object(near: later) else { continue }
      let apart = path.distance(of: point.object, at: later)
      guard Self.clarity * apart < min(distance, path.distance(of: point.object, at: time)) else {
        continue
      }
      (best, distance) = ((point, dropped), apart)
    }
    return best.map { best in
      var point = best.point
      point.time = time + Double(best.dropped) * step
      return (point, best.dropped)
    }
  }
}

extension BallisticPath {
  /// How far an object lies from where the path is at a time, in widths of the picture.
  func distance(of object: MovingObject, at time: Double) -> Double {
    (object.place - position(at: time)).length
  }
}
