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
  public static let forAnyPicture = GameboardSearch.certain

  /// The threshold for a picture in which there is a board, of which the surest sighting is asked for.
  public static let forKnownBoard = GameboardSearch.likely

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
    var search = GameboardSearch(
      in: image, orientation: orientation, region: region, isThorough: isThorough)
    try await model.run(&search)
    return search.found.map {
      Candidate(observation: $0.observation, features: $0.features, corners: $0.corners)
    }
  }

  /// A candidate straightened, as the second network is shown it.
  public func view(
    of candidate: Candidate, in image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> RGBImage {
    try model.view(of: candidate.corners, in: image, orientation: orientation)
  }
}
