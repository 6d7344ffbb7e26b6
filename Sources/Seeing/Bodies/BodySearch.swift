package import VisionCore

/// The search for the people in one picture, a network's run at a time: the joints of those whose places are known, and
/// where newcomers are looked for first the places of these.
package struct BodySearch: Sendable {
  /// What a network is to be run on next.
  package enum Step: Sendable {
    /// The detector, on a square of the picture: who is in it?
    case people(PoseRegion)
    /// The landmark network, on the square that shows one person.
    case body(PoseRegion)
  }

  /// Where newcomers are looked for.
  package struct Newcomers: Hashable, Sendable {
    /// The part of the upright picture in which the middle of their hips lies.
    package var box: BoundingBox
    /// The minimum confidence with which the detector must have seen them, in `0...1`.
    package var threshold: Float

    package init(in box: BoundingBox, threshold: Float) {
      (self.box, self.threshold) = (box, threshold)
    }
  }

  /// Of whom alone the joints are found, where there are more: the people nearest to some places.
  package struct Limit: Sendable {
    /// How many, at least 1.
    package var count: Int
    /// In the upright picture.
    package var places: [NormalizedPoint]

    package init(count: Int, nearestTo places: [NormalizedPoint]) {
      (self.count, self.places) = (count, places)
    }
  }

  /// Of the upright picture.
  package let size: PixelSize
  /// Those whose joints were found, those known longest first.
  package private(set) var people: [BodyLandmarks] = []
  /// Whether somebody who was known was not seen again.
  private(set) var hasLostSomebody = false
  private let newcomers: Newcomers?
  private let limit: Limit?
  private var knownCount: Int
  /// Where people may be, those who were known first; and how many of these were looked at.
  private var regions: [PoseRegion]
  private var seenCount = 0
  /// The squares that the detector is still to look at.
  private var squares: [PoseRegion] = []

  /// - Parameters:
  ///   - size: Of the upright picture.
  ///   - known: Where people were a moment ago.
  ///   - newcomers: Where others are looked for; `nil` for nowhere. First those are found who are seen in the whole
  ///     part, then those whom only a nearer look shows, since the detector finds few who are lower than a third of
  ///     what it looks at; of each look the surest first.
  ///   - limit: Of whom alone the joints are found; `nil` for everybody.
  package init(
    in size: PixelSize, known: [PoseRegion] = [], newcomers: Newcomers?, limit: Limit? = nil
  ) {
    self.size = size
    self.newcomers = newcomers
    self.limit = limit
    regions = known
    knownCount = known.count
    if let newcomers, let part = PixelRect(covering: newcomers.box, in: size) {
      squares = [PoseRegion(around: part)] + PoseRegion.squares(across: part)
      squares.removeAll { !$0.isDrawable }
    }
    if squares.isEmpty { keepNearest() }
    skip()
  }

  /// `nil` once the picture has been searched.
  package var nextStep: Step? {
    if let square = squares.first { return .people(square) }
    return seenCount < regions.count ? .body(regions[seenCount]) : nil
  }

  /// How sure the detector must be.
  package var detector: PoseDetectionDecoder {
    PoseDetectionDecoder(threshold: newcomers?.threshold ?? 1)
  }

  /// Takes in whom the detector has found in the square of ``nextStep``.
  package mutating func record(_ detections: [PoseDetection]) {
    guard let newcomers, !squares.isEmpty else { return }
    let square = squares.removeFirst()
    let found = regions[knownCount...]
    regions += detections.compactMap { PoseRegion($0, in: square) }.filter { region in
      let hips = size.normalized(region.center)
      return (newcomers.box == .unit || newcomers.box.contains(hips))
        && !found.contains(where: region.isSamePerson)
    }
    if squares.isEmpty { keepNearest() }
    skip()
  }

  /// Takes in what the landmark network has seen in the square of ``nextStep``.
  package mutating func record(_ body: BodyLandmarks) {
    guard squares.isEmpty, seenCount < regions.count else { return }
    if body.isPerson {
      people.add(body)
    } else if seenCount < knownCount {
      hasLostSomebody = true
    }
    seenCount += 1
    skip()
  }

  /// Leaves out who is not among the nearest; squares of one person count once.
  private mutating func keepNearest() {
    guard let limit, !limit.places.isEmpty, regions.count > limit.count else { return }
    let places = limit.places.map { EdgePoint(size.pixel(at: $0)) }
    func distance(_ index: Int) -> Double {
      places.map { (regions[index].center - $0).length }.min() ?? 0
    }
    var people: [[Int]] = []
    for index in regions.indices.sorted(by: { distance($0) < distance($1) }) {
      let known = people.firstIndex { regions[$0[0]].isSamePerson(as: regions[index]) }
      if let known {
        people[known].append(index)
      } else if people.count < limit.count {
        people.append([index])
      }
    }
    let kept = people.joined().sorted()
    regions = kept.map { regions[$0] }
    knownCount = kept.count { $0 < knownCount }
  }

  /// Passes over squares that cannot be drawn, and over newcomers who turned out to be somebody known.
  private mutating func skip() {
    guard squares.isEmpty else { return }
    while seenCount < regions.count {
      let region = regions[seenCount]
      let isKnown = seenCount >= knownCount && people.contains { $0.fills(region) }
      guard isKnown || !region.isDrawable else { return }
      if seenCount < knownCount { hasLostSomebody = true }
      seenCount += 1
    }
  }
}
