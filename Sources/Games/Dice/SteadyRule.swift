internal import PlayfieldMaths
internal import VisionCore

/// A roll has ended when every die in sight has been still for a while.
///
/// All spans are in seconds, so the rule speaks at the same moment at 60 frames a second and at 10.
/// What makes it hard, and what is done about it:
///
/// - Detectors miss a die, misread one, see one where none is, each for a frame. Dice are followed
///   one by one (``DieTrack``), and need to be seen in most frames, not in all.
/// - A die stands on its edge for a moment, or blurs out of sight while the others rest. A roll
///   whose evidence is disputed has to rest longer.
/// - A hand takes dice away, one after another. What lies where the last roll lay is no new roll,
///   however few of its dice are left.
struct SteadyRule {
  /// How long the dice must lie still. A rest of 10 frames of 30 a second, of which every second is
  /// seen, spans 0.27 s; one of its ends may be lost to a missed detection.
  static let clearRest = 0.19
  /// How long where detections, values or the number of dice are in dispute.
  static let disputedRest = 0.25
  /// How long where the change since the last roll is more likely a hand's work than a throw.
  static let doubtfulRest = 1.0
  /// The minimum part of the votes, and of the frames, that puts a die beyond dispute.
  static let clearMajority = 0.6
  /// The minimum part of the frames in which a die must be seen to be counted at all.
  static let presence = 0.5
  /// The minimum number of frames in which a die must be seen at its place, however few a second
  /// there are.
  static let sightings = 3
  /// For how long a die that lies still may go unseen.
  static let blink = 0.15
  /// For how long a die that slows down keeps the roll open after it was last seen.
  static let motionMemory = 0.2
  /// For how long a die that was seen beside those at rest keeps the roll open.
  static let surplusMemory = 0.4
  /// For how long before the dice came to rest is asked how well they were seen in motion.
  static let blurMemory = 0.5
  /// Dice of which a smaller part than this was seen in motion are blurred: another may roll on
  /// unseen.
  static let blurredSight = 0.55
  /// For how long no die must be seen until the table counts as cleared.
  static let clearedAfter = 1.0
  /// How far from its place, in sizes, a die lies at a new one.
  static let newPlace = 0.5

  /// For how long frames are remembered: over the longest usual rest and the motion before it.
  private static let frameMemory = disputedRest + 2 * blurMemory

  private struct Frame {
    let time: Double
    /// The number of dice in sight.
    let count: Int
    /// Whether it shows a die where none was before, and none of the last roll lies.
    let hasLooseDie: Bool
  }

  private(set) var state = TableState.clear
  /// The dice of the last roll that was reported, where they lie now. Kept when the table is
  /// cleared: a body before the lens hides dice too, and what it hid is no new roll.
  private var reported: [DieObservation] = []
  /// Whether none of them has been in sight since the table was cleared.
  private var isCleared = false
  private var tracks: [DieTrack] = []
  /// The last frames, back to ``frameMemory``, the present one last.
  private var frames: [Frame] = []
  /// Until when time has passed: the time of the last frame, whether it was read or only the same as the
  /// one before.
  private var now: Double?
  /// The last time at which dice moved.
  private var lastMotion = -Double.infinity
  /// For how long no die has been in sight.
  private var emptyFor = 0.0
  /// What keeps the rule from reporting a roll since the last frame, and how long the dice must
  /// lie still.
  private var pending = (wait: RollOutlook.Wait.dice, rest: clearRest)

  /// What the rule makes of the last frame.
  var outlook: RollOutlook {
    RollOutlook(
      dice: tracks.map { track in
        RollOutlook.Die(
          value: track.value, boundingBox: track.place, stillness: track.stillness)
      },
      wait: pending.wait, requiredRest: pending.rest)
  }

  /// Whether a roll has begun, or may have, that was neither reported nor dropped, or dice are gone of
  /// which the table is not cleared yet: as long as that is so, each frame counts.
  var isPending: Bool {
    if state == .rolling { return true }
    return switch pending.wait {
    case .stillness, .rest, .stray: true
    case .dice: state != .clear
    case .change: false
    }
  }

  /// Lets time pass in which the picture has not changed since the last frame that was read.
  ///
  /// Dice that were seen in it lie there still, but count as seen no more often: there is no further
  /// vote, no further sighting, and nothing is decided.
  mutating func pass(until time: Double) {
    guard let last = now, time > last else { return }
    for index in tracks.indices where tracks[index].lastSeen == last {
      tracks[index].remain(until: time)
    }
    now = time
  }

