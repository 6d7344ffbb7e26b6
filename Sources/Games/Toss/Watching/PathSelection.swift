internal import VisionCore

/// Which of the paths that are seen may be throws: those that grow and do not lead away from the board, and of those that
/// have ended the ones that lead towards it. Whether they begin at a person is decided later.
struct PathSelection {
  /// What paths are judged by.
  struct Scene {
    var board: GameboardObservation?
    /// The picture's width divided by its height.
    var aspectRatio: Double
  }

  /// The paths that grow, and those that have ended a moment ago: what is drawn.
  private(set) var shown: [TrajectoryObservation] = []
  /// The paths of the last seconds, and when each was last seen.
  private var known: [(id: Int, time: Double)] = []
  /// Paths of which it is to be decided whether somebody could have thrown them, and those that went before.
  private var undecided: [(path: TrajectoryObservation, before: [Int])] = []
  /// Paths of the last seconds that nobody can have thrown.
  private var takenBack: [(id: Int, time: Double)] = []

  /// How long after the end of a path it is decided whether somebody was there who could have thrown it, in seconds. A
  /// camera does not wait for joints as a film can. Less than ``TossGame/pathMemory``, after which the throw has ended.
  static let delay = 0.6
  /// How long paths are drawn after their end, in seconds.
  private static let drawnFor = 1.5
  /// For how long, in seconds, it is known that a path was seen or taken back; longer than a film is drawn late.
  private static let memory = 4.0

  /// Takes in the paths of a frame.
  ///
  /// - Parameters:
  ///   - seen: Those that grow, and once those that have ended.
  ///   - time: Of the frame, in seconds.
  ///   - pieces: Those that ended since the last throw did.
  ///   - scene: What they are judged by.
  /// - Returns: The paths that may be throws, and where those that are new began.
  mutating func select(
    from seen: [TrajectoryObservation], at time: Double, after pieces: [TrajectoryObservation],
    in scene: Scene
  ) -> (played: [TrajectoryObservation], starts: [PlayerWatch.PathStart]) {
    shown = shown.filter { $0.isFinished && ($0.points.last?.time ?? 0) > time - Self.drawnFor }
    known.removeAll { $0.time < time - Self.memory }
    var before = pieces.map { $0.id }
    var played: [TrajectoryObservation] = []
    var starts: [PlayerWatch.PathStart] = []
    for path in seen {
      guard let first = path.points.first else { continue }
      if let index = known.firstIndex(where: { $0.id == path.id }) {
        known[index].time = time
      } else {
        known.append((path.id, time))
        starts.append(PlayerWatch.PathStart(time: first.time, location: first.location))
      }
      if path.isFinished {
        guard mayBeThrow(path, after: before, in: scene) else { continue }
        before.append(path.id)
      } else if let board = scene.board,
        path.leadsAway(from: board, aspectRatio: scene.aspectRatio)
      {
        continue
      }
      played.append(path)
      shown.append(path)
    }
    return (played, starts)
  }

  /// Decides of the paths that ended long enough before a time, in seconds, by who was seen around them.
  ///
  /// - Returns: Those that nobody can have thrown.
  mutating func decide(until time: Double, by trail: PoseTrail, aspectRatio: Double) -> [Int] {
    func isDue(_ path: TrajectoryObservation) -> Bool {
      (path.points.last?.time ?? 0) + Self.delay <= time
    }
    let due = undecided.filter { isDue($0.path) }
    undecided.removeAll { isDue($0.path) }
    var unthrown: [Int] = []
    for (path, before) in due {
      let continues = before.contains { !wasTakenBack($0) }
      guard !path.begins(atPersonOf: trail, continues: continues, aspectRatio: aspectRatio) else {
        continue
      }
      unthrown.append(path.id)
      takenBack.append((path.id, path.points.last?.time ?? 0))
      shown.removeAll { $0.id == path.id }
    }
    takenBack.removeAll { $0.time < time - Self.memory && time.isFinite }
    return unthrown
  }

  /// Whether a path of the last seconds turned out to be one that nobody can have thrown.
  func wasTakenBack(_ path: Int) -> Bool { takenBack.contains { $0.id == path } }

  /// Whether a path that has ended leads towards the board. Of what does not come down on it people decide.
  private mutating func mayBeThrow(
    _ path: TrajectoryObservation, after before: [Int], in scene: Scene
  ) -> Bool {
    guard let first = path.points.first, let last = path.points.last else { return false }
    if let board = scene.board {
      let (middle, aspectRatio) = (board.middle, scene.aspectRatio)
      let left = last.location.distance(to: middle, aspectRatio)
      guard left < first.location.distance(to: middle, aspectRatio) else { return false }
      // What comes down on the board was thrown, whoever is seen: the thrower may be found later.
      if left < board.reach(aspectRatio) { return true }
    }
    undecided.append((path, before))
    return true
  }
}

extension TrajectoryObservation {
  /// Whether somebody of those on a trail may have thrown what flew on the path, or nobody was looked at. It may
  /// continue another one; the aspect ratio is the picture's width divided by its height.
  fileprivate func begins(
    atPersonOf trail: PoseTrail, continues: Bool, aspectRatio: Double
  ) -> Bool {
    guard let first = points.first else { return false }
    guard !trail.isEmpty(around: first.time) else { return true }
    let thrower = trail.thrower(near: first.location, at: first.time, aspectRatio: aspectRatio)
    let now = thrower.min { abs($0.time - first.time) < abs($1.time - first.time) }
    guard let pose = now?.pose else { return true }
    // A hand that has let go a bag is no farther from it than a body is long; a path that continues
    // another piece begins anywhere.
    let reach = 2.5 * pose.trunk(aspectRatio) + 0.02
    return continues || pose.distance(of: first.location, aspectRatio) < reach
  }
}
