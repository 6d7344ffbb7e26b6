public import VisionCore

/// Finds thrown objects among what moves: the part of the request that needs no pictures.
///
/// In a film that repeats pictures, as recordings of a screen do and what was brought to another frame rate,
/// nothing says when each was taken. Paths are then looked for by other clocks, too: as if its distinct pictures had
/// been taken at even times, and, where it shows each of them for several frames, as slowed film does, as if they had
/// been taken at the film's own rate. Where frames were dropped, the paths themselves show how far the clock of the film's times
/// has to be set ahead; a path that is bent enough is also looked for by its places alone.
public struct TrajectoryDetector: Sendable {
  private typealias Flight = FlightTracker.Flight

  private let aspectRatio: Double
  private var byFilm: FlightTracker
  /// Runs once a picture was repeated.
  private var byPictures: FlightTracker?
  /// Runs while most are shown for several frames.
  private var bySlowedFilm: FlightTracker?
  private var bySpace: FlightTracker
  private var clock = PictureClock()
  /// The film's times of the last frames, in which a path may have points.
  private var times: [(frame: Int, time: Double)] = []
  /// Paths that have ended while another clock's continues, which may prove to be longer, or none.
  private var waiting: [Flight] = []
  /// The paths that were reported, and when, as long as another clock may still show them, too.
  private var reported: [(path: Flight, time: Double)] = []
  /// The paths of the last answer, and their ids.
  private var named: [(path: Flight, id: Int)] = []
  private var nextID = 0
  /// What the paths that the last answer reports as ended were judged by, for each ``TrajectoryObservation/id``.
  package private(set) var evidence: [Int: FlightEvidence] = [:]

  /// For how long frames are remembered, and paths that were reported, in seconds.
  private static let memory = (frames: 10.0, paths: 1.0)

  /// - Parameters:
  ///   - rule: The limits of what counts as thrown; over what keeps within them a learned judge decides.
  ///   - aspectRatio: The picture's width divided by its height, above 0.
  public init(rule: FlightRule = FlightRule(), aspectRatio: Double) {
    self.init(rule: rule, judge: .learned, aspectRatio: aspectRatio)
  }

  package init(rule: FlightRule = FlightRule(), judge: FlightJudge, aspectRatio: Double) {
    byFilm = FlightTracker(rule: rule, judge: judge, clock: .film)
    bySpace = FlightTracker(rule: rule, judge: judge, clock: .own)
    self.aspectRatio = aspectRatio
  }

  /// Takes in what moves in the next frame.
  ///
  /// - Parameters:
  ///   - objects: In any order.
  ///   - frame: Higher than those before.
  ///   - time: In seconds; later than those before.
  ///   - repetitions: How many frames after it show the same picture; they are left out.
  ///   - view: What the frame shows, where its camera has moved.
  /// - Returns: The paths that have ended, once, and those that continue.
  public mutating func update(
    with objects: [MovingObject], frame: Int, time: Double, repetitions: Int = 0,
    view: FieldOfView? = nil
  ) -> [TrajectoryObservation] {
    let now = clock.tick(at: time, repetitions: repetitions)
    let view = view ?? FieldOfView(aspectRatio: aspectRatio)
    times.removeAll { $0.time < time - Self.memory.frames }
    times.append((frame, time))
    var ended = byFilm.update(with: objects, in: view, frame: frame, time: time)
    ended += byPictures?.update(with: objects, in: view, frame: frame, time: now.even) ?? []
    ended += bySlowedFilm?.update(with: objects, in: view, frame: frame, time: now.frames) ?? []
    ended += bySpace.update(with: objects, in: view, frame: frame, time: time)
    if !clock.isSlow {
      ended += bySlowedFilm?.finish() ?? []
      bySlowedFilm = nil
    }
    if repetitions > 0, byPictures == nil {
      byPictures = FlightTracker(rule: byFilm.rule, judge: byFilm.judge, clock: .pictures)
    }
    if clock.isSlow, bySlowedFilm == nil {
      bySlowedFilm = FlightTracker(rule: byFilm.rule, judge: byFilm.judge, clock: .slowedFilm)
    }
    let continuing =
      byFilm.flights + (byPictures?.flights ?? []) + (bySlowedFilm?.flights ?? []) + bySpace.flights
    reported.removeAll { path, end in
      end < time - Self.memory.paths && !continuing.contains { $0.isSame(as: path) }
    }
    return report(ended, besides: continuing)
  }

