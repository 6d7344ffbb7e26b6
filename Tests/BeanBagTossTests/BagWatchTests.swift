import BeanBagToss
import Testing
import TestScenes
import VisionCore

/// The landings as they are seen in pictures; what follows from what is seen has its own tests.
@Suite("Watching bags land")
struct BagWatchTests {
  /// A film that is shown picture by picture.
  struct Show {
    var bags: BagWatch
    var frame = 0
    var landings: [BagLanding] = []

    init() { bags = BagWatch(board: BoardFilm.corners) }

    mutating func show(_ images: [RGBImage]) throws {
      for image in images {
        let seen = try bags.update(with: image, at: Double(frame) / 30)
        for case .landed(let landing) in seen.events { landings.append(landing) }
        frame += 1
      }
    }
  }

  @Test func `a bag that comes to rest is reported`() throws {
    var show = Show()
    try show.show(BoardFilm.toss)
    try #require(show.landings.count == 1)
    let landing = show.landings[0]
    #expect(landing.rest == .seen(.board) && abs(landing.restFrame - 18) <= 2)
    #expect(landing.place.distance(to: BoardFilm.rest) < 0.04)
    let seen = show.bags.location(of: landing.place)
    #expect(seen.map { (0...1).contains($0.x) && (0...1).contains($0.y) } == true)
  }

  @Test(
    "where the camera has moved, a bag that has gone meanwhile does not count",
    arguments: [true, false])
  func moves(isTaken: Bool) throws {
    var show = Show()
    try show.show(BoardFilm.toss)
    #expect(show.bags.restingBags.count == 1)
    _ = show.bags.leaveOutFrame(at: Double(show.frame) / 30)
    show.frame += 1
    show.bags.moveBoard(to: BoardFilm.corners)
    try show.show([isTaken ? BoardFilm.bare : BoardFilm.lying])
    #expect(show.bags.restingBags.count == (isTaken ? 0 : 1))
  }

  @Test func `another view has other bags`() throws {
    var show = Show()
    try show.show(BoardFilm.toss)
    #expect(show.bags.restingBags.count == 1)
    try show.show([RGBImage](repeating: BoardFilm.black, count: 70))
    #expect(show.bags.restingBags.isEmpty)
  }
}
