package import VisionCore

/// The looks at the frames of a video, one frame after another.
///
/// Each frame begins with ``begin(_:)``.
package struct FrameSearch: DiceSearch {
  /// The minimum confidence of a die, in `0...1`.
  package let confidenceThreshold: Float
  private var schedule: LookSchedule
  private var picture = PixelSize(width: 1, height: 1)
  private var scouts: [Look] = []
  private var scouted: [(look: Look, found: [Sighting])] = []
  private var closeLook: Look?
  private var found: [Sighting] = []

  package init(confidenceThreshold: Float) {
    self.confidenceThreshold = confidenceThreshold
    schedule = LookSchedule(confidenceThreshold: confidenceThreshold)
  }

  /// As large an input of the network as any look at a frame has.
  package static var largestInput: PixelSize {
    // Looks may have another shape, and are filled up to whole strides.
    let side = Double(LookSchedule.mostPixels).squareRoot()
    let filled = (Int(side) / Look.stride + 2) * Look.stride
    return PixelSize(width: filled, height: filled)
  }

  /// The minimum confidence of what a look is to report: less than a die's, for a die too small to
  /// be read from afar is still worth a close look.
  package var sightingThreshold: Float { schedule.scoutThreshold }

  /// Begins the next frame, whatever became of the last one.
  package mutating func begin(_ picture: PixelSize) {
    self.picture = picture
    scouts = schedule.scouts(in: picture)
    scouted = []
    found = []
    closeLook = nil
    if scouts.isEmpty { endScouting() }
  }

  /// The look that is to be made next; `nil` when the frame has been seen.
  package var nextStep: ReadingStep? {
    (scouted.count < scouts.count ? scouts[scouted.count] : closeLook).map { .look($0) }
  }

  /// Takes in what the look has seen.
  package mutating func learn(_ seen: [Sighting]) {
    if scouted.count < scouts.count {
      scouted.append((scouts[scouted.count], seen))
      if scouted.count == scouts.count { endScouting() }
    } else if closeLook != nil {
      closeLook = nil
      found = seen
      schedule.learn(fromClose: seen, in: picture)
    }
  }

  /// Frames leave no time for portraits.
  package mutating func learn(_ answer: PortraitAnswer) {}

  /// What this frame's dice are to be read from; a die may be seen by several cells.
  package var sightings: [Sighting] {
    found.filter { $0.die.confidence >= confidenceThreshold && !$0.isCut }
  }

  private mutating func endScouting() {
    schedule.learn(fromScouts: scouted)
    closeLook = schedule.closeLook(in: picture)
    if closeLook == nil { found = scouted.first?.found ?? [] }
  }
}
