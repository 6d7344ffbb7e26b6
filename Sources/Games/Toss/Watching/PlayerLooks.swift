internal import VisionCore

/// The looks for people, which are made next to all else that is done with the frames.
///
/// Frames are looked at one after another, and what each shows is taken in after a fixed ``delay``: catching up on a
/// path's beginning takes several frames' time, and need not hold up what finds paths. A delay that did not depend
/// on frames' times alone would make a game depend on the machine.
struct PlayerLooks {
  /// `nil` while networks are run for it.
  private var players: PlayerWatch?
  private var hasGivenUp = false
  /// What it is to do next.
  private var commands: [PlayerWatch.Command] = []
  /// The looks that are not yet taken in, by the time of their frame, and what those that were made have come to.
  private var times: [Double] = []
  private var turns: [PlayerWatch.Turn] = []
  /// Who was seen in the last seconds, up to the last sighting that was taken in.
  private(set) var trail = PoseTrail()
  /// Of those the ones around the paths, which are measured.
  private(set) var measured = PoseTrail()
  /// The people in the last look that has ended.
  private(set) var newestPeople: [HumanBodyPoseObservation] = []

  /// How much later a frame's sighting is taken in, in seconds.
  static let delay = 0.3
  /// What is given out at once does not come back before all of it is done.
  private static let commandsAtOnce = 3

  init(isDrawn: Bool) { players = PlayerWatch(isDrawn: isDrawn) }

  /// Requests the joints of the people nearest to where a path begins, around its beginning.
  mutating func follow(pathFrom start: PlayerWatch.PathStart) {
    guard !hasGivenUp else { return }
    commands.append(.follow(pathFrom: start))
  }

  /// Wants half as many frames around paths from now on, or as many as before again.
  mutating func spare(_ isSparing: Bool) {
    guard !hasGivenUp else { return }
    commands.append(.spare(isSparing))
  }

  /// Requests a look at the next frame.
  mutating func look(at frame: FrameRing.Frame) {
    guard !hasGivenUp else { return }
    commands.append(.look(at: frame))
    times.append(frame.time)
  }

  /// Requests looks at all frames that are wanted.
  mutating func catchUp() {
    guard !hasGivenUp else { return }
    commands.append(.catchUp)
    times.append(-.infinity)
  }

  /// - Returns: What networks are to be run for; ``takeBack(_:)`` receives it when that is done. `nil` where there is
  ///   nothing to do, or it is given out already.
  mutating func giveOut() -> PlayerWatch? {
    while var ready = players, !commands.isEmpty {
      players = nil
      ready.begin(Array(commands.prefix(Self.commandsAtOnce)))
      commands.removeFirst(min(commands.count, Self.commandsAtOnce))
      if ready.look != nil { return ready }
      takeBack(ready)
    }
    return nil
  }

  mutating func takeBack(_ players: PlayerWatch) {
    var players = players
    turns += players.takeTurns()
    newestPeople = turns.last?.trail.moments.last?.people ?? newestPeople
    self.players = players
  }

  /// Whether the looks that are due at a time, in seconds, have all been made.
  func areMade(until time: Double) -> Bool {
    turns.count >= times.prefix { $0 <= time - Self.delay }.count
  }

  /// - Returns: The sightings that are due at a time, in seconds.
  mutating func takeIn(until time: Double) -> [PlayerWatch.Sighting] {
    var sightings: [PlayerWatch.Sighting] = []
    while let first = times.first, first <= time - Self.delay, !turns.isEmpty {
      times.removeFirst()
      let turn = turns.removeFirst()
      (trail, measured) = (turn.trail, turn.measured)
      if let sighting = turn.sighting { sightings.append(sighting) }
    }
    return sightings
  }

  /// Makes no more looks: what was seen so far stands.
  mutating func giveUp() {
    hasGivenUp = true
    (players, commands, times) = (nil, [], [])
  }
}
