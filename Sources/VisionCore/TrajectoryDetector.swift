/// Finds thrown objects among what moves: the part of the request that needs no pictures.
///
/// In a film that repeats pictures, as recordings of a screen do and what was brought to another frame rate,
/// nothing says when each was taken. Paths are then looked for by two clocks: by the film's times, and as if
/// its distinct pictures had been taken at even ones.
public struct TrajectoryDetector: Sendable {
  private typealias Flight = FlightTracker.Flight

  private let aspectRatio: Double
  private var byFilm: FlightTracker
  /// Runs once a picture was repeated.
  private var byPictures: FlightTracker?
  private var clock = PictureClock()
  /// The film's times of the last frames, which a path may have points in.
  private var times: [(frame: Int, time: Double)] = []
  /// The flights that were reported, as long as the other clock may still show them, too.
  private var reported: [Flight] = []

  /// For how long frames are remembered, and flights that have ended, in seconds.
  private static let memory = (frames: 10.0, flights: 1.0)

  /// - Parameters:
  ///   - rule: What counts as thrown.
  ///   - aspectRatio: The picture's width divided by its height, above 0.
  public init(rule: FlightRule = FlightRule(), aspectRatio: Double) {
    byFilm = FlightTracker(rule: rule)
    self.aspectRatio = aspectRatio
  }

  /// Takes in what moves in the next frame.
  ///
  /// - Parameters:
  ///   - objects: In any order.
  ///   - frame: Higher than those before; those that are left out show the same picture as the one before.
  ///   - time: In seconds; later than those before.
  /// - Returns: The paths that have ended with this frame, once, and those that go on.
  public mutating func update(
    with objects: [MovingObject], frame: Int, time: Double
  ) -> [TrajectoryObservation] {
    let even = clock.tick(frame: frame, time: time)
    times.removeAll { $0.time < time - Self.memory.frames }
    times.append((frame, time))
    reported.removeAll { $0.points[$0.points.count - 1].time < time - Self.memory.flights }
    if byPictures == nil, clock.hasRepetitions {
      byPictures = FlightTracker(rule: byFilm.rule, clocks: 2)
    }
    let ended = byFilm.update(with: objects, frame: frame, time: time)
    let endedToo = byPictures?.update(with: objects, frame: frame, time: even) ?? []
    return report(ended, endedToo, besides: byFilm.flights, byPictures?.flights ?? [])
  }

  /// Ends the paths that go on: the video is over.
  public mutating func finish() -> [TrajectoryObservation] {
    report(byFilm.finish(), byPictures?.finish() ?? [], besides: [], [])
  }

  /// Of what both clocks show of the same flight, the longer path.
  ///
  /// - Parameters:
  ///   - ended: The flights that have ended by the film's clock.
  ///   - endedToo: Those by the pictures'.
  ///   - going: The flights that go on by the film's clock.
  ///   - goingToo: Those by the pictures'.
  /// - Returns: What ended and had not been reported, and what goes on.
  private mutating func report(
    _ ended: [Flight], _ endedToo: [Flight], besides going: [Flight], _ goingToo: [Flight]
  ) -> [TrajectoryObservation] {
    let going = longestFirst(going, goingToo)
    var observations: [TrajectoryObservation] = []
    for flight in longestFirst(ended, endedToo) {
      let isSurpassed = going.contains {
        $0.points.count > flight.points.count && $0.isSame(as: flight)
      }
      guard !isSurpassed, !reported.contains(where: { $0.isSame(as: flight) }) else { continue }
      reported.append(flight)
      observations.append(
        TrajectoryObservation(flight, aspectRatio: aspectRatio, isFinished: true))
    }
    var shown = reported
    for flight in going where !shown.contains(where: { $0.isSame(as: flight) }) {
      shown.append(flight)
      observations.append(
        TrajectoryObservation(flight, aspectRatio: aspectRatio, isFinished: false))
    }
    return observations
  }

  /// The flights of both clocks, all at the film's times; their ids differ.
  private func longestFirst(_ byFilm: [Flight], _ byPictures: [Flight]) -> [Flight] {
    let film = byFilm.map { flight in
      var flight = flight
      flight.id = 2 * flight.id
      return flight
    }
    let pictures = byPictures.map { flight in
      var flight = flight
      flight.id = 2 * flight.id + 1
      for index in flight.points.indices {
        let frame = flight.points[index].frame
        if let time = times.last(where: { $0.frame == frame })?.time {
          flight.points[index].time = time
        }
      }
      return flight
    }
    return (film + pictures).sorted { $0.points.count > $1.points.count }
  }
}

extension FlightTracker.Flight {
  /// Whether both have the same objects of three frames.
  fileprivate func isSame(as other: FlightTracker.Flight) -> Bool {
    let shared = points.count { point in
      other.points.contains { $0.frame == point.frame && $0.object == point.object }
    }
    return shared >= 3
  }
}

/// A clock that goes on by the same for each distinct picture of a film.
struct PictureClock: Sendable {
  /// Whether a picture was repeated so far.
  private(set) var hasRepetitions = false
  private var last: (frame: Int, time: Double)?
  private var now = 0.0
  private var step = 0.0
  private var pictures = 0

  /// So many pictures say how far apart they are.
  private static let window = 60

  /// The time of the next distinct picture, which the film shows at `time`, as its frame of that number.
  mutating func tick(frame: Int, time: Double) -> Double {
    defer { last = (frame, time) }
    guard let last else {
      now = time
      return now
    }
    if frame > last.frame + 1 { hasRepetitions = true }
    pictures = min(pictures + 1, Self.window)
    step += (time - last.time - step) / Double(pictures)
    now += step
    return now
  }
}
