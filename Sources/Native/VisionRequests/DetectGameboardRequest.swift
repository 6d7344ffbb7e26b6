internal import SceneReading
public import VisionCore

/// Finds the boards of the bean-bag toss (cornhole) in a picture: corners and hole.
///
/// ```swift
/// let request = DetectGameboardRequest(model: try GameboardModel())
/// let boards = try await request.perform(on: image, orientation: .up)
/// let pose = boards.first.flatMap { CameraPose(board: $0, aspectRatio: 16 / 9) }
/// ```
///
/// Two networks find a board and lay its corners on it; then the edges in the picture move them to a
/// fraction of a pixel. The second network looks at it again from eight places beside it: how well its answers
/// agree, with each other and with the edges, says whether it is a board, and how far its corners may be off.
public struct DetectGameboardRequest: VisionRequest {
  /// The lowest confidence of a board, in `0...1`. Where there certainly is one, ``forKnownBoard`` finds more.
  public var confidenceThreshold = forAnyPicture

  /// The threshold above which none of 1,180 photographs without a board that are trained on shows one.
  public static let forAnyPicture: Float = 0.92

  /// The threshold for a picture in which there is a board, of which the surest sighting is asked for.
  public static let forKnownBoard: Float = 0.5

  /// Whether boards are also guessed by the outlines of what the first network sees, and sought in a larger drawing where
  /// there seems to be none. This finds small ones far away, and makes a look about twice as long: for pictures, not for film.
  /// Where it is `false`, fewer guesses are followed up, and a look ends with the first few that show a board above
  /// ``forAnyPicture``: of several boards in view only one may be reported.
  public var isThorough = true

  /// The part of the upright picture in which boards are sought. Points are normalized to the whole
  /// picture, and a corner may lie outside of the part.
  public var regionOfInterest = BoundingBox.unit

  private let model: GameboardModel

  public init(model: GameboardModel) {
    self.model = model
  }

  /// The longer sides at which the first network looks at the picture, each row only where the rows before
  /// showed no board: it sees boards that are between a tenth and nine tenths of 160 pixels long.
  private static let longSides = [[160, 288, 512], [928]]
  /// One more row where it is thorough.
  private static let thoroughLongSides = [1248]
  /// Without ``isThorough``: how many guesses are followed up before checking whether a board is certain, and how many of a
  /// row of drawings at most.
  private static let filmGuesses = (atOnce: 4, maximum: 8)
  /// What the second network must say of a board for it to look again, from where it found the corners. More rounds
  /// converge from farther off, on boards and on other things alike. Of 35 pictures the second minimum costs 16 of 665
  /// guesses that reach ``worthVerifying`` without it, but none of the boards.
  private static let worthAnotherRound: [Float] = [0.02, 0.1]
  /// What the second network must say of a board for it to be verified.
  private static let worthVerifying: Float = 0.5
  /// The same of a board that was only outlined: lines on a court have outlines, too.
  private static let worthVerifyingIfOutlined: Float = 0.95

  /// - Returns: The boards, the surest first; none where ``regionOfInterest`` lies outside the picture.
  public func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [GameboardObservation] {
    try await candidates(in: image, orientation: orientation)
      .map(\.observation).filter { $0.confidence >= confidenceThreshold }
  }

  /// Something that may be a board, with all that speaks for it and against it.
  public struct Candidate: Sendable {
    public var observation: GameboardObservation
    /// What the confidence was made of, under the names of `Training/Gameboard/verifier.py`.
    public var features: [(name: String, value: Double)]
    fileprivate var corners: BoardQuadrilateral
  }

