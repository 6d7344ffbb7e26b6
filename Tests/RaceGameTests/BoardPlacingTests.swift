import Foundation
import PlayfieldMaths
import Testing
import VisionCore

@testable import RaceGame

/// A camera above a table, and a picture it takes.
struct TableView: Sendable, CustomTestStringConvertible {
  /// Of the camera above the table, in board radii.
  let height: Double
  /// By how much it looks down, in degrees.
  let elevation: Double
  let picture: PixelSize

  var testDescription: String {
    "\(height) radii above, \(elevation)°, \(picture.width)x\(picture.height)"
  }

  /// The lens of a telephone.
  var camera: PinholeCamera<EdgeFrame> {
    let center = picture.vector / 2
    return PinholeCamera(focalLength: 0.67 * 2 * center.length, center: EdgePoint(center))
  }

  var up: SIMD3<Double> {
    let angle = elevation * .pi / 180
    return SIMD3(0, -cosine(of: angle), -sine(of: angle))
  }

  /// Six to forty sides of a die above the tops of dice, from nearly level to straight down.
  static let all: [TableView] = [6, 8, 10, 14, 20, 40].flatMap { sides in
    [20, 35, 50, 70, 90].flatMap { elevation in
      [(960, 720), (1280, 720), (720, 1280)].map { width, height in
        TableView(
          height: (sides + 1) / 8, elevation: elevation,
          picture: PixelSize(width: width, height: height))
      }
    }
  }
}

@Suite struct BoardPlacingTests {
  @Test(arguments: TableView.all)
  func `a board is placed where it is seen, and its homography leads back to it`(
    _ view: TableView
  ) throws {
    let pixel = view.camera.center + SIMD2(20, 30)
    let placing = BoardPlacing(
      middle: pixel, up: view.up, height: view.height, camera: view.camera)
    let homography = placing.sight.plane
    let middle = try #require(homography.map(.zero))
    #expect((middle - pixel.coordinates).length < 1e-9)
    let pose = try #require(PlanePose(homography: homography.scaled(3), camera: view.camera))
    #expect((pose.translation - placing.pose.translation).length < 1e-9)
    let (found, expected) = (pose.rotation.rows, placing.pose.rotation.rows)
    #expect((found.0 - expected.0).length + (found.1 - expected.1).length < 1e-9)
    #expect((found.2 - expected.2).length < 1e-9)
    // The board's third axis leads away from the table.
    #expect((placing.pose.rotation * SIMD3(0, 0, 1) - view.up).length < 1e-12)
  }

  @Test(arguments: TableView.all)
  func `a fitted board lies in the picture, with its rim and the tops of all pawns`(
    _ view: TableView
  ) throws {
    let placing = BoardPlacing(
      fitting: view.picture, camera: view.camera, up: view.up, heightAboveDice: view.height * 8 - 1)
    let extent = try #require(placing.sight.extent)
    let (width, height) = (Double(view.picture.width), Double(view.picture.height))
    #expect(min(extent.x, extent.y) > 0)
    #expect(extent.x + extent.width < width)
    #expect(extent.y + extent.height < height)
    #expect(max(extent.width / width, extent.height / height) > 0.47)
    #expect(abs(extent.x + extent.width / 2 - width / 2) < 0.02 * max(width, height))
    #expect(abs(extent.y + extent.height / 2 - height / 2) < 0.02 * max(width, height))
    #expect((placing.pose.rotation * SIMD3(0, 0, 1) - view.up).length < 1e-12)
  }

  @Test(arguments: [
    (6.0, 90.0, true, "straight above dice that are near"),
    (8, 90, true, "not much higher"),
    (11, 90, false, "where its radius is four sides"),
    (20, 90, false, "as high as a tablet on some books"),
    (6, 35, false, "near, but aslant"),
    (40, 20, false, "far away"),
  ])
  func `a board that dice would hide is small`(
    _ height: Double, _ elevation: Double, _ isSmall: Bool, _ reason: String
  ) {
    let view = TableView(
      height: (height + 1) / 8, elevation: elevation, picture: PixelSize(width: 960, height: 720))
    let placing = BoardPlacing(
      fitting: view.picture, camera: view.camera, up: view.up, heightAboveDice: height)
    #expect(placing.isSmall(heightAboveDice: height) == isSmall, "\(reason)")
  }

