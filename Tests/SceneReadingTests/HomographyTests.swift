import Testing

@testable import SceneReading
@testable import VisionCore

@Suite("Homographies")
struct HomographyTests {
  static let board: [(x: Double, y: Double)] = [(0, 0), (2, 0), (2, 4), (0, 4)]
  static let seen = [(0.3, 0.2), (0.7, 0.22), (0.9, 0.8), (0.05, 0.75)]
    .map { NormalizedPoint(x: $0.0, y: $0.1) }

  @Test func `four points go to four points, and back`() throws {
    let homography = try #require(Homography(from: Self.seen, to: Self.board))
    for (point, place) in zip(Self.seen, Self.board) {
      let position = try #require(homography.position(of: point))
      #expect(abs(position.x - place.x) < 1e-9 && abs(position.y - place.y) < 1e-9)
      let location = try #require(homography.location(of: place))
      #expect(abs(location.x - point.x) < 1e-9 && abs(location.y - point.y) < 1e-9)
    }
  }

  @Test func `straight lines stay straight: diagonals meet in the board's middle`() throws {
    let homography = try #require(Homography(from: Self.seen, to: Self.board))
    let middle = try #require(homography.location(of: (1, 2)))
    func offLine(_ a: NormalizedPoint, _ b: NormalizedPoint) -> Double {
      (middle.x - a.x) * (b.y - a.y) - (middle.y - a.y) * (b.x - a.x)
    }
    #expect(abs(offLine(Self.seen[0], Self.seen[2])) < 1e-9)
    #expect(abs(offLine(Self.seen[1], Self.seen[3])) < 1e-9)
  }

  @Test func `of more points than needed the errors are averaged`() throws {
    let exact = try #require(Homography(from: Self.seen, to: Self.board))
    var points: [NormalizedPoint] = []
    var places: [(x: Double, y: Double)] = []
    for row in 0...8 {
      for column in 0...4 {
        let place = (x: Double(column) / 2, y: Double(row) / 2)
        points.append(try #require(exact.location(of: place)))
        let sign = Double((row * 5 + column) * 7 % 3 - 1)
        places.append((place.x + 0.02 * sign, place.y - 0.02 * sign))
      }
    }
    let fitted = try #require(Homography(from: points, to: places))
    for (point, place) in zip(Self.seen, Self.board) {
      let position = try #require(fitted.position(of: point))
      #expect(abs(position.x - place.x) < 0.02 && abs(position.y - place.y) < 0.02)
    }
  }

  @Test func `what lies beyond the horizon is nowhere`() throws {
    // Two sides of the board run together at (0.5, 0): the horizon.
    let seen = [(0.4, 0.4), (0.6, 0.4), (0.7, 0.8), (0.3, 0.8)]
      .map { NormalizedPoint(x: $0.0, y: $0.1) }
    let homography = try #require(Homography(from: seen, to: Self.board))
    #expect(homography.position(of: NormalizedPoint(x: 0.5, y: 0.01)) != nil)
    #expect(homography.position(of: NormalizedPoint(x: 0.2, y: -0.01)) == nil)
    #expect(homography.location(of: (1, 100)) == nil)
  }

  @Test(
    "points that determine no homography give nil",
    arguments: [
      ([0, 1, 2], "three"), ([0, 1, 2, 2], "three and one of them again"), ([], "none"),
      ([0, 2, 1, 3], "in an order that no plane has"),
    ] as [([Int], String)])
  func degenerate(order: [Int], why: String) {
    let places = Array(Self.board.prefix(order.count))
    #expect(Homography(from: order.map { Self.seen[$0] }, to: places) == nil, "\(why)")
    #expect(Homography(from: Self.seen, to: Array(Self.board.prefix(3))) == nil)
    let line = (0..<4).map { NormalizedPoint(x: 0.1 * Double($0), y: 0.2 * Double($0)) }
    #expect(Homography(from: line, to: Self.board) == nil)
  }

  @Test func `a point lies on the board, in its hole, or off it`() throws {
    let camera = SimulatedCamera(position: [1, -2, 1.5])
    let board = camera.board()
    func seen(_ x: Double, _ y: Double) -> NormalizedPoint {
      camera.project(CameraPose.world(ofBoard: BoardPoint(x: x, y: y)))
    }
    #expect(board.contains(seen(0.01, 0.01)) && board.contains(seen(0.6, 1.2)))
    #expect(!board.contains(seen(-0.01, 0.3)) && !board.contains(seen(0.3, 1.23)))
    let (x, y) = Gameboard.holeCenter
    #expect(board.holeContains(seen(x + 0.07, y)) && !board.holeContains(seen(x, y + 0.08)))
    let place = try #require(board.position(of: seen(0.2, 0.9)))
    #expect(abs(place.x - 0.2) < 1e-9 && abs(place.y - 0.9) < 1e-9)
  }
}
