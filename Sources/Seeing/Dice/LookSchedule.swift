internal import PlayfieldMaths
internal import VisionCore

/// Where to look in the frames of a video, so that small dice are read at the price of two to five
/// live looks a frame, and less while there is nothing to read.
///
/// Dice that measure 24 pixels or more in a live look at the whole frame are read there. Smaller
/// ones are read in a *close* look, at a region round the dice; *scouts*, live looks at the whole
/// frame and at its quarters by turns, find the dice outside the region: now and then, and all quarters
/// one after the other when the region has moved, so that dice that came to rest far
/// from the others are not missing from the roll. Close looks are coarse while a die is fast, and every
/// second one is left out where the last saw no die.
///
/// The region is steady, so that a die at rest has the same box in every frame: it grows at once
/// when a die lies outside, and shrinks only after a second in which a much smaller one would have
/// done. Pure: frames come in as sightings, decisions go out as looks.
struct LookSchedule: Sendable {
  /// The region of the close looks; `nil` while looks at the whole frame do.
  private(set) var region: BoundingBox?
  /// The price of a close look, in live looks: the farther apart small dice lie, the higher.
  private var closePrice = closePrices.lowerBound
  /// The minimum confidence with which a die of a close look moves the region.
  var confidenceThreshold: Float
  /// Whether frames are drawn in their own shape, or in the network's.
  private let cropAndScale: CropAndScale
  /// The same for scouts: a die too small to be read from afar is still worth a close look.
  var scoutThreshold: Float { confidenceThreshold / 2 }

  private var frame = 0
  private var framesSinceScout = 0
  /// The quarter that is looked at next, and how many were not since the region moved.
  private var nextQuarter = 0
  private var quartersDue = 0
  private var emptyFrames = 0
  /// The dice of the last close look.
  private var lastDice: [BoundingBox] = []
  /// Whether one of them was elsewhere in the look before.
  private var isAnyFast = false
  /// Whether this frame has no close look unless a scout sees a die.
  private var skipsCloseLook = false
  /// All the dice seen since `windowStart`, with a margin.
  private var window: BoundingBox?
  private var windowStart = 0
  /// Whether the last whole look found dice large enough.
  private var wholeLooksDo = false
  /// Whether the last scouts saw no die.
  private var isBare = false
  /// Whether a quarter alone showed that looks at the whole frame do: this frame still lacks its own.
  private var lacksWholeLook = false

  /// Below this a die is too small for a live look; in pixels of its input.
  private static let smallSide = 24.0
  /// From this on close looks end. The gap keeps the choice from flickering.
  private static let largeSide = 30.0
  /// A close look brings dice to this size at most.
  private static let closeSide = 48.0
  /// A close look costs more than the least when dice would be smaller than this in it. At 17 pixels
  /// the dots of translucent dice run together.
  private static let readableSide = 28.0
  private static let closePrices = 2...5
  /// Of a close look at most.
  static let mostPixels = Look.livePixels * closePrices.upperBound
  /// Boxes that share more than this are of one die.
  private static let sameDieIoU = 0.3
  private static let framesBetweenScouts = 4
  private static let framesOfWindow = 30
  /// After this many frames without dice the region is given up.
  private static let patience = 15
  /// The quarters of the frame, overlapping by a tenth, so that each die lies whole in one.
  private static let quarters = [(0.0, 0.0), (0.45, 0.0), (0.0, 0.45), (0.45, 0.45)].map {
    BoundingBox(x: $0.0, y: $0.1, width: 0.55, height: 0.55)
  }

  init(confidenceThreshold: Float, cropAndScale: CropAndScale = .scaleToFit) {
    self.confidenceThreshold = confidenceThreshold
    self.cropAndScale = cropAndScale
  }

  /// The looks with which the next frame begins.
  mutating func scouts(in picture: PixelSize) -> [Look] {
    frame += 1
    let whole = whole(of: picture)
    guard let region else {
      if wholeLooksDo { return [whole] }
      if isBare { return [frame.isMultiple(of: 2) ? whole : quarter(of: picture)] }
      return [whole, quarter(of: picture)]
    }
    skipsCloseLook = emptyFrames > 0 && !skipsCloseLook
    if skipsCloseLook { emptyFrames += 1 }
    let seesAll = region.width > 0.9
    framesSinceScout += 1
    if quartersDue > 0, !seesAll { return [quarter(of: picture)] }
    guard framesSinceScout >= Self.framesBetweenScouts || emptyFrames > 0 else { return [] }
    framesSinceScout = 0
    let turn = frame / Self.framesBetweenScouts
    return [turn.isMultiple(of: 2) || seesAll ? whole : quarter(of: picture)]
  }

  /// Takes in what the scouts saw, which may open or widen the region.
  mutating func learn(fromScouts sightings: [(look: Look, found: [Sighting])]) {
    let dice = sightings.flatMap { $0.found }.filter {
      $0.die.confidence >= scoutThreshold && !$0.isCut
    }
    guard let picture = sightings.first?.look.picture else { return }
    isBare = dice.isEmpty
    if !isBare { skipsCloseLook = false }
    if region == nil {
      wholeLooksDo =
        smallestSide(of: dice, in: whole(of: picture)).map { $0 >= Self.smallSide } ?? false
      lacksWholeLook = wholeLooksDo && sightings.first?.look != whole(of: picture)
      guard !wholeLooksDo else { return }
    }
    cover(dice, in: picture)
  }

