import BeanBagToss
import Testing
import VisionCore

@testable import VisionRequests

/// The landings as they are seen in pictures; what follows from what is seen has its own tests.
@Suite("Watching bags land")
struct TrackLandedBagsRequestTests {
  /// A board of small pictures, before a camera of 30 frames a second.
  struct Film: ~Copyable {
    static let board = RenderedBoard(
      width: 240, height: 180,
      corners: [SIMD2(80, 30), SIMD2(150, 30), SIMD2(172, 160), SIMD2(58, 160)])
    static let corners = GameboardObservation.Corners(
      farLeft: point(0), farRight: point(1), nearRight: point(2), nearLeft: point(3))
    static let bare = picture(bag: nil)
    /// A bag that slides to where it lies.
    static let slide = (0...8).map { picture(bag: (0.3, 1.3 - 0.07 * Double($0))) }
    static let rest = BoardPoint(x: 0.3, y: 0.74)

    private static func point(_ index: Int) -> NormalizedPoint {
      let corner = board.corners[index]
      return NormalizedPoint(x: (corner.x + 0.5) / 240, y: (corner.y + 0.5) / 180)
    }

    private static func picture(bag: (Double, Double)?) -> RGBImage {
      var drawn = board
      drawn.bag = bag.map { (x: $0.0, y: $0.1) }
      return drawn.picture()
    }

    static var lying: RGBImage { slide[slide.count - 1] }

    var request: TrackLandedBagsRequest
    var orientation = ImageOrientation.up
    var frame = 0
    var landings: [BagLanding] = []
    var views = 0

    init() throws { request = try TrackLandedBagsRequest(board: Film.corners) }

    mutating func show(_ image: RGBImage, times: Int = 1) throws {
      let stored = image.stored(as: orientation)
      for _ in 0..<times {
        let seen = try request.perform(
          on: stored, orientation: orientation, at: Double(frame) / 30)
        for case .landed(let landing) in seen.events { landings.append(landing) }
        views += seen.isNewView ? 1 : 0
        frame += 1
      }
    }

    mutating func toss() throws {
      try show(Film.bare, times: 10)
      for picture in Film.slide { try show(picture) }
      try show(Film.lying, times: 30)
    }
  }

  @Test(
    "a bag that comes to rest is reported, however the pictures are stored",
    arguments: [ImageOrientation.up, .upMirrored, .down, .right])
  func lands(orientation: ImageOrientation) throws {
    var film = try Film()
    film.orientation = orientation
    try film.toss()
    try #require(film.landings.count == 1)
    let landing = film.landings[0]
    #expect(landing.rest == .seen(.board) && abs(landing.restFrame - 18) <= 2)
    #expect(abs(landing.place.x - Film.rest.x) < 0.03 && abs(landing.place.y - Film.rest.y) < 0.03)
  }

  @Test func `a picture is only read`() throws {
    let stored = Film.bare.stored(as: .down)
    // In memory of its own: what is written behind Swift's back shows in all that shares it.
    let before = stored.pixels.map { $0 }
    var film = try Film()
    _ = try film.request.perform(on: stored, orientation: .down, at: 0)
    let isUnchanged = stored.pixels == before
    #expect(isUnchanged)
  }

  @Test(
    "where the camera has moved, a bag that has gone meanwhile does not count",
    arguments: [true, false])
  func moves(isTaken: Bool) throws {
    var film = try Film()
    try film.toss()
    #expect(film.request.restingBags.count == 1)
    _ = film.request.leaveOutFrame(at: Double(film.frame) / 30)
    film.frame += 1
    try film.request.moveBoard(to: Film.corners)
    try film.show(isTaken ? Film.bare : Film.lying)
    #expect(film.request.restingBags.count == (isTaken ? 0 : 1))
  }

  @Test func `another view has other bags`() throws {
    var film = try Film()
    try film.toss()
    try film.show(
      RGBImage(width: 240, height: 180, pixels: [UInt8](repeating: 0, count: 240 * 180 * 3)),
      times: 70)
    #expect(film.views == 1)
    #expect(film.request.restingBags.isEmpty)
  }

  /// So that a share of the board is in the picture.
  private static func request(showing share: Double) throws -> TrackLandedBagsRequest {
    let corners = Film.corners
    let left = corners.all.map(\.x).min() ?? 0
    let width = (corners.all.map(\.x).max() ?? 1) - left
    func moved(_ point: NormalizedPoint) -> NormalizedPoint {
      NormalizedPoint(x: point.x - left + 1 - share * width, y: point.y)
    }
    return try TrackLandedBagsRequest(
      board: GameboardObservation.Corners(
        farLeft: moved(corners.farLeft), farRight: moved(corners.farRight),
        nearRight: moved(corners.nearRight), nearLeft: moved(corners.nearLeft)))
  }

  @Test func `a quarter of a board in the picture is enough`() throws {
    var request = try Self.request(showing: 0.25)
    for time in [0.0, 1] {
      _ = try request.perform(on: Film.bare, orientation: .up, at: time)
    }
  }

  @Test func `a board that is hardly in the picture is refused, frame by frame`() throws {
    var request = try Self.request(showing: 0.1)
    for time in [0.0, 1] {
      let error = #expect(throws: VisionError.self) {
        try request.perform(on: Film.bare, orientation: .up, at: time)
      }
      #expect(error?.description.contains("an eighth of the board") == true)
    }
    #expect(request.location(of: Film.rest) == nil)
  }
}