  mutating func update(with observations: [DieObservation], at time: Double) -> [RollEvent] {
    let dice = oneBoxADie(observations)
    let interval = now.map { max(0, time - $0) } ?? 0
    now = time
    followCamera(dice)
    follow(dice, at: time, after: interval)
    frames.removeAll { $0.time <= time - Self.frameMemory }
    frames.append(
      Frame(
        time: time, count: dice.count,
        hasLooseDie: tracks.contains { $0.lastSeen == time && $0.isLoose && isAway($0) }))

    if tracks.contains(where: { $0.lastSeen == time && $0.sightings > 1 }) {
      emptyFor = 0
    } else {
      emptyFor += min(interval, DieTrack.memory)
    }
    if emptyFor > Self.clearedAfter, state != .clear {
      state = .clear
      isCleared = true
      pending = (.dice, Self.clearRest)
      return [.cleared]
    }

    var events: [RollEvent] = []
    if isRolling(at: time) {
      if state != .rolling { events.append(.rolling) }
      state = .rolling
      lastMotion = time
    }
    switch judgement(at: time, after: interval) {
    case .waits(let wait, let rest):
      pending = (wait, rest)
    case .ended(let roll):
      pending = (.change, Self.clearRest)
      if state != .rolling { events.append(.rolling) }
      events.append(.ended(roll))
      state = .resting
      reported = roll.dice
      isCleared = false
    }
    return events
  }

  // MARK: Following dice

  /// The best of each heap of boxes that can only be one die, whatever values they give it. A box
  /// without area, or without end, is no die.
  private func oneBoxADie(_ observations: [DieObservation]) -> [DieObservation] {
    var kept: [DieObservation] = []
    for die in observations.sorted(by: { $0.confidence > $1.confidence })
    where die.boundingBox.isMeasurable {
      if kept.allSatisfy({ $0.boundingBox.intersectionOverUnion(die.boundingBox) < 0.5 }) {
        kept.append(die)
      }
    }
    return kept
  }

  /// Moves what is remembered along with a camera that was nudged while the dice rest.
  private mutating func followCamera(_ dice: [DieObservation]) {
    guard state == .resting,
      let shift = Shift.common(
        of: reported.map { $0.boundingBox }, to: dice.map { $0.boundingBox }),
      shift.length > DieTrack.stillShift / 3
    else { return }
    for index in reported.indices {
      reported[index].boundingBox = reported[index].boundingBox.moved(by: shift)
    }
    for index in tracks.indices { tracks[index].follow(shift) }
  }

  private mutating func follow(_ dice: [DieObservation], at time: Double, after interval: Double) {
    let partners = minimumCostAssignment(rows: tracks.count, columns: dice.count, limit: 1) {
      tracks[$0].cost(of: dice[$1])
    }
    var isNew = [Bool](repeating: true, count: dice.count)
    for (index, partner) in partners.enumerated() {
      if let partner {
        tracks[index].see(dice[partner], at: time, after: interval)
        isNew[partner] = false
      } else {
        tracks[index].miss(after: interval)
      }
    }
    let memory = max(DieTrack.memory, 2.5 * interval)
    tracks.removeAll { $0.lastSeen < time - memory }
    for (die, _) in zip(dice, isNew).filter({ $0.1 }) { tracks.append(DieTrack(die, at: time)) }
  }

  // MARK: Motion

  /// Whether dice move. One sighting at a new place is a mistake of the detector, more are motion;
  /// on an empty table any die that stays for two frames has just arrived.
  private func isRolling(at time: Double) -> Bool {
    if reported.isEmpty || isCleared,
      tracks.contains(where: { isUnsettled($0, at: time) && isAway($0) })
    {
      return true
    }
    let recent = frames.filter { $0.time > time - Self.motionMemory }
    return recent.count { $0.hasLooseDie } >= max(2, recent.count / 4)
  }

  /// Whether the track is of a die that was seen lately and does not lie still yet.
  private func isUnsettled(_ track: DieTrack, at time: Double) -> Bool {
    track.sightings > 1 && track.lastSeen > time - Self.motionMemory
      && track.stillness < Self.clearRest
  }

  /// Whether the track is not of a die of the last roll, at its place.
  private func isAway(_ track: DieTrack) -> Bool {
    reported.allSatisfy { $0.boundingBox.shift(to: track.place).length > Self.newPlace }
  }

  // MARK: Rest

  private enum Judgement {
    /// What must come first, and for how long the dice must lie still.
    case waits(RollOutlook.Wait, rest: Double)
    /// The roll is known to have ended since this frame.
    case ended(Roll)
  }