  @Test func `a board slides over its table, not beyond the horizon`() throws {
    let view = TableView(
      height: 3, elevation: 45, picture: PixelSize(width: 640, height: 480))
    let placing = BoardPlacing(
      middle: EdgePoint(x: 320, y: 260), up: view.up, height: view.height, camera: view.camera)
    let moved = placing.slid(from: EdgePoint(x: 320, y: 260), to: EdgePoint(x: 100, y: 200))
    #expect((try #require(moved.sight.plane.map(.zero)) - SIMD2(100, 200)).length < 1e-9)
    #expect(abs(view.up.dot(moved.pose.translation - placing.pose.translation)) < 1e-12)
    let above = placing.slid(from: EdgePoint(x: 320, y: 260), to: EdgePoint(x: 320, y: -2000))
    #expect(above == placing)
  }

  @Test func `a board that is made larger keeps its middle`() throws {
    let view = TableView(
      height: 3, elevation: 45, picture: PixelSize(width: 640, height: 480))
    let placing = BoardPlacing(
      middle: EdgePoint(x: 300, y: 250), up: view.up, height: view.height, camera: view.camera)
    let larger = placing.resized(by: 1.5)
    #expect((try #require(larger.sight.plane.map(.zero)) - SIMD2(300, 250)).length < 1e-9)
    #expect(abs(larger.pose.translation.length * 1.5 - placing.pose.translation.length) < 1e-9)
  }

  /// What pinhole cameras see, by code that shares none with this: `Tests/Fixtures/make_board_geometry.py`.
  struct Row: Decodable, Sendable, CustomTestStringConvertible {
    let height, elevation, focalShare: Double
    let picture: SIMD2<Int>
    let up: SIMD3<Double>
    let middle, slidTo: SIMD2<Double>
    let points: [SIMD3<Double>]
    let seen, slid: [SIMD2<Double>]

    var testDescription: String { "\(height) radii above, \(elevation)°, \(picture)" }

    var camera: PinholeCamera<EdgeFrame> {
      PinholeCamera(
        focalShare: focalShare, picture: PixelSize(width: picture.x, height: picture.y))
    }

    static let all: [Row] = {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/board-geometry.json")
      return (try? JSONDecoder().decode([Row].self, from: Data(contentsOf: file))) ?? []
    }()
  }

  @Test(arguments: Row.all)
  func `a board, and what stands on it, is seen as a pinhole camera sees it`(_ row: Row) throws {
    let placing = BoardPlacing(
      middle: EdgePoint(row.middle), up: row.up, height: row.height, camera: row.camera)
    let slid = placing.slid(from: EdgePoint(row.middle), to: EdgePoint(row.slidTo))
    // A step up fits the plane, whatever multiple of it is known.
    let again = BoardSight(plane: placing.sight.plane.scaled(2.5), camera: row.camera)
    for (sight, seen) in [
      (placing.sight, row.seen), (slid.sight, row.slid), (try #require(again), row.seen),
    ] {
      for (point, expected) in zip(row.points, seen) {
        let image = sight.plane * SIMD3(point.x, point.y, 1) + sight.up * point.z
        #expect((SIMD2(image.x, image.y) / image.z - expected).length < 1e-6)
      }
    }
  }

  @Test func `there are rows of pinhole cameras`() { #expect(Row.all.count == 90) }

  @Test func `a table is followed around its board, within the picture`() throws {
    let view = TableView(
      height: 3, elevation: 60, picture: PixelSize(width: 960, height: 720))
    let placing = BoardPlacing(
      middle: view.camera.center, up: view.up, height: view.height, camera: view.camera)
    let bounds = try #require(placing.sight.bounds)
    let region = placing.sight.region(in: view.picture)
    #expect(region.intersection(.unit) == region)
    #expect(abs(region.width - min(1, 2.2 * bounds.width / 960)) < 1e-9)
    let aside = placing.slid(from: view.camera.center, to: EdgePoint(x: -3000, y: 360))
    #expect(aside.sight.region(in: view.picture) == .unit)
  }
}
