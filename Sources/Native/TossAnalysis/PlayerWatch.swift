internal import VisionCore
internal import VisionRequests

/// Sees who is in the picture: everybody's joints, now and then, and often around paths.
///
/// The one owner of a game's poses: release, style, stand and what is drawn all come from its trail. Where
/// a path is seen, the joints of the second before it are wanted, too. They are caught up on with few
/// frames at a time, so that the newest ones are not kept waiting.
struct PlayerWatch: Sendable {
  /// What one frame, and those caught up on with it, have shown.
  struct Sighting {
    /// When somebody was last seen, in seconds; nil where nobody was.
    var time: Double?
    /// The people in the last look away from paths.
    var count = 0
  }

  private let model: BodyPoseModel
  /// Whether people are also looked at between throws, as often as it takes to draw them.
  private let isDrawn: Bool
  private var ring = FrameRing(span: 1.7, spacing: 1.0 / 31)
  /// Who was seen in the last seconds.
  private(set) var trail = PoseTrail()
  /// When the paths of the last seconds began, in seconds.
  private var pathStarts: [Double] = []

  /// Joints are wanted from so long before a path begins to so long after it, in seconds; of every frame
  /// when the bag may be let go, and else at this distance in time.
  private static let around = -1.0...0.6
  private static let release = -0.6...0.45
  private static let spacing = 2.0 / 31
  /// Seconds from look to look.
  static let interval = 0.5
  private static let drawnInterval = 0.2
  /// Seconds from search to search for newcomers, away from paths and around them; and around them while
  /// nobody is there.
  private static let searchInterval = (away: 1.5, aroundPaths: 0.8, ofNobody: 0.2)
  /// People seen at most so many seconds before are looked for where they were.
  private static let reach = 0.6
  /// More than the one that each frame adds, or it would not catch up.
  private static let framesAtOnce = 3
  /// The rounding of the container's times, in seconds.
  private static let rounding = 0.001

  init(model: BodyPoseModel, isDrawn: Bool = false) {
    (self.model, self.isDrawn) = (model, isDrawn)
  }

  /// Wants the joints of everybody around a path that begins at a time, in seconds.
  mutating func follow(pathFrom time: Double) { pathStarts.append(time) }

  /// Looks at the next frame, or at older ones that are still to be caught up on.
  ///
  /// - Throws: `VisionError` when a network cannot be run.
  mutating func look(at frame: FrameRing.Frame) async throws(VisionError) -> Sighting {
    ring.append(frame)
    var sighting = Sighting()
    for missing in backlog.prefix(Self.framesAtOnce) {
      sighting.note(try await look(at: missing, .toMeasure), isAroundPath: true)
    }
    trail.forget(before: frame.time - 8)
    pathStarts.removeAll { $0 < frame.time - 9 }
    if isDue(.toMeasure, frame, after: Self.interval) {
      // The look after a path goes on from people that were seen around it.
      let isAroundPath = isWanted(frame.time) || isWanted(frame.time - Self.reach)
      sighting.note(try await look(at: frame, .toMeasure), isAroundPath: isAroundPath)
    } else if isDrawn, isDue(.toDraw, frame, after: Self.drawnInterval) {
      // No figure follows from it, so that a game is the same whether it is drawn or not.
      _ = try await look(at: frame, .toDraw)
    }
    return sighting
  }

  /// Looks at all frames that are wanted. What could not be looked at is still to be caught up on.
  mutating func catchUp() async {
    do throws(VisionError) {
      for missing in backlog { _ = try await look(at: missing, .toMeasure) }
    } catch {}
  }

  /// Everybody around the paths of the last seconds.
  var measured: PoseTrail {
    trail.filtered { $0.purpose == .toMeasure && isWanted($0.time) }
  }

  private func isWanted(_ time: Double) -> Bool {
    pathStarts.contains { Self.around.contains(time - $0) }
  }

  private var backlog: [FrameRing.Frame] {
    guard !pathStarts.isEmpty else { return [] }
    var times = trail.moments.filter { $0.purpose == .toMeasure }.map(\.time)
    return ring.frames.filter { frame in
      let isNearRelease = pathStarts.contains { Self.release.contains(frame.time - $0) }
      let distance = isNearRelease ? 0 : Self.spacing
      guard isWanted(frame.time),
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

  private mutating func look(
    at frame: FrameRing.Frame, _ purpose: PoseTrail.Purpose
  ) async throws(VisionError) -> PoseTrail.Moment {
    let last = trail.last(before: frame.time, for: purpose)
    let before = last.flatMap { frame.time - $0.time < Self.reach ? $0 : nil }
    var moment = PoseTrail.Moment(
      frame: frame.index, time: frame.time, purpose: purpose, people: [],
      tracker: before?.tracker
        ?? TrackHumanBodyPoseRequest(model: model, framesBetweenSearches: .max),
      searched: before?.searched ?? -.infinity)
    let (passed, isAroundPath) = (
      frame.time - moment.searched + Self.rounding, isWanted(frame.time)
    )
    let isAnybodyKnown = before?.people.isEmpty == false
    // Where nobody is, a frame later nobody is either.
    if isAnybodyKnown
      || passed >= (isAroundPath ? Self.searchInterval.ofNobody : Self.interval)
    {
      let interval = Self.searchInterval
      if passed >= (isAroundPath ? interval.aroundPaths : interval.away) {
        moment.tracker.searchNextFrame()
      }
      try await moment.look(at: frame.image)
      // Who has walked on since is not where they were.
      if moment.people.isEmpty, !moment.tracker.hasSearched {
        try await moment.look(at: frame.image)
      }
    }
    trail.insert(moment)
    return moment
  }
}

extension PlayerWatch.Sighting {
  fileprivate mutating func note(_ moment: PoseTrail.Moment, isAroundPath: Bool) {
    if !moment.people.isEmpty { time = max(moment.time, time ?? moment.time) }
    // In the midst of a throw all sorts of things are taken for people.
    if !isAroundPath { count = moment.people.count }
  }
}

extension PoseTrail.Moment {
  fileprivate mutating func look(at image: RGBImage) async throws(VisionError) {
    people = try await tracker.perform(on: image, orientation: .up)
    if tracker.hasSearched { searched = time }
  }
}
