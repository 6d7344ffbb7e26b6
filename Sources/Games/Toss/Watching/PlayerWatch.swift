package import SceneReading
package import VisionCore

/// Sees who is in the picture: everybody's joints, now and then, and often around paths; a network's run at a time.
///
/// The one owner of a game's poses: release, style, stand and what is drawn all come from its trail. Where
/// a path is seen, the joints of the second before it are also wanted. They are caught up on with few
/// frames at a time, so that the newest ones are not kept waiting.
package struct PlayerWatch: Sendable {
  /// What there is to be done, in this order.
  enum Command {
    /// The joints of the people nearest to where a path begins are wanted around its beginning.
    case follow(pathFrom: PathStart)
    /// The next frame is to be looked at.
    case look(at: FrameRing.Frame)
    /// Whether from now on half as many frames around paths are wanted.
    case spare(Bool)
    /// All frames that are wanted are to be looked at.
    case catchUp
  }

  /// Where a path begins, and when, in seconds.
  struct PathStart {
    var time: Double
    var location: NormalizedPoint
  }

  /// What one frame, and those caught up on with it, have shown.
  struct Sighting {
    /// When somebody was last seen, in seconds; `nil` where nobody was.
    var time: Double?
    /// The people in the last look away from paths.
    var count = 0
  }

  /// What was known once a command had been carried out.
  struct Turn {
    /// Of a look at a frame.
    var sighting: Sighting?
    /// Who was seen in the last seconds.
    var trail: PoseTrail
    /// Where the paths of the last seconds began.
    fileprivate var pathStarts: [PathStart]

    /// Of the trail everybody around the paths.
    var measured: PoseTrail {
      trail.filtered { $0.purpose == .toMeasure && !pathStarts.wanting($0.time).isEmpty }
    }
  }

  /// A look at one frame that is under way.
  package struct Look: Sendable {
    package let image: RGBImage
    package fileprivate(set) var search: BodySearch
    fileprivate var moment: PoseTrail.Moment
    fileprivate let limit: BodySearch.Limit?
    /// Whether it is near a path; `nil` where it is made to draw.
    fileprivate let isAroundPath: Bool?
  }

  /// The command that is being carried out.
  private struct Work {
    /// Frames to be caught up on.
    var missing: [FrameRing.Frame]
    /// The frame that is looked at then.
    var newest: FrameRing.Frame?
    var sighting: Sighting?
  }

  /// Whether people are also looked at between throws, as often as it takes to draw them.
  private let isDrawn: Bool
  private var ring = FrameRing(span: 1.7, spacing: 1.0 / 31)
  private var trail = PoseTrail()
  private var pathStarts: [PathStart] = []
  /// Whether half as many frames around paths are wanted.
  private var isSparing = false
  private var commands: [Command] = []
  private var work: Work?
  /// What a network is to be run for next; `nil` once all commands are carried out.
  package private(set) var look: Look?
  private(set) var turns: [Turn] = []

  /// Joints are wanted from so long before a path begins to so long after it, in seconds; of every frame
  /// when the bag may be let go, and else at this distance in time.
  fileprivate static let around = -1.0...0.6
  private static let release = -0.6...0.45
  private static let spacing = 2.0 / 31
  /// Seconds from look to look.
  static let interval = 0.5
  private static let drawnInterval = 0.2
  /// Seconds from search to search for newcomers, away from paths and around them; and around them while
  /// nobody is there.
  private static let searchInterval = (away: 1.5, aroundPaths: 0.8, ofNobody: 0.2)
  private static let newcomers = BodySearch.Newcomers(in: .unit, threshold: 0.3)
  /// Of how many people joints are found around a path; each takes as long as all else together.
  private static let maximumThrowers = 2
  /// People seen at most this many seconds before are looked for where they were.
  private static let reach = 0.6
  /// More than the one that each frame adds, or it would not catch up.
  private static let framesAtOnce = 3
  /// For how long it is known who was seen, in seconds.
  private static let memory = 8.0
  /// The rounding of the container's times, in seconds.
  private static let rounding = 0.001

  init(isDrawn: Bool = false) { self.isDrawn = isDrawn }

  /// Begins to carry out commands, after those before.
  mutating func begin(_ commands: [Command]) {
    self.commands += commands
    proceed()
  }

  /// Takes in what the networks have seen of ``look``.
  package mutating func record(_ search: BodySearch) {
    look?.search = search
    proceed()
  }

  /// - Returns: What the commands since the last call have come to, one for each that looks at frames.
  mutating func takeTurns() -> [Turn] {
    defer { turns = [] }
    return turns
  }

  /// Continues to the next run of a network, or to the end of the commands.
  private mutating func proceed() {
    while true {
      if let current = look {
        guard current.search.nextStep == nil else { return }
        look = nil
        end(current)
      } else if var current = work {
        if !current.missing.isEmpty {
          let frame = current.missing.removeFirst()
          work = current
          beginLook(at: frame, .toMeasure, isAroundPath: true)
        } else if let frame = current.newest {
          current.newest = nil
          work = current
          lookIfDue(at: frame)
        } else {
          work = nil
          turns.append(Turn(sighting: current.sighting, trail: trail, pathStarts: pathStarts))
        }
      } else if commands.isEmpty {
        return
      } else {
        begin(commands.removeFirst())
      }
    }
  }

  private mutating func begin(_ command: Command) {
    switch command {
    case .follow(let start): pathStarts.append(start)
    case .spare(let isSparing): self.isSparing = isSparing
    case .look(let frame):
      ring.append(frame)
      work = Work(
        missing: Array(backlog.prefix(Self.framesAtOnce)), newest: frame, sighting: Sighting())
    case .catchUp: work = Work(missing: backlog)
    }
  }

  private mutating func lookIfDue(at frame: FrameRing.Frame) {
    trail.forget(before: frame.time - Self.memory)
    pathStarts.removeAll { $0.time < frame.time - Self.memory - 1 }
    if isDue(.toMeasure, frame, after: Self.interval) {
      // The look after a path continues from people that were seen around it.
      let isAroundPath =
        !pathStarts.wanting(frame.time).isEmpty
        || !pathStarts.wanting(frame.time - Self.reach).isEmpty
      beginLook(at: frame, .toMeasure, isAroundPath: isAroundPath)
    } else if isDrawn, isDue(.toDraw, frame, after: Self.drawnInterval) {
      // No figure follows from it, so that a game is the same whether it is drawn or not.
      beginLook(at: frame, .toDraw, isAroundPath: nil)
    }
  }

  private var backlog: [FrameRing.Frame] {
    guard !pathStarts.isEmpty else { return [] }
    var times = trail.moments.filter { $0.purpose == .toMeasure }.map { $0.time }
    return ring.frames.filter { frame in
      let isNearRelease = pathStarts.contains { Self.release.contains(frame.time - $0.time) }
      let distance = (isNearRelease ? 0 : Self.spacing) + (isSparing ? Self.spacing : 0)
      guard !pathStarts.wanting(frame.time).isEmpty,
        times.allSatisfy({ abs($0 - frame.time) > distance - Self.rounding && $0 != frame.time })
      else { return false }
      times.append(frame.time)
      return true
    }
  }

  private func isDue(
    _ purpose: PoseTrail.Purpose, _ frame: FrameRing.Frame, after interval: Double
  ) -> Bool {
    guard let last = trail.last(before: .infinity, for: purpose) else { return true }
    return frame.time - last.time >= interval - Self.rounding
  }

  private mutating func beginLook(
    at frame: FrameRing.Frame, _ purpose: PoseTrail.Purpose, isAroundPath: Bool?
  ) {
    let last = trail.last(before: frame.time, for: purpose)
    let before = last.flatMap { frame.time - $0.time < Self.reach ? $0 : nil }
    var moment = PoseTrail.Moment(
      frame: frame.index, time: frame.time, purpose: purpose, people: [],
      tracker: before?.tracker
        ?? BodyTracker(newcomers: Self.newcomers, framesBetweenSearches: .max),
      searched: before?.searched ?? -.infinity)
    let passed = frame.time - moment.searched + Self.rounding
    let starts = pathStarts.wanting(frame.time)
    let isAnybodyKnown = before?.people.isEmpty == false
    let interval = Self.searchInterval
    // Where nobody is, a frame later nobody is either.
    guard isAnybodyKnown || passed >= (starts.isEmpty ? Self.interval : interval.ofNobody) else {
      return add(moment, isAroundPath: isAroundPath)
    }
    if passed >= (starts.isEmpty ? interval.away : interval.aroundPaths) {
      moment.tracker.searchNextFrame()
    }
    let limit =
      starts.isEmpty
      ? nil : BodySearch.Limit(count: Self.maximumThrowers, nearestTo: starts.map { $0.location })
    let search = moment.tracker.begin(in: frame.image.uprightSize(.up), limit: limit)
    look = Look(
      image: frame.image, search: search, moment: moment, limit: limit, isAroundPath: isAroundPath)
  }

  private mutating func end(_ ended: Look) {
    var moment = ended.moment
    moment.people = moment.tracker.end(ended.search)
    if moment.tracker.hasSearched {
      moment.searched = moment.time
    } else if moment.people.isEmpty {
      // Who has walked on since is not where they were.
      var again = ended
      again.search = moment.tracker.begin(in: ended.search.size, limit: ended.limit)
      again.moment = moment
      look = again
      return
    }
    add(moment, isAroundPath: ended.isAroundPath)
  }

  private mutating func add(_ moment: PoseTrail.Moment, isAroundPath: Bool?) {
    trail.insert(moment)
    if let isAroundPath { work?.sighting?.note(moment, isAroundPath: isAroundPath) }
  }
}

extension PlayerWatch.Sighting {
  fileprivate mutating func note(_ moment: PoseTrail.Moment, isAroundPath: Bool) {
    if !moment.people.isEmpty { time = max(moment.time, time ?? moment.time) }
    // In the midst of a throw all sorts of things are taken for people.
    if !isAroundPath { count = moment.people.count }
  }
}

extension [PlayerWatch.PathStart] {
  /// Those because of which joints are wanted at a time, in seconds.
  fileprivate func wanting(_ time: Double) -> Self {
    filter { PlayerWatch.around.contains(time - $0.time) }
  }
}
