/// The clock that all flights of a film share.
///
/// A film that was brought from 30 pictures a second to 25, or whose recorder was too slow, lacks pictures, and its times do
/// not show where. There everything is farther along its path than its time says. So where flights are, the clock is
/// set ahead by the pictures that must be missing.
extension FlightTracker {
  /// Pictures that the film lacks just before one of the frames.
  struct Skip: Hashable {
    var index: Int
    var pictures: Int
  }

  /// The film lacks at most so many pictures in a row.
  static let maximumSkip = 2
  /// Backwards a flight shows that pictures are lacking by at least so many points.
  static let pointsBeyondSkip = 3
  /// An object is on another place of its path if it is so many times as near to that.
  private static let clarity = 3.0

  /// Sets the clock ahead where most flights are farther along in the newest frame.
  mutating func setClockByFlights() {
    let newest = frames.count - 1
    var votes = [Int](repeating: 0, count: Self.maximumSkip + 1)
    for flight in flights where flight.missed == 0 && flight.framesAbove == 0 {
      guard let path = BallisticPath(flight.lead),
        let sight = sight(
          on: path, in: newest, at: frames[newest].time, step: frames[newest].step,
          maximumSkip: Self.maximumSkip), continues(flight.points, with: sight.point)
      else { continue }
      votes[sight.lacking] += 1
    }
    guard let most = votes.max(), let pictures = votes.firstIndex(of: most), pictures > 0 else {
      return
    }
    setClock(ahead: [Skip(index: newest, pictures: pictures)])
  }

  /// Moves the frames from each skip on to later times, and what flights have in them.
  mutating func setClock(ahead skips: [Skip]) {
    for skip in skips {
      let delay = Double(skip.pictures) * frames[skip.index].step
      let frame = frames[skip.index].frame
      for index in skip.index..<frames.count { frames[index].time += delay }
      for index in flights.indices {
        for point in flights[index].points.indices
        where flights[index].points[point].frame >= frame {
          flights[index].points[point].time += delay
        }
      }
      ahead += delay
    }
  }

  /// Whether a flight was seen in a frame and in the one before, so that what lies between is known.
  func isSettled(_ index: Int) -> Bool {
    flights.contains { flight in
      [index - 1, index].allSatisfy { index in
        flight.points.contains { $0.frame == frames[index].frame }
      }
    }
  }

  /// The object on a path in a frame, and how many pictures the film lacks beside that, by where on the path it lies.
  ///
  /// - Parameters:
  ///   - path: Of a flight up to the frame, or from there on.
  ///   - index: Of the frame.
  ///   - time: Of the frame, if the film lacks none.
  ///   - step: By which each missing picture moves that time.
  ///   - maximumSkip: How many it may lack.
  /// - Returns: `nil` where no object lies on the path.
  func sight(
    on path: BallisticPath, in index: Int, at time: Double, step: Double, maximumSkip: Int
  ) -> (point: TrajectoryPoint, lacking: Int)? {
    var best: (point: TrajectoryPoint, lacking: Int, distance: Double)?
    let error = max(path.residual, BallisticPath.minimumError)
    for lacking in 0...maximumSkip {
      let time = time + Double(lacking) * step
      let place = path.position(at: time)
      guard
        var found = nearest(
          to: place, radius: path.radius, in: index, gate: { max(0.6 * $0, 2 * Self.blur) })
      else { continue }
      let (dx, dy) = (found.point.object.x - place.x, found.point.object.y - place.y)
      let distance = (dx * dx + dy * dy).squareRoot()
      if let best,
        best.distance < Self.clarity * error || best.distance < Self.clarity * distance
      {
        continue
      }
      found.point.time = time
      best = (found.point, lacking, distance)
    }
    return best.map { ($0.point, $0.lacking) }
  }
}