  private mutating func judgement(at time: Double, after interval: Double) -> Judgement {
    // Where frames are few, a die missed in one of them is a die all the same.
    let missable = 1.5 * interval
    let isOpen = tracks.contains {
      let isInSight =
        $0.lastSeen == time || missable > Self.motionMemory && $0.lastSeen > time - missable
      return isUnsettled($0, at: time) || isInSight && $0.stillSightings < Self.sightings
    }
    if isOpen { return .waits(.stillness, rest: Self.clearRest) }
    let resting = tracks.filter {
      $0.stillness > Self.clearRest && $0.lastSeen > time - max(Self.blink, missable)
        && $0.presence >= Self.presence && $0.stillSightings >= Self.sightings
    }
    guard let stillness = resting.map({ $0.stillness }).min() else {
      return .waits(tracks.isEmpty ? .dice : .stillness, rest: Self.clearRest)
    }
    let lately = frames.filter { $0.time > time - Self.surplusMemory }
    let surplus = framesWithMore(than: resting, in: lately)
    if surplus >= max(2, lately.count / 6) { return .waits(.stray, rest: Self.clearRest) }

    let dice = resting.map { $0.observation }
    let required: Double
    switch change(to: dice) {
    case .none(let hidden):
      if hidden == 0 || time - lastMotion > Self.doubtfulRest { state = .resting }
      isCleared = false
      return .waits(.change, rest: Self.clearRest)
    case .doubtful:
      required = Self.doubtfulRest
    case .thrown:
      required = requiredRest(of: resting, surplus: surplus)
    }
    return stillness > required ? .ended(Roll(dice: dice)) : .waits(.rest, rest: required)
  }

  /// In how many of the last frames a die was in sight that is not among those at rest: it rolls on,
  /// too fast to be seen in every frame.
  private func framesWithMore(than resting: [DieTrack], in frames: [Frame]) -> Int {
    let since = resting.map { $0.stillSince }.max() ?? 0
    return frames.count { $0.count > resting.count || $0.hasLooseDie && $0.time > since }
  }

  /// How long these dice have to lie still.
  private func requiredRest(of resting: [DieTrack], surplus: Int) -> Double {
    if resting.contains(where: { $0.agreement < 0.5 }) { return Self.doubtfulRest }
    let isDisputed = resting.contains {
      $0.agreement < Self.clearMajority || $0.presence < Self.clearMajority
    }
    return isDisputed || surplus > 0 || wereBlurred(resting)
      || !isCleared && resting.count < reported.count
      ? Self.disputedRest : Self.clearRest
  }

  /// Whether these dice were hardly seen while they still moved: fast dice are streaks that the
  /// detector takes for dice in some frames only, and one more may roll on in the same way.
  private func wereBlurred(_ resting: [DieTrack]) -> Bool {
    let since = resting.map { $0.stillSince }.max() ?? 0
    let inMotion = frames.filter { $0.time < since && $0.time > since - Self.blurMemory }
    guard !inMotion.isEmpty else { return false }
    let seen = inMotion.map { Double(min($0.count, resting.count)) }.reduce(0, +)
    return seen < Self.blurredSight * Double(inMotion.count * resting.count)
  }

  /// What became of the last roll.
  private enum Change {
    /// Its dice lie where they lay, as far as they are not hidden, or taken away.
    case none(hidden: Int)
    /// Some do, and the rest may be a hand's work: a die appeared without motion, was pushed while
    /// others were taken, or shows another value at its old place, as one half covered does.
    case doubtful
    /// There are dice at new places.
    case thrown
  }

  /// Compares the dice that lie still now with the last roll, whose dice it follows as they drift.
  private mutating func change(to dice: [DieObservation]) -> Change {
    if reported.isEmpty { return .thrown }
    let shift = Shift.common(of: reported.map { $0.boundingBox }, to: dice.map { $0.boundingBox })
    let places = reported.map { $0.boundingBox.moved(by: shift ?? .none) }
    let partners = minimumCostAssignment(
      rows: reported.count, columns: dice.count, limit: Self.newPlace
    ) { places[$0].shift(to: dice[$1].boundingBox).length }

    let stayed = zip(reported.indices, partners).compactMap { index, partner in
      partner.map { (index, dice[$0]) }
    }
    let unchanged = stayed.count { reported[$0].label == $1.label }
    if stayed.count == dice.count, unchanged == stayed.count {
      for (index, die) in stayed { reported[index].boundingBox = die.boundingBox }
      return .none(hidden: reported.count - stayed.count)
    }
    if isCleared { return .thrown }
    if stayed.count == dice.count { return .doubtful }
    if unchanged == 0 { return .thrown }
    return state == .rolling && dice.count >= reported.count ? .thrown : .doubtful
  }
}

extension BoundingBox {
  /// Whether the box has an area, and all of its numbers are finite.
  fileprivate var isMeasurable: Bool {
    width > 0 && height > 0 && [x, y, width, height].allSatisfy { $0.isFinite }
  }
}
