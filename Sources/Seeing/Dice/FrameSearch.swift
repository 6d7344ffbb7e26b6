package import VisionCore

/// The looks at the frames of a video, one frame after another.
///
/// Each frame begins with ``begin(_:)``.
package struct FrameSearch: DiceSearch {
  /// The minimum confidence of a die, in `0...1`, from the next frame on.
  package var confidenceThreshold: Float
  /// Those of the last second's frames: what may soon be believed again is not lost from sight.
  private var thresholds: [Float] = []
  private let cropAndScale: CropAndScale
  private var schedule: LookSchedule
  private var picture = PixelSize(width: 1, height: 1)
  private var scouts: [Look] = []
  private var scouted: [(look: Look, found: [Sighting])] = []
  private var closeLook: Look?
  private var found: [Sighting] = []
  /// The close-up with which this frame begins, if it does.
  private var closeUp: Look?
  /// Whether the last close-up showed a die that fills the frame: others are left out as long as it does.
  private var isFilled = false
  /// Frames in a row that may have been such a die's.
  private var framesInDoubt = 0

  /// Of how many frames without dice one begins with a close-up.
  private static let framesBetweenCloseUps = 4
  /// About a second.
  private static let framesOfThresholds = 30

  /// - Parameters:
  ///   - confidenceThreshold: The minimum confidence of a die, in `0...1`.
  ///   - cropAndScale: How frames are brought to the network's shape; the center crop is the caller's to cut out.
  package init(confidenceThreshold: Float, cropAndScale: CropAndScale = .scaleToFit) {
    self.confidenceThreshold = confidenceThreshold
    self.cropAndScale = cropAndScale
    schedule = LookSchedule(
      confidenceThreshold: confidenceThreshold, cropAndScale: cropAndScale)
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
    // Pips of a large die are taken for dice that show a one.
    framesInDoubt = sightings.allSatisfy { $0.die.label == .one } ? framesInDoubt + 1 : 0
    thresholds = thresholds.suffix(Self.framesOfThresholds - 1) + [confidenceThreshold]
    schedule.confidenceThreshold = thresholds.min() ?? confidenceThreshold
    self.picture = picture
    scouts = []
    scouted = []
    found = []
    closeLook = nil
    closeUp = nil
    if isFilled || framesInDoubt >= Self.framesBetweenCloseUps {
      framesInDoubt = 0
      let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
      closeUp = .closeUp(of: whole, in: picture, cropAndScale: cropAndScale)
    } else {
      beginScouting()
    }
  }

  /// The look that is to be made next; `nil` when the frame has been seen.
  package var nextStep: ReadingStep? {
    (closeUp ?? (scouted.count < scouts.count ? scouts[scouted.count] : closeLook))
      .map { .look($0) }
  }

  /// Takes in what the look has seen.
  package mutating func learn(_ seen: [Sighting]) {
    if let look = closeUp {
      closeUp = nil
      // Without portraits only a certain die counts, and only where no other lies next to it.
      found = seen.filter { look.isLarge($0.die.boundingBox) }.rescoredBySureDice()
        .filter { $0.die.confidence >= confidenceThreshold }
      let hasOthers = seen.contains { other in
        other.die.confidence >= confidenceThreshold
          && !found.contains { $0.die.boundingBox.contains(other.die.boundingBox.center) }
      }
      isFilled = !found.isEmpty && !hasOthers
      if !isFilled { beginScouting() }
    } else if scouted.count < scouts.count {
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

  private mutating func beginScouting() {
    scouts = schedule.scouts(in: picture)
    if scouts.isEmpty { endScouting() }
  }

  private mutating func endScouting() {
    schedule.learn(fromScouts: scouted)
    closeLook = schedule.closeLook(in: picture)
    if closeLook == nil { found = scouted.first?.found ?? [] }
  }
}
