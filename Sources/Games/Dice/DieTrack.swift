internal import VisionCore

/// One die followed through the frames, as long as it stays about where it is.
///
/// A die that moves fast leaves a trail of short tracks; only a die that slows down keeps its own.
struct DieTrack {
  /// How far a die at rest may seem to move, as a part of its size. Detectors place the box of a
  /// resting die within 2-5 % of its size, rarely 10 %.
  static let stillShift = 0.15
  /// By which factor the box of a die at rest may seem to grow or shrink: a cube that turns about a
  /// corner grows by up to 1.41.
  static let stillGrowth = 1.25
  /// Over how many seconds place and votes forget. A drift of 2-3 pixels is followed; a die that
  /// creeps faster than half its size a second is not.
  static let memory = 0.3

  /// Where the die has been still: the mean of its boxes.
  private(set) var place: BoundingBox
  /// The first time it was seen at this place.
  private(set) var stillSince: Double
  /// The last time it was seen.
  private(set) var lastSeen: Double
  /// The number of frames in which it was seen, wherever it was.
  private(set) var sightings = 1
  /// The number of frames in which it was seen at this place.
  private(set) var stillSightings = 1
  /// Frames that showed it at this place, of how many, and the sum of the confidences for each
  /// value in them; all three fade alike.
  private var seen = 1.0
  private var frames = 1.0
  private var votes = [Double](repeating: 0, count: DieValue.allCases.count)
  /// The last sighting, where it lay off the place: the next will show whether that one was wrong
  /// or the die moves.
  private var stray: (die: DieObservation, time: Double)?

  init(_ die: DieObservation, at time: Double) {
    place = die.boundingBox
    stillSince = time
    lastSeen = time
    vote(for: die)
  }

  /// For how many seconds the die has been seen at its place; 0 while it seems to move.
  var stillness: Double { stray == nil ? lastSeen - stillSince : 0 }

  /// Whether it was last seen at another place than before, or never before.
  var isLoose: Bool { stray != nil || lastSeen == stillSince }

  /// The part of the recent frames in which it was seen at its place, in `0...1`.
  var presence: Double { seen / frames }

  /// The value with the most votes.
  var value: DieValue {
    var best = DieValue.one
    for value in DieValue.allCases where votes[value.pips - 1] > votes[best.pips - 1] {
      best = value
    }
    return best
  }

  /// The part of the votes that fell to ``value``, in `0...1`.
  var agreement: Double {
    votes[value.pips - 1] / votes.reduce(.leastNonzeroMagnitude, +)
  }

  /// The die as it was seen over the recent frames.
  var observation: DieObservation {
    DieObservation(
      label: value, confidence: Float(min(1, votes[value.pips - 1] / seen)), boundingBox: place)
  }

  /// The cost of taking `die` for this one: how far off it is in sizes, and a little for another
  /// value; 1 and more for "another die".
  func cost(of die: DieObservation) -> Double {
    (stray?.die.boundingBox ?? place).shift(to: die.boundingBox).length
      + (die.label == value ? 0 : 0.25)
  }

  /// Takes in a frame that shows the die.
  mutating func see(_ die: DieObservation, at time: Double, after interval: Double) {
    lastSeen = time
    sightings += 1
    fade(over: interval)
    if isStill(die, at: place) {
      stray = nil
      seen += 1
      stillSightings += 1
      vote(for: die)
      place = place.moved(
        towards: die.boundingBox, by: min(1, max(1 / seen, interval / Self.memory)))
    } else if let first = stray {
      let restsAgain = isStill(die, at: first.die.boundingBox)
      let sightings = self.sightings
      self = DieTrack(restsAgain ? first.die : die, at: restsAgain ? first.time : time)
      if restsAgain { see(die, at: time, after: interval) }
      self.sightings = sightings
    } else {
      stray = (die, time)
    }
  }

  /// Lets time pass in which the picture has not changed: the die still lies where it was seen last,
  /// which is no further sighting and no vote.
  mutating func remain(until time: Double) { lastSeen = time }

  /// Takes in a frame in which the die is not to be seen.
  mutating func miss(after interval: Double) { fade(over: interval) }

  /// Follows a camera that was nudged.
  mutating func follow(_ shift: Shift) { place = place.moved(by: shift) }

  private mutating func fade(over interval: Double) {
    // However few frames there are, the last three count.
    let interval = min(interval, Self.memory / 3)
    let keep = 1 / (1 + interval / Self.memory)
    seen *= keep
    frames = frames * keep + 1
    for value in votes.indices { votes[value] *= keep }
  }

  private mutating func vote(for die: DieObservation) {
    votes[die.label.pips - 1] += Double(die.confidence)
  }

  private func isStill(_ die: DieObservation, at place: BoundingBox) -> Bool {
    let box = die.boundingBox
    let growth = (box.width / place.width, box.height / place.height)
    return place.shift(to: box).length < Self.stillShift
      && max(growth.0, 1 / growth.0) < Self.stillGrowth
      && max(growth.1, 1 / growth.1) < Self.stillGrowth
  }
}
