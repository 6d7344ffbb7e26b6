internal import PlayfieldMaths
package import VisionCore

/// Something that may be a board, with all that speaks for it and against it.
package struct VerifiedBoard: Sendable {
  package var observation: GameboardObservation
  /// What the confidence was made of, under the names of `Training/Gameboard/verifier.py`.
  package var features: [(name: String, value: Double)]
  package var corners: BoardQuadrilateral
}

/// The second network's looks at a board whose corners lie where its edges meet in the picture: each begins next to
/// them, every other one shows the mirror image.
struct BoardVerification: Sendable {
  private let picture: PixelSize
  private let refined: BoardRefinement
  private var observation: GameboardObservation
  private var fits: [(logit: Double, corners: [PixelPoint], hole: PixelPoint)] = []
  private var index = 0

  /// How much of the edges must be seen, in `0...1`.
  private static let minimumSupport = 0.4
  /// How far the corners may be from those of a board of the right shape, in sizes of the board: some
  /// are built a tenth too short.
  private static let maximumDistance = 0.1

  /// `nil` where there are too few edges, or where no camera could see a board so.
  ///
  /// - Parameters:
  ///   - board: As the second network has it.
  ///   - image: The picture as it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  init?(of board: FittedBoard, in image: RGBImage, orientation: ImageOrientation) {
    picture = image.uprightSize(orientation)
    let refined = BoardRefinement(
      of: board.corners, hole: board.hole, in: image, orientation: orientation)
    guard let refined, refined.edgeSupport >= Self.minimumSupport, refined.corners.isSound else {
      return nil
    }
    self.refined = refined
    observation = refined.observation(in: picture)
    guard let pose = CameraPose(board: observation, aspectRatio: picture.aspectRatio) else {
      return nil
    }
    for (corner, place) in zip(refined.corners.points, BoardPoint.corners) {
      guard let seen = pose.project(CameraPose.world(ofBoard: place)) else { return nil }
      let away = picture.pixel(at: seen) - corner
      guard away.length <= Self.maximumDistance * refined.corners.size else { return nil }
    }
    skipUnsound()
  }

  /// What the network is to be shown next; `nil` once all has been seen.
  var next: (corners: BoardQuadrilateral, isMirrored: Bool)? {
    start.map { ($0, isMirrored: index % 2 == 1) }
  }

  /// Takes in what the network says of ``next``.
  mutating func record(_ fit: GameboardFit) {
    if let seen = start?.pixels(of: fit.corners + [fit.hole]) {
      fits.append((fit.logit, Array(seen[..<4]), seen[4]))
    }
    index += 1
    skipUnsound()
  }

  /// `nil` where too few looks showed a board.
  var board: VerifiedBoard? {
    let evidence = BoardEvidence(
      fits: fits, corners: refined.corners, edgeSupport: refined.edgeSupport,
      holeDarkness: refined.holeDarkness)
    guard let evidence else { return nil }
    var observation = observation
    observation.confidence = BoardVerifier.confidence(of: evidence)
    observation.cornerError = evidence.cornerError * evidence.size / Double(picture.width)
    return VerifiedBoard(
      observation: observation, features: evidence.features, corners: refined.corners)
  }

  private var start: BoardQuadrilateral? {
    guard BoardEvidence.starts.indices.contains(index) else { return nil }
    let corners = refined.corners
    return BoardQuadrilateral(
      points: zip(corners.points, BoardEvidence.starts[index]).map { $0 + corners.size * $1 })
  }

  private mutating func skipUnsound() {
    while let start, !start.isSound { index += 1 }
  }
}

extension BoardRefinement {
  /// A board whose corners and rim the edges show, before it is known how likely it is one.
  fileprivate func observation(in picture: PixelSize) -> GameboardObservation {
    let points = corners.points.map { picture.normalized($0) }
    let radii = hole.radii / Double(picture.width)
    return GameboardObservation(
      confidence: 0,
      corners: GameboardObservation.Corners(
        farLeft: points[0], farRight: points[1], nearRight: points[2], nearLeft: points[3]),
      hole: Ellipse(
        center: picture.normalized(PixelPoint(hole.center)), radii: (radii.x, radii.y),
        angle: hole.angle * 180 / .pi))
  }
}
