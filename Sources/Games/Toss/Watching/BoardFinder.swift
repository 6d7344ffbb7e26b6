internal import SceneReading
internal import VisionCore

/// Looks for the board in single frames, next to all else that is done with them, until it was seen often enough.
struct BoardFinder {
  /// A look at one frame.
  private struct Look {
    /// When the frame was taken, in seconds, and how far the picture had moved by then.
    var start: Double
    var displacement: SIMD2<Double>
    var search: GameboardSearch?
    var isMade = false
    var found: GameboardObservation?
    var isCutOff = false
  }

  private var look: Look?
  /// Whether networks are being run for a look.
  private var isGivenOut = false
  private var sightings: [GameboardObservation] = []
  private var hasGivenUp = false
  private var nextLook = 0.0
  private var interval = intervals.lowerBound
  /// Whether the last look that was taken in showed a board that reaches beyond the picture, and none that was found;
  /// `nil` before there was one.
  private(set) var isCutOff: Bool?
  /// Where it is taken to be.
  private(set) var board: GameboardObservation?
  /// The highest confidence of a sighting that shows the board where it is taken to be.
  private(set) var confidence: Float?

  /// How often the board is looked for, in seconds, from the first look to those after many that found none:
  /// such a look takes the longest.
  private static let intervals = 0.5...4.0
  private static let sightingsWanted = 5
  /// When a look is taken in after it has begun, in seconds.
  private static let delay = 0.4
  /// Sightings agree whose corners together are apart by no more, in widths of the picture.
  private static let agreement = 0.04

  var hasSeenEnough: Bool { sightings.count >= Self.sightingsWanted }
  /// Whether the networks have seen what they are shown of the look.
  var isLookMade: Bool { look?.isMade ?? true }

  /// Whether a look is to be taken in at a time, in seconds.
  func isDue(at time: Double) -> Bool { look.map { time >= $0.start + Self.delay } ?? false }

  /// Forgets what was seen of the board: it is not where it was.
  mutating func forgetSightings() { sightings = [] }

  /// Looks for the board again from a time on, in seconds.
  mutating func begin(at time: Double) {
    (sightings, isCutOff) = ([], nil)
    (nextLook, interval) = (time, Self.intervals.lowerBound)
  }

  /// Looks for the board again from a time on, in seconds, although it was said where it is.
  mutating func restart(at time: Double) {
    (board, confidence, hasGivenUp) = (nil, nil, false)
    begin(at: time)
  }

  /// Whether a frame of this time is to be looked at, in seconds.
  func wantsLook(at time: Double) -> Bool {
    look == nil && !isGivenOut && time >= nextLook && !hasSeenEnough && !hasGivenUp
  }

  /// Begins a look.
  ///
  /// - Parameters:
  ///   - image: The frame, upright.
  ///   - time: When it was taken, in seconds.
  ///   - displacement: How far the picture had moved by then.
  mutating func look(at image: RGBImage, time: Double, displacement: SIMD2<Double>) {
    let region = PixelRect(x: 0, y: 0, width: image.width, height: image.height)
    look = Look(
      start: time, displacement: displacement,
      search: GameboardSearch(in: image, orientation: .up, region: region, isThorough: false))
  }

  /// - Returns: What networks are to be run for; ``takeBack(_:)`` receives it when that is done. `nil` where nothing is
  ///   looked at, or it is given out already.
  mutating func giveOut() -> GameboardSearch? {
    guard let search = look?.search else { return nil }
    look?.search = nil
    isGivenOut = true
    return search
  }

  mutating func takeBack(_ search: GameboardSearch) {
    isGivenOut = false
    look?.isMade = true
    look?.isCutOff = search.hasCutOffBoard
    look?.found =
      search.found.map { $0.observation }.first { $0.confidence >= GameboardSearch.likely }
  }

  /// Takes in the look that was made.
  ///
  /// - Parameter waitsLonger: Whether the next look comes later than the last did where none is found.
  /// - Returns: How far the picture had moved when the board was first seen, of sightings of one place.
  mutating func takeIn(waitsLonger: Bool) -> SIMD2<Double>? {
    guard let look else { return nil }
    self.look = nil
    interval =
      look.found == nil && waitsLonger
      ? min(1.5 * interval, Self.intervals.upperBound) : Self.intervals.lowerBound
    nextLook = look.start + interval
    isCutOff = look.found == nil && look.isCutOff
    guard let found = look.found else { return nil }
    sightings.append(found)
    board = median
    confidence =
      board.flatMap { board in
        sightings.filter { $0.distance(to: board) <= Self.agreement }.map { $0.confidence }.max()
      }
    // Nudges between sightings add up: they must all be of one place. What moved since the look began, counts.
    return sightings.count == 1 ? look.displacement : nil
  }

  /// Makes no more looks: what was seen so far stands.
  mutating func giveUp() { (look, hasGivenUp) = (nil, true) }

  /// The sighting whose corners lie nearest to all others': one that a leg hid a corner of is not it.
  private var median: GameboardObservation? {
    func sum(_ a: GameboardObservation) -> Double {
      sightings.reduce(0) { $0 + a.distance(to: $1) }
    }
    return sightings.min { sum($0) < sum($1) }
  }
}

extension GameboardObservation {
  /// How far all corners together lie from another's, in widths of the picture.
  func distance(to other: GameboardObservation) -> Double {
    zip(corners.all, other.corners.all).reduce(0) { $0 + $1.0.distance(to: $1.1, 1) }
  }
}