  /// Ends the paths that continue: the video is over, or what follows is another.
  public mutating func finish() -> [TrajectoryObservation] {
    let ended =
      byFilm.finish() + (byPictures?.finish() ?? []) + (bySlowedFilm?.finish() ?? [])
      + bySpace.finish()
    let observations = report(ended, besides: [])
    (byPictures, bySlowedFilm, clock) = (nil, nil, PictureClock())
    (times, reported, named) = ([], [], [])
    return observations
  }

  /// Of what several clocks show of the same flight, the longest path; of two as long, that of the clock that comes first.
  private mutating func report(
    _ ended: [Flight], besides continuing: [Flight]
  ) -> [TrajectoryObservation] {
    let longestFirst = { (a: Flight, b: Flight) in
      (a.points.count, b.clock.rawValue) > (b.points.count, a.clock.rawValue)
    }
    var answers: [(path: Flight, isFinished: Bool)] = []
    let candidates = (waiting + ended).sorted(by: longestFirst)
    waiting = []
    for path in candidates where !reported.contains(where: { $0.path.isSame(as: path) }) {
      if continuing.contains(where: { $0.isSame(as: path) }) {
        waiting.append(path)
      } else {
        reported.append((path, times.last?.time ?? 0))
        answers.append((path, true))
      }
    }
    var shown = reported.map { $0.path }
    for path in continuing.sorted(by: longestFirst)
    where !shown.contains(where: { $0.isSame(as: path) }) {
      shown.append(path)
      answers.append((path, false))
    }
    let before = named
    (named, evidence) = ([], [:])
    return answers.map { path, isFinished in
      let known = before.first { $0.path.isSame(as: path) }?.id
      if known == nil { nextID += 1 }
      let id = known ?? nextID - 1
      named.append((path, id))
      if isFinished { evidence[id] = path.evidence }
      return observation(of: path, id: id, isFinished: isFinished)
    }
  }

  /// A path at the film's times.
  private func observation(of path: Flight, id: Int, isFinished: Bool) -> TrajectoryObservation {
    var flight = path
    flight.id = id
    for index in flight.points.indices {
      let frame = flight.points[index].frame
      let time = times.last { $0.frame == frame }?.time
      flight.points[index].time = time ?? flight.points[index].time
    }
    var observation = TrajectoryObservation(
      flight, aspectRatio: aspectRatio, isFinished: isFinished)
    // By the clock that has found it.
    observation.confidence = path.confidence
    return observation
  }
}

extension FlightTracker.Flight {
  /// Whether two paths, each by a clock of its own, have the same objects of three frames.
  fileprivate func isSame(as other: FlightTracker.Flight) -> Bool {
    let shared = points.count { point in
      other.points.contains { $0.frame == point.frame && $0.object == point.object }
    }
    return shared >= 3
  }
}

/// A clock that ticks once for each distinct picture of a film.
struct PictureClock: Sendable {
  private var last: (time: Double, repetitions: Int)?
  private var now = (even: 0.0, frames: 0.0)
  /// From one picture to the next, and from one frame to the next, in seconds.
  private var step = (picture: 0.0, frame: 0.0)
  private var pictures = 0
  /// Whether each of the last pictures was shown for several frames.
  private var wereSlow: [Bool] = []

  /// So many pictures say how far apart they are.
  private static let window = 60
  /// A film is slowed if it shows most of so many pictures for so many frames more than one: what rests is repeated
  /// as well, but for longer.
  private static let slow = (pictures: 20, minimumPart: 0.7, repetitions: 2...6)

  /// Whether the film is slowed.
  var isSlow: Bool {
    wereSlow.count >= Self.slow.pictures / 2
      && Double(wereSlow.count { $0 }) >= Self.slow.minimumPart * Double(wereSlow.count)
  }

  /// Takes in the next distinct picture.
  ///
  /// - Parameters:
  ///   - time: When the film first shows it, in seconds.
  ///   - repetitions: For how many frames after that.
  /// - Returns: When it would have been taken if all had been at even times, and if each had been for one frame.
  mutating func tick(at time: Double, repetitions: Int) -> (even: Double, frames: Double) {
    defer { last = (time, repetitions) }
    wereSlow.append(Self.slow.repetitions.contains(repetitions))
    if wereSlow.count > Self.slow.pictures { wereSlow.removeFirst() }
    guard let last else {
      now = (time, time)
      return now
    }
    // A picture that stood for long says nothing of how often they were taken.
    let passed = time - last.time
    let way = pictures < 5 ? passed : min(passed, 3 * step.picture)
    pictures = min(pictures + 1, Self.window)
    step.picture += (way - step.picture) / Double(pictures)
    step.frame += (passed / Double(1 + last.repetitions) - step.frame) / Double(pictures)
    now = (now.even + step.picture, now.frames + step.frame)
    return now
  }
}