  /// The look that reads this frame's dice; `nil` where the first scout, a look at the whole frame, does.
  func closeLook(in picture: PixelSize) -> Look? {
    if lacksWholeLook { return whole(of: picture) }
    guard let region, !skipsCloseLook, let pixels = PixelRect(covering: region, in: picture)
    else { return nil }
    // While dice are fast their values are of no use yet, and blurred: half the price finds them.
    let price = isAnyFast ? (closePrice + 1) / 2 : closePrice
    return Look.single(
      pixels, of: picture, pixels: Look.livePixels * price, cropAndScale: cropAndScale)
  }

  /// Takes in what the close look saw, which moves the region of the next frame.
  mutating func learn(fromClose sightings: [Sighting], in picture: PixelSize) {
    if lacksWholeLook {
      lacksWholeLook = false
      return
    }
    // A cut die counts, and on half the evidence, for half a die is all there is to see: the region
    // must grow to hold it.
    let dice = sightings.filter {
      $0.die.confidence >= ($0.isCut ? scoutThreshold : confidenceThreshold)
    }
    emptyFrames = dice.isEmpty ? emptyFrames + 1 : 0
    if emptyFrames > Self.patience { return forget() }
    let uncut = dice.filter { !$0.isCut }
    followMotion(of: uncut)

    if let side = smallestSide(of: uncut, in: whole(of: picture)), side > Self.largeSide {
      forget()
      wholeLooksDo = true
      return
    }
    cover(dice, in: picture)
  }

  /// A die is fast that has left the place of a die in the look before by half a side.
  private mutating func followMotion(of sightings: [Sighting]) {
    let dice = sightings.merged(iouThreshold: Self.sameDieIoU).map { $0.die.boundingBox }
    isAnyFast =
      !lastDice.isEmpty
      && !dice.allSatisfy { die in lastDice.contains { $0.contains(die.center) } }
    lastDice = dice
  }

  /// The side of the smallest die in pixels of a look; of those that are believed, where there are
  /// any. One small die beside large ones is worth a close look.
  private func smallestSide(of sightings: [Sighting], in look: Look) -> Double? {
    let believed = sightings.filter { $0.die.confidence >= confidenceThreshold }
    return (believed.isEmpty ? sightings : believed).merged(iouThreshold: Self.sameDieIoU)
      .map { look.side(of: $0.die.boundingBox) }.min()
  }

  private mutating func forget() {
    region = nil
    window = nil
    emptyFrames = 0
    framesSinceScout = 0
    lastDice = []
    isAnyFast = false
    skipsCloseLook = false
  }

  /// Widens the region at once so that it holds the dice; narrows it at the end of a window.
  private mutating func cover(_ dice: [Sighting], in picture: PixelSize) {
    let boxes = dice.map { $0.die.boundingBox }
    guard let first = boxes.first else { return }
    let all = boxes.dropFirst().reduce(first) { $0.union($1) }
    // Normalized, as the side of a square in a square picture of as many pixels.
    let die = boxes.map { $0.area.squareRoot() }.median() ?? 0
    window = window.map { $0.union(all) } ?? all

    let wanted = Self.region(round: all, die: die, in: picture)
    guard let current = region else {
      turn(to: wanted, die: die, in: picture)
      windowStart = frame
      window = all
      return
    }
    // Half a die of air: nearer to the edge, the next step would cut it.
    let grown = all.insetBy(-die / 2).intersection(.unit)
    if current.union(grown).area > current.area * 1.0001 {
      turn(to: Self.region(round: window ?? all, die: die, in: picture), die: die, in: picture)
      windowStart = frame
      window = all
    } else if frame - windowStart >= Self.framesOfWindow {
      let enough = Self.region(round: window ?? all, die: die, in: picture)
      if enough.width < current.width / 1.4 { turn(to: enough, die: die, in: picture) }
      windowStart = frame
      window = all
    }
  }

  private mutating func turn(to region: BoundingBox, die: Double, in picture: PixelSize) {
    self.region = region
    quartersDue = Self.quarters.count
    // Whole prices only: each input size has to be compiled once.
    let scale = Self.readableSide * region.width / die
    let price = Int((scale * scale / Double(Look.livePixels)).rounded(.up))
    closePrice = min(max(price, Self.closePrices.lowerBound), Self.closePrices.upperBound)
  }

  /// A region of the frame's own aspect ratio, so that close looks share one input size.
  private static func region(
    round boxes: BoundingBox, die: Double, in picture: PixelSize
  ) -> BoundingBox {
    let held = boxes.insetBy(-1.5 * die).intersection(.unit)
    let pixels = Double(picture.width * picture.height)
    let side = die * pixels.squareRoot()
    let least = Double(Look.livePixels * closePrices.lowerBound)
    let closest = side / closeSide * (least / pixels).squareRoot()
    let scale = min(1, max(held.width, held.height, closest))
    let center = held.center
    return BoundingBox(
      x: min(max(0, center.x - scale / 2), 1 - scale),
      y: min(max(0, center.y - scale / 2), 1 - scale), width: scale, height: scale)
  }

  private func whole(of picture: PixelSize) -> Look {
    Look.single(
      PixelRect(x: 0, y: 0, width: picture.width, height: picture.height), of: picture,
      cropAndScale: cropAndScale)
  }

  private mutating func quarter(of picture: PixelSize) -> Look {
    let box = Self.quarters[nextQuarter]
    nextQuarter = (nextQuarter + 1) % Self.quarters.count
    quartersDue = max(0, quartersDue - 1)
    let pixels =
      PixelRect(covering: box, in: picture)
      ?? PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
    return Look.single(pixels, of: picture, cropAndScale: cropAndScale)
  }
}

extension BoundingBox {
  /// The box with every side moved inwards by `distance`, or outwards when it is negative.
  fileprivate func insetBy(_ distance: Double) -> BoundingBox {
    BoundingBox(
      x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
  }
}