  /// All that may be boards, however unlikely; without ``isThorough``, up to the first certain one.
  ///
  /// - Returns: The highest confidence first; no two overlap.
  public func candidates(
    in image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [Candidate] {
    let picture = image.uprightSize(orientation)
    guard let region = PixelRect(covering: regionOfInterest, in: picture) else { return [] }
    // Small pictures are not drawn much larger: there would be nothing more to see.
    func isWorthwhile(_ side: Int) -> Bool {
      side <= max(Self.longSides[0][0], 2 * region.size.longSide)
    }
    var boards: [FittedBoard] = []
    var verified: [FittedBoard: Candidate?] = [:]
    var found: [Candidate] = []
    for sides in Self.longSides + (isThorough ? [Self.thoroughLongSides] : []) {
      let guesses = try await makeGuesses(
        in: image, orientation: orientation, region: region,
        longSides: sides.filter(isWorthwhile))
      let count = isThorough ? max(1, guesses.count) : Self.filmGuesses.atOnce
      for start in stride(from: 0, to: guesses.count, by: count) {
        for (guess, minimum) in guesses[start..<min(start + count, guesses.count)] {
          let board = try await fitted(guess, in: image, orientation: orientation)
          if let board, board.confidence >= minimum { boards.append(board) }
        }
        boards = Self.distinct(boards)
        for board in boards where verified[board] == nil {
          verified[board] = .some(
            try await self.verified(board, in: image, orientation: orientation))
        }
        found = boards.compactMap { verified[$0] ?? nil }
        if found.contains(where: { $0.observation.confidence >= Self.forAnyPicture }) {
          return Self.byConfidence(found)
        }
      }
    }
    return Self.byConfidence(found)
  }

  private static func byConfidence(_ found: [Candidate]) -> [Candidate] {
    found.sorted { $0.observation.confidence > $1.observation.confidence }
  }

  /// What the first network takes for boards in drawings of the picture, each with what the second network must say of it.
  private func makeGuesses(
    in image: RGBImage, orientation: ImageOrientation, region: PixelRect, longSides: [Int]
  ) async throws(VisionError) -> [(GameboardCandidate, minimum: Float)] {
    var voted: [GameboardCandidate] = []
    var outlined: [GameboardCandidate] = []
    for side in longSides {
      let seen = try await model.candidates(
        in: image, orientation: orientation, region: region, longSide: side)
      voted += seen.voted
      // Any of their sides may be the far one.
      outlined += seen.outlined.flatMap {
        [$0, GameboardCandidate(confidence: $0.confidence, corners: $0.corners.rolled)]
      }
    }
    let merged = GameboardFinderDecoder.merged(voted).map { ($0, Self.worthVerifying) }
    guard isThorough else { return Array(merged.prefix(Self.filmGuesses.maximum)) }
    return merged + outlined.map { ($0, Self.worthVerifyingIfOutlined) }
  }

  /// A board as the second network has it.
  private struct FittedBoard: Hashable {
    var confidence: Float
    var corners: BoardQuadrilateral
    var hole: BoardWidthPoint
  }

  /// The candidate as the second network sees it, whichever way round it is surer of; `nil` where it
  /// sees no board.
  private func fitted(
    _ candidate: GameboardCandidate, in image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> FittedBoard? {
    var best: FittedBoard?
    for start in [candidate.corners, candidate.corners.turned] {
      var corners = start
      var last: FittedBoard?
      for round in 0...Self.worthAnotherRound.count {
        let fit = try await model.fit(corners, in: image, orientation: orientation)
        guard let moved = corners.pixels(of: fit.corners) else { break }
        let next = BoardQuadrilateral(points: moved)
        guard next.isSound, let seen = corners.pixels(of: [fit.hole]),
          let hole = next.place(of: seen[0])
        else { break }
        last = FittedBoard(confidence: fit.confidence, corners: next, hole: hole)
        corners = next
        guard round < Self.worthAnotherRound.count,
          fit.confidence >= Self.worthAnotherRound[round]
        else { break }
      }
      if let last, last.confidence > best?.confidence ?? 0 { best = last }
    }
    return best
  }

  /// The surest of those that lie on one another.
  private static func distinct(_ boards: [FittedBoard]) -> [FittedBoard] {
    var kept: [FittedBoard] = []
    for board in boards.sorted(by: { $0.confidence > $1.confidence })
    where !kept.contains(where: {
      $0.corners.contains(board.corners.middle) || board.corners.contains($0.corners.middle)
    }) {
      kept.append(board)
    }
    return kept
  }

  /// The board with its corners where its edges meet in the picture, and what speaks for it; `nil` where
  /// there are too few edges, or where no camera could see a board so.
  private func verified(
    _ board: FittedBoard, in image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> Candidate? {
    let picture = image.uprightSize(orientation)
    let refined = BoardRefinement(
      of: board.corners, hole: board.hole, in: image, orientation: orientation)
    guard let refined, refined.edgeSupport >= Self.minimumSupport, refined.corners.isSound else {
      return nil
    }
    let corners = refined.corners
    var observation = Self.observation(refined, in: picture)
    guard let pose = CameraPose(board: observation, aspectRatio: picture.aspectRatio) else {
      return nil
    }
    for (corner, place) in zip(corners.points, BoardPoint.corners) {
      guard let seen = pose.project(CameraPose.world(ofBoard: place)) else { return nil }
      let away = picture.pixel(at: seen) - corner
      guard away.length <= Self.maximumDistance * corners.size else { return nil }
    }
    let evidence = try await evidence(
      of: corners, edgeSupport: refined.edgeSupport, holeDarkness: refined.holeDarkness, in: image,
      orientation: orientation)
    guard let evidence else { return nil }
    observation.confidence = BoardVerifier.confidence(of: evidence)
    observation.cornerError = evidence.cornerError * evidence.size / Double(picture.width)
    return Candidate(
      observation: observation, features: evidence.features, corners: corners)
  }

  /// A board whose corners and rim the edges show, before it is known how likely it is one.
  private static func observation(
    _ refined: BoardRefinement, in picture: PixelSize
  ) -> GameboardObservation {
    let points = refined.corners.points.map { picture.normalized($0) }
    let radii = refined.hole.radii / Double(picture.width)
    return GameboardObservation(
      confidence: 0,
      corners: GameboardObservation.Corners(
        farLeft: points[0], farRight: points[1], nearRight: points[2], nearLeft: points[3]),
      hole: Ellipse(
        center: picture.normalized(PixelPoint(refined.hole.center)), radii: (radii.x, radii.y),
        angle: refined.hole.angle * 180 / .pi))
  }

  /// A candidate straightened, as the second network is shown it.
  public func view(
    of candidate: Candidate, in image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> RGBImage {
    try model.view(of: candidate.corners, in: image, orientation: orientation)
  }

  /// What the second network says of a board when it begins beside its corners, every other time of the
  /// mirror image.
  private func evidence(
    of corners: BoardQuadrilateral, edgeSupport: Double, holeDarkness: Double, in image: RGBImage,
    orientation: ImageOrientation
  ) async throws(VisionError) -> BoardEvidence? {
    var fits: [(logit: Double, corners: [PixelPoint], hole: PixelPoint)] = []
    for (index, moves) in BoardEvidence.starts.enumerated() {
      let start = BoardQuadrilateral(
        points: zip(corners.points, moves).map { $0 + corners.size * $1 })
      guard start.isSound else { continue }
      let fit = try await model.fit(
        start, in: image, orientation: orientation, isMirrored: index % 2 == 1)
      guard let seen = start.pixels(of: fit.corners + [fit.hole]) else { continue }
      fits.append((fit.logit, Array(seen[..<4]), seen[4]))
    }
    return BoardEvidence(
      fits: fits, corners: corners, edgeSupport: edgeSupport, holeDarkness: holeDarkness)
  }

  /// How much of the edges must be seen, in `0...1`.
  private static let minimumSupport = 0.4
  /// How far the corners may be from those of a board of the right shape, in sizes of the board: some
  /// are built a tenth too short.
  private static let maximumDistance = 0.1
}
