public import VisionCore

/// A digit that was read.
public struct DigitObservation: Hashable, Sendable {
  public let scores: DigitScores
  /// In the unit of the ink.
  public let boundingBox: BoundingBox
  /// Which strokes of the page it is made of, rising. Two digits that were written without lifting the
  /// pen have the same one.
  public let strokes: [Int]
  /// What the network saw.
  public let picture: DigitPicture

  /// In `0...9`.
  public var digit: Int { scores.digit }
  /// In `0...1`.
  public var confidence: Float { scores.confidence }

  /// The confidence from which on a digit is certain.
  public static let minimumConfidence: Float = 0.7
  /// Whether nobody need doubt that it is this digit.
  public var isCertain: Bool { confidence >= Self.minimumConfidence }
}

/// A number as it is written, stroke by stroke, and what is read of it so far.
///
/// A value: it holds no network, so each change is handed one. Only what changes is read again: a
/// stroke that joins earlier ones drops what they were read as, any other begins a digit.
public struct InkPage: Sendable {
  public private(set) var strokes: [Stroke] = []
  /// From left to right, in whatever order they were written.
  public private(set) var digits: [DigitObservation] = []
  /// Every group of strokes that was looked at, as long as all its strokes are on the page.
  private var known: [DigitObservation] = []
  /// The strokes that were tried as two digits, and what came of it: two, or none.
  private var knownJoins: [(stroke: Int, digits: [DigitObservation])] = []

  /// Reads a picture: the network, or what a test puts in its place.
  public typealias Reader = (DigitPicture) -> DigitScores

  /// An empty page.
  public init() {}

  /// A page on which all is written.
  public init(strokes: [Stroke], reader: Reader) {
    self.strokes = strokes
    read(with: reader)
  }

  /// Adds what was written last, and reads the page.
  public mutating func add(_ stroke: Stroke, reader: Reader) {
    strokes.append(stroke)
    read(with: reader)
  }

  /// Takes the last stroke back; does nothing on an empty page.
  public mutating func undo(reader: Reader) {
    guard strokes.popLast() != nil else { return }
    known.removeAll { $0.strokes.last == strokes.count }
    knownJoins.removeAll { $0.stroke == strokes.count }
    read(with: reader)
  }

  /// Takes all back.
  public mutating func clear() { self = InkPage() }

  /// The digits as text, so that leading zeros stay; empty when there are no digits.
  public var number: String {
    digits.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar(UInt8(48 + $1.digit))) }
  }

  /// How sure it is that all digits are right, in `0...1`: the product of their confidences, and 0
  /// without any.
  public var confidence: Float {
    digits.isEmpty ? 0 : digits.reduce(1) { $0 * $1.confidence }
  }

  private mutating func read(with reader: Reader) {
    let grouping = StrokeGrouping(strokes)
    var looked = known
    func observation(of range: Range<Int>) -> DigitObservation {
      let members = grouping.order[range].sorted()
      if let known = looked.first(where: { $0.strokes == members }) { return known }
      let own = members.map { strokes[$0] }
      let picture = DigitPicture(of: own)
      let observation = DigitObservation(
        scores: reader(picture), boundingBox: own.boundingBox!, strokes: members, picture: picture)
      looked.append(observation)
      return observation
    }
    let whole = grouping.digits { observation(of: $0).confidence }.map(observation)
    known = looked
    digits = []
    for digit in whole {
      let parts = digit.confidence < JoinedStroke.doubt ? joinedDigits(digit, reader: reader) : []
      digits += parts.isEmpty ? [digit] : parts
    }
  }

  /// The two digits of a stroke that is no digit by itself; nothing where no cut leaves digits.
  private mutating func joinedDigits(
    _ digit: DigitObservation, reader: Reader
  ) -> [DigitObservation] {
    guard digit.strokes.count == 1 else { return [] }
    let index = digit.strokes[0]
    if let known = knownJoins.first(where: { $0.stroke == index }) { return known.digits }
    var best: [DigitObservation] = []
    var doubt = 2 * (1 - JoinedStroke.sureness)
    for (left, right) in JoinedStroke(strokes[index]).halves {
      let halves = [left, right].map { half in
        let picture = DigitPicture(of: [half])
        return DigitObservation(
          scores: reader(picture), boundingBox: half.boundingBox, strokes: [index],
          picture: picture)
      }
      let halvesDoubt = 2 - halves[0].confidence - halves[1].confidence
      if halvesDoubt < doubt { (best, doubt) = (halves, halvesDoubt) }
    }
    best = best.map { $0.believed(JoinedStroke.belief) }
    knownJoins.append((index, best))
    return best
  }
}

extension DigitObservation {
  /// The same digit with a part of the confidence.
  fileprivate func believed(_ part: Float) -> DigitObservation {
    DigitObservation(
      scores: DigitScores(probabilities: scores.probabilities.map { $0 * part }),
      boundingBox: boundingBox, strokes: strokes, picture: picture)
  }
}
