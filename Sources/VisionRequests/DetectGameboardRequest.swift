internal import COpenCV
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
/// fraction of a pixel.
public struct DetectGameboardRequest: VisionRequest {
  /// The least confidence of a board, in `0...1`. The networks are sure of boards, and nearly as sure of
  /// some other things: hence the high default. Where there certainly is a board, ``forKnownBoard`` finds
  /// more.
  public var confidenceThreshold: Float = 0.985

  /// The threshold for a picture in which there is a board, of which the surest sighting is asked for.
  public static let forKnownBoard: Float = 0.9

  /// The part of the upright picture in which boards are sought. Points are normalized to the whole
  /// picture, and a corner may lie outside of the part.
  public var regionOfInterest = BoundingBox.unit

  private let model: GameboardModel

  public init(model: GameboardModel) {
    self.model = model
  }

  /// The longer sides at which the first network looks at the picture: it sees boards that are
  /// between a tenth and nine tenths of it long.
  private static let longSides = [160, 288, 512]
  /// How often the second network looks again, from where it found the corners.
  private static let rounds = 3

  /// - Returns: The boards, the surest first; none where ``regionOfInterest`` lies outside the picture.
  public func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [GameboardObservation] {
    let picture = image.uprightSize(orientation)
    guard let region = PixelRect(covering: regionOfInterest, in: picture) else { return [] }
    var candidates: [GameboardCandidate] = []
    // Small pictures are not drawn much larger: there would be nothing more to see.
    for side in Self.longSides where side <= max(Self.longSides[0], 2 * region.size.longSide) {
      candidates += try await model.candidates(
        in: image, orientation: orientation, region: region, longSide: side)
    }
    var found: [FittedBoard] = []
    for candidate in GameboardFinderDecoder.merged(candidates) {
      if let board = try await fitted(candidate, in: image, orientation: orientation) {
        found.append(board)
      }
    }
    var observations: [GameboardObservation] = []
    for board in Self.distinct(found) {
      let observation = try refined(board, in: image, orientation: orientation)
      if let observation { observations.append(observation) }
    }
    return observations
  }

  /// A board as the second network has it.
  private struct FittedBoard {
    var confidence: Float
    var corners: BoardQuadrilateral
    /// In widths of the board.
    var hole: SIMD2<Double>
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
      for round in 0..<Self.rounds {
        let fit = try await model.fit(corners, in: image, orientation: orientation)
        guard let moved = corners.pixels(of: fit.corners) else { break }
        let next = BoardQuadrilateral(points: moved)
        guard next.isSound, let hole = corners.pixels(of: [fit.hole]),
          let homography = Homography(
            from: moved.map { NormalizedPoint(x: $0.x, y: $0.y) },
            to: [(0, 0), (1, 0), (1, 2), (0, 2)]),
          let place = homography.position(of: NormalizedPoint(x: hole[0].x, y: hole[0].y))
        else { break }
        last = FittedBoard(
          confidence: fit.confidence, corners: next, hole: SIMD2(place.x, place.y))
        corners = next
        // What is so surely no board needs no second look.
        if round == 0, fit.confidence < 0.02 { break }
      }
      if let last, last.confidence > best?.confidence ?? 0 { best = last }
    }
    guard let best, best.confidence >= confidenceThreshold else { return nil }
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

  /// The board with its corners where its edges meet in the picture; `nil` where there are too few
  /// edges, or where no camera could see a board so.
  private func refined(
    _ board: FittedBoard, in image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> GameboardObservation? {
    let picture = image.uprightSize(orientation)
    var corners = board.corners
    var shimCorners = corners.shimValue
    var rim = copencv_ellipse()
    var (support, darkness) = (0.0, 0.0)
    try callShim { error, capacity in
      image.pixels.withUnsafeBufferPointer { pixels in
        copencv_board_refine(
          pixels.baseAddress, Int32(image.width), Int32(image.height),
          Int32(orientation.rawValue), &shimCorners, board.hole.x, board.hole.y,
          Gameboard.holeRadius / Gameboard.width, &rim, &support, &darkness, error, capacity)
      }
    }
    corners.shimValue = shimCorners
    guard support >= Self.leastSupport, corners.isSound else { return nil }
    var confidence = board.confidence
    if darkness < Self.leastDarkness, confidence < Self.surely { confidence *= Self.withoutHole }
    guard confidence >= confidenceThreshold else { return nil }
    let (width, height) = (Double(picture.width), Double(picture.height))
    func normalized(_ point: SIMD2<Double>) -> NormalizedPoint {
      NormalizedPoint(x: (point.x + 0.5) / width, y: (point.y + 0.5) / height)
    }
    let observation = GameboardObservation(
      confidence: confidence,
      corners: GameboardObservation.Corners(
        farLeft: normalized(corners.points[0]), farRight: normalized(corners.points[1]),
        nearRight: normalized(corners.points[2]), nearLeft: normalized(corners.points[3])),
      hole: Ellipse(
        center: normalized(SIMD2(rim.center_x, rim.center_y)),
        radii: (rim.first_radius / width, rim.second_radius / width), angle: rim.angle))
    guard let pose = CameraPose(board: observation, aspectRatio: width / height) else { return nil }
    for (corner, place) in zip(corners.points, Self.places) {
      guard let seen = pose.project(CameraPose.world(ofBoard: place)) else { return nil }
      let away = SIMD2(seen.x * width - 0.5, seen.y * height - 0.5) - corner
      guard away.length <= Self.mostApart * corners.size else { return nil }
    }
    return observation
  }

  /// How much of the edges must be seen, in `0...1`.
  private static let leastSupport = 0.4
  /// In what share of directions it is darker in a hole than around it. Where it is not, a bag may lie in
  /// the hole: the networks must be surer then, for boards without a hole are doors and benches.
  private static let leastDarkness = 0.6
  private static let surely: Float = 0.998
  private static let withoutHole: Float = 0.98
  /// How far the corners may be from those of a board of the right shape, in sizes of the board: some
  /// are built a tenth too short.
  private static let mostApart = 0.1
  private static let places: [(x: Double, y: Double)] = [
    (0, 0), (Gameboard.width, 0), (Gameboard.width, Gameboard.length), (0, Gameboard.length),
  ]
}
