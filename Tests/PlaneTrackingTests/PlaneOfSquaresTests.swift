import Foundation
import Testing
import VisionCore

@testable import PlaneTracking

/// Squares of a known plane, as a camera that looks down at it sees them.
@Suite("The plane of some squares")
struct PlaneOfSquaresTests {
  private static let camera = PinholeCamera(focalLength: 600, center: EdgePoint(x: 320, y: 240))

  /// A camera that looks down by so many degrees, is rolled by some more and is 20 sides away from the plane's origin.
  struct View: Sendable, CustomTestStringConvertible {
    let elevation: Double
    var roll = 0.0
    let reason: String

    var testDescription: String { reason }
    var up: SIMD3<Double> {
      let (e, r) = (elevation * .pi / 180, roll * .pi / 180)
      return SIMD3(sin(r) * cos(e), -cos(r) * cos(e), -sin(e))
    }
    var height: Double { 20 * sin(elevation * .pi / 180) }

    /// Corners of a square that is so wide, to pixels, and what is seen of them.
    func seen(x: Double, y: Double, turn: Double, side: Double = 1) -> SeenSquare {
      let right = (SIMD3(1, 0, 0) - up.x * up).unit
      let away = up.cross(right)
      let origin = SIMD3<Double>(0, 0, 20)
      func pixel(_ a: Double, _ b: Double) -> EdgePoint {
        let point = origin + a * right + b * away
        return PlaneOfSquaresTests.camera.center
          + PlaneOfSquaresTests.camera.focalLength * SIMD2(point.x, point.y) / point.z
      }
      let half = side * 0.5.squareRoot()
      let corners = (0..<4).map { index in
        let angle = turn + Double(index) * .pi / 2
        return pixel(x + half * cos(angle), y + half * sin(angle))
      }
      let (u, v) = ((corners[0] - corners[2]) / 2, (corners[1] - corners[3]) / 2)
      return SeenSquare(
        middle: pixel(x, y),
        shape: Self.root(
          Symmetric2(
            xx: u.x * u.x + v.x * v.x, xy: u.x * u.y + v.x * v.y, yy: u.y * u.y + v.y * v.y)))
    }

    /// The symmetric root of a symmetric matrix, by Cayley and Hamilton.
    static func root(_ m: Symmetric2) -> Symmetric2 {
      let s = m.determinant.squareRoot()
      let t = (m.xx + m.yy + 2 * s).squareRoot()
      return Symmetric2(xx: (m.xx + s) / t, xy: m.xy / t, yy: (m.yy + s) / t)
    }
  }

  private static let places = [(-4.0, 1.0, 0.3), (2.0, -3.0, 1.1), (5.0, 2.0, 0.7)]

  private static func angle(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    acos(min(1, a.dot(b))) * 180 / .pi
  }

  @Test(
    "is found by three of them",
    arguments: [
      View(elevation: 50, reason: "as a table mostly is seen"),
      View(elevation: 30, reason: "from a low stand"),
      View(elevation: 75, reason: "nearly from above"),
      View(elevation: 88, reason: "from above"),
      View(elevation: 55, roll: 20, reason: "by a camera that is not level"),
    ])
  func threeSquares(view: View) throws {
    let squares = Self.places.map { view.seen(x: $0, y: $1, turn: $2) }
    let plane = try #require(PlaneOfSquares(squares, camera: Self.camera))
    // What is usual of cameras pulls, most where a tilt changes shapes least: from above.
    #expect(Self.angle(plane.up, view.up) < (view.elevation > 80 ? 3 : 1.5))
    #expect(abs(plane.height / view.height - 1) < 0.01)
  }

  @Test func `and where up is known by gravity, by its height alone`() throws {
    let view = View(elevation: 40, roll: -35, reason: "")
    let plane = try #require(
      PlaneOfSquares([view.seen(x: 3, y: 2, turn: 0.2)], camera: Self.camera, knownUp: view.up))
    #expect(plane.up == view.up)
    #expect(abs(plane.height / view.height - 1) < 0.005)
  }

  @Test func `whatever one says that is no square of this size`() throws {
    let view = View(elevation: 50, reason: "")
    var squares = Self.places.map { view.seen(x: $0, y: $1, turn: $2) }
    squares.append(view.seen(x: -1, y: -2, turn: 0.5, side: 1.7))
    let plane = try #require(PlaneOfSquares(squares, camera: Self.camera))
    #expect(Self.angle(plane.up, view.up) < 1.5)
    #expect(abs(plane.height / view.height - 1) < 0.02)
  }

  @Test("and whatever is seen above its horizon", arguments: [false, true])
  func aboveTheHorizon(isUpKnown: Bool) throws {
    let view = View(elevation: 32, reason: "")
    var squares = Self.places.map { view.seen(x: $0, y: $1, turn: $2) }
    squares.append(
      SeenSquare(middle: EdgePoint(x: 300, y: -240), shape: Symmetric2(xx: 20, xy: 0, yy: 20)))
    let plane = try #require(
      PlaneOfSquares(squares, camera: Self.camera, knownUp: isUpKnown ? view.up : nil))
    #expect(Self.angle(plane.up, view.up) < 1.5)
    #expect(abs(plane.height / view.height - 1) < 0.02)
  }

  @Test func `is found by one of them alone, which leans as tables mostly do`() throws {
    let view = View(elevation: 50, reason: "")
    let plane = try #require(
      PlaneOfSquares([view.seen(x: 0, y: 0, turn: 0.4)], camera: Self.camera))
    #expect(Self.angle(plane.up, view.up) < 2)
    #expect(abs(plane.height / view.height - 1) < 0.02)
  }

  @Test func `is unknown without any`() {
    #expect(PlaneOfSquares([], camera: Self.camera) == nil)
    #expect(PlaneOfSquares([], camera: Self.camera, knownUp: SIMD3(0, 0, -1)) == nil)
  }

  @Test func `is unknown where up is known to be away from the camera`() {
    let square = View(elevation: 50, reason: "").seen(x: 0, y: 0, turn: 0)
    #expect(PlaneOfSquares([square], camera: Self.camera, knownUp: SIMD3(0, 0, 1)) == nil)
  }
}
