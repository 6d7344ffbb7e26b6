internal import VisionCore
internal import VisionRequests

/// Sees who is in the picture: now and then whether anybody is, and everybody's joints around paths.
///
/// Where a path is seen, the joints of the second before it are wanted, too. They are caught up on with
/// few frames at a time, so that no frame takes much longer than the others.
struct PlayerWatch: Sendable {
  /// What one frame, and those caught up on with it, have shown.
  struct Sighting {
    /// When somebody was last seen, in seconds; nil where nobody was.
    var time: Double?
    /// The most people at once, where newcomers were looked for.
    var count = 0
  }

  private let model: BodyPoseModel
  /// Follows joints from frame to frame, around paths.
  private var tracker: TrackHumanBodyPoseRequest
  /// Sees now and then whether anybody is there.
  private var presence: TrackHumanBodyPoseRequest
  private var ring = FrameRing(span: 1.7, spacing: 1.0 / 31)
  private var trail = PoseTrail()
  private var wanted: ClosedRange<Double>?
  private var posed = -Double.infinity
  private var nextSearch = 0.0
  private var lastSeen = -Double.infinity

  /// Seconds from search to search.
  static let searchInterval = 0.5
  /// More than the one that each frame adds, or it would not catch up.
  private static let framesAtOnce = 3

  init(model: BodyPoseModel) {
    self.model = model
    tracker = TrackHumanBodyPoseRequest(model: model)
    presence = TrackHumanBodyPoseRequest(model: model, framesBetweenSearches: 3)
  }

  /// Wants the joints of everybody around a path that begins at a time, in seconds.
  mutating func follow(pathFrom time: Double) {
    let around = (time - 1)...(time + 0.6)
    let before = wanted ?? around
    wanted =
      min(before.lowerBound, around.lowerBound)...max(before.upperBound, around.upperBound)
  }

  /// Looks at the next frame, or at older ones that are still to be caught up on.
  ///
  /// - Throws: `VisionError` when a network cannot be run.
  mutating func look(at frame: FrameRing.Frame) async throws(VisionError) -> Sighting {
    ring.append(frame)
    var sighting = Sighting()
    try await pose(backlog.prefix(Self.framesAtOnce), &sighting)
    trail.forget(before: frame.time - 8)
    try await lookForAnybody(in: frame, &sighting)
    return sighting
  }

  /// The people of the last seconds, once all frames that are wanted were looked at. What could not be
  /// looked at is still to be caught up on.
  mutating func wholeTrail() async -> PoseTrail {
    var sighting = Sighting()
    try? await pose(backlog[...], &sighting)
    return trail
  }

  private var backlog: [FrameRing.Frame] {
    guard let wanted else { return [] }
    return ring.frames.filter { $0.time > posed && wanted.contains($0.time) }
  }

  private mutating func pose(
    _ frames: ArraySlice<FrameRing.Frame>, _ sighting: inout Sighting
  ) async throws(VisionError) {
    for frame in frames {
      if frame.time - posed > 0.2 { tracker = TrackHumanBodyPoseRequest(model: model) }
      let people = try await tracker.perform(on: frame.image, orientation: .up)
      trail.append(PoseTrail.Moment(frame: frame.index, time: frame.time, people: people))
      posed = frame.time
      if !people.isEmpty { see(at: frame.time, &sighting) }
    }
  }

  private mutating func lookForAnybody(
    in frame: FrameRing.Frame, _ sighting: inout Sighting
  ) async throws(VisionError) {
    guard frame.time >= nextSearch else { return }
    nextSearch = frame.time + Self.searchInterval
    var people = try await presence.perform(on: frame.image, orientation: .up)
    // Who has walked on since is not where he was.
    if people.isEmpty, lastSeen > frame.time - 2 * Self.searchInterval {
      people = try await presence.perform(on: frame.image, orientation: .up)
    }
    if !people.isEmpty { see(at: frame.time, &sighting) }
    sighting.count = people.count
  }

  private mutating func see(at time: Double, _ sighting: inout Sighting) {
    sighting.time = max(time, sighting.time ?? time)
    lastSeen = max(time, lastSeen)
  }
}
