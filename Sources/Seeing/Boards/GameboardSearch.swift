package import VisionCore

/// The search for boards in one picture, a network's run at a time.
///
/// ```swift
/// var search = GameboardSearch(in: image, orientation: .up, region: region, isThorough: false)
/// while let step = search.nextStep {
///   switch step {
///   case .find(let drawing): search.record(try found(by: drawing))
///   case .fit(let corners, let isMirrored): search.record(try fit(of: corners, isMirrored))
///   }
/// }
/// print(search.found)
/// ```
package struct GameboardSearch: Sendable {
  /// What a network is to be run on next.
  package enum Step: Sendable {
    /// The first one, on a drawing of the picture.
    case find(GameboardFinderDecoder)
    /// The second one, on a candidate alone, or on its mirror image; that answer is turned back.
    case fit(BoardQuadrilateral, isMirrored: Bool)
  }

  /// What the first network has found in one drawing: boards by where it sees corners, the likeliest first, and by the
  /// outlines of what it sees.
  package typealias Found = (voted: [GameboardCandidate], outlined: [GameboardCandidate])

  private enum Phase {
    case finding, fitting, verifying, done
  }

  /// `nil` once the picture has been searched.
  package private(set) var nextStep: Step?
  /// All that may be boards, however unlikely, the highest confidence first; no two overlap. Where the search is not
  /// thorough, up to the first certain one.
  package var found: [VerifiedBoard] {
    seen.sorted { $0.observation.confidence > $1.observation.confidence }
  }

  /// Whether something that may well be a board reaches beyond the picture.
  package var hasCutOffBoard: Bool {
    let size = image.uprightSize(orientation)
    return boards.contains { board in
      board.corners.points.contains {
        $0.x < 1 || $0.y < 1 || $0.x > Double(size.width - 1) || $0.y > Double(size.height - 1)
      }
    }
  }

  package let image: RGBImage
  package let orientation: ImageOrientation
  private let region: PixelRect
  private let isThorough: Bool
  private var phase = Phase.finding
  /// The longer sides of the drawings that are left, of the rows after this one and of this one.
  private var rows: [[Int]]
  private var sides: [Int]
  private var voted: [GameboardCandidate] = []
  private var outlined: [GameboardCandidate] = []
  /// Those that are still to be fitted, each with what the second network must say of it; and how many of them before it
  /// is checked whether a board is certain.
  private var guesses: [(GameboardCandidate, minimum: Float)] = []
  private var untilCheck = 0
  private var fitting: (BoardFitting, minimum: Float)?
  private var boards: [FittedBoard] = []
  private var verifying: (board: FittedBoard, BoardVerification)?
  private var verified: [FittedBoard: VerifiedBoard?] = [:]
  private var seen: [VerifiedBoard] = []

  /// The confidence from which on a board is certain: of 1,180 photographs without a board that are trained on none shows
  /// one above it.
  package static let certain: Float = 0.92
  /// The same in a picture in which there is a board, of which the surest sighting is asked for.
  package static let likely: Float = 0.5
  /// The longer sides at which the first network looks at the picture, each row only where the rows before
  /// showed no board: it sees boards that are between a tenth and nine tenths of 160 pixels long.
  private static let longSides = [[160, 288, 512], [928]]
  /// One more row where it is thorough.
  private static let thoroughLongSides = [1248]
  /// Where it is not thorough: how many guesses are followed up before checking whether a board is certain, and how
  /// many of a row of drawings at most.
  private static let filmGuesses = (atOnce: 4, maximum: 8)
  /// What the second network must say of a board for it to be verified.
  private static let worthVerifying: Float = 0.5
  /// The same of a board that was only outlined: lines on a court also have outlines.
  private static let worthVerifyingIfOutlined: Float = 0.95

  /// - Parameters:
  ///   - image: The picture as stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - region: The part of the upright picture in which boards are sought.
  ///   - isThorough: Whether boards are also guessed by their outlines, and sought in a larger drawing; else fewer guesses
  ///     are followed up, and the search ends with the first few that show a certain board.
  package init(
    in image: RGBImage, orientation: ImageOrientation, region: PixelRect, isThorough: Bool
  ) {
    (self.image, self.orientation) = (image, orientation)
    (self.region, self.isThorough) = (region, isThorough)
    // Small pictures are not drawn much larger: there would be nothing more to see.
    let maximum = max(Self.longSides[0][0], 2 * region.size.longSide)
    rows = (Self.longSides + (isThorough ? [Self.thoroughLongSides] : [])).map { sides in
      sides.filter { $0 <= maximum }
    }
    sides = rows.removeFirst()
    proceed()
  }

  /// Takes in what the first network has found in the drawing of ``nextStep``.
  package mutating func record(_ found: Found) {
    guard case .finding = phase, !sides.isEmpty else { return }
    sides.removeFirst()
    voted += found.voted
    // Any of their sides may be the far one.
    outlined += found.outlined.flatMap {
      [$0, GameboardCandidate(confidence: $0.confidence, corners: $0.corners.rolled)]
    }
    proceed()
  }

  /// Takes in what the second network says of the candidate of ``nextStep``.
  package mutating func record(_ fit: GameboardFit) {
    switch phase {
    case .fitting: fitting?.0.record(fit)
    case .verifying: verifying?.1.record(fit)
    case .finding, .done: return
    }
    proceed()
  }

  /// Continues to the next run of a network, or to the end.
  private mutating func proceed() {
    nextStep = nil
    while nextStep == nil {
      switch phase {
      case .finding: find()
      case .fitting: fit()
      case .verifying: verify()
      case .done: return
      }
    }
  }

  private mutating func find() {
    if let side = sides.first {
      nextStep = .find(GameboardFinderDecoder(region: region, longSide: side))
      return
    }
    let merged = GameboardFinderDecoder.merged(voted).map { ($0, minimum: Self.worthVerifying) }
    guesses =
      isThorough
      ? merged + outlined.map { ($0, minimum: Self.worthVerifyingIfOutlined) }
      : Array(merged.prefix(Self.filmGuesses.maximum))
    (voted, outlined) = ([], [])
    beginGuesses()
  }

  /// Follows up the next guesses; where none is left, draws the next row.
  private mutating func beginGuesses() {
    if guesses.isEmpty {
      phase = rows.isEmpty ? .done : .finding
      if !rows.isEmpty { sides = rows.removeFirst() }
    } else {
      phase = .fitting
      untilCheck = isThorough ? guesses.count : min(Self.filmGuesses.atOnce, guesses.count)
    }
  }

  private mutating func fit() {
    if let (current, minimum) = fitting {
      if let corners = current.next {
        nextStep = .fit(corners, isMirrored: false)
        return
      }
      if let board = current.board, board.confidence >= minimum { boards.append(board) }
      fitting = nil
    }
    if untilCheck > 0 {
      untilCheck -= 1
      let (guess, minimum) = guesses.removeFirst()
      fitting = (BoardFitting(guess), minimum)
    } else {
      boards = FittedBoard.distinct(boards)
      phase = .verifying
    }
  }

  private mutating func verify() {
    if let (board, verification) = verifying {
      if let next = verification.next {
        nextStep = .fit(next.corners, isMirrored: next.isMirrored)
        return
      }
      verified[board] = .some(verification.board)
      verifying = nil
    }
    if let board = boards.first(where: { verified[$0] == nil }) {
      verifying = BoardVerification(of: board, in: image, orientation: orientation)
        .map { (board, $0) }
      if verifying == nil { verified[board] = .some(nil) }
      return
    }
    seen = boards.compactMap { verified[$0] ?? nil }
    if seen.contains(where: { $0.observation.confidence >= Self.certain }) {
      phase = .done
    } else {
      beginGuesses()
    }
  }
}
