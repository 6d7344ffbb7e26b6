import Testing
import TestScenes
import VisionCore

@testable import VisionRequests

/// What is seen of a board; what follows from it for the bags has its own tests.
@Suite("Watching the surface of a board")
struct TrackBoardSurfaceRequestTests {
  @Test(
    "what has come to lie on the board is reported once, however the pictures are stored",
    arguments: [ImageOrientation.up, .upMirrored, .down, .right])
  func covers(orientation: ImageOrientation) throws {
    var request = TrackBoardSurfaceRequest(board: BoardFilm.corners)
    var changes: [BoardChange] = []
    var sawMotion = false
    for (frame, picture) in BoardFilm.toss.enumerated() {
      let seen = try request.perform(
        on: picture.stored(as: orientation), orientation: orientation, at: Double(frame) / 30)
      changes += seen.changes
      sawMotion = sawMotion || !seen.moving.isEmpty
    }
    #expect(sawMotion)
    try #require(changes.count == 1)
    let blob = changes[0].blob
    #expect(changes[0].kind == .covered && abs(changes[0].time - 18.0 / 30) < 0.1)
    #expect(blob.place.distance(to: BoardFilm.rest) < 0.04)
    #expect((0.8...1.2).contains(blob.area), "a bag's")
    let colour = request.colour(of: BoardFilm.rest)
    #expect(colour.map { $0.x > 2 * $0.y } == true, "the bag is red")
    let outOfView = request.colour(of: BoardPoint(x: 9, y: 9))
    #expect(outOfView == nil)
  }

  @Test func `what lay there and is taken away uncovers the board`() throws {
    var request = TrackBoardSurfaceRequest(board: BoardFilm.corners)
    var changes: [BoardChange] = []
    let pictures = BoardFilm.toss + [RGBImage](repeating: BoardFilm.bare, count: 30)
    for (frame, picture) in pictures.enumerated() {
      changes += try request.perform(on: picture, orientation: .up, at: Double(frame) / 30).changes
    }
    #expect(changes.map(\.kind) == [.covered, .uncovered])
  }

  @Test func `another picture hides the board, and in the end is a new view`() throws {
    var request = TrackBoardSurfaceRequest(board: BoardFilm.corners)
    let pictures = BoardFilm.toss + [RGBImage](repeating: BoardFilm.black, count: 70)
    var views = 0
    var wasHidden = false
    for (frame, picture) in pictures.enumerated() {
      let seen = try request.perform(on: picture, orientation: .up, at: Double(frame) / 30)
      views += seen.isNewView ? 1 : 0
      wasHidden = wasHidden || seen.isHidden
    }
    #expect(wasHidden && views == 1)
  }

  /// So that a share of the board is in the picture.
  private static func request(showing share: Double) -> TrackBoardSurfaceRequest {
    let corners = BoardFilm.corners
    let left = corners.all.map(\.x).min() ?? 0
    let width = (corners.all.map(\.x).max() ?? 1) - left
    func moved(_ point: NormalizedPoint) -> NormalizedPoint {
      NormalizedPoint(x: point.x - left + 1 - share * width, y: point.y)
    }
    return TrackBoardSurfaceRequest(
      board: GameboardObservation.Corners(
        farLeft: moved(corners.farLeft), farRight: moved(corners.farRight),
        nearRight: moved(corners.nearRight), nearLeft: moved(corners.nearLeft)))
  }

  @Test func `a quarter of a board in the picture is enough`() throws {
    var request = Self.request(showing: 0.25)
    for time in [0.0, 1] {
      _ = try request.perform(on: BoardFilm.bare, orientation: .up, at: time)
    }
  }

  @Test func `a board that is hardly in the picture is refused, frame by frame`() throws {
    var request = Self.request(showing: 0.1)
    for time in [0.0, 1] {
      let error = #expect(throws: VisionError.self) {
        try request.perform(on: BoardFilm.bare, orientation: .up, at: time)
      }
      #expect(error?.description.contains("an eighth of the board") == true)
    }
    let place = request.location(of: BoardFilm.rest)
    #expect(place == nil)
  }
}
