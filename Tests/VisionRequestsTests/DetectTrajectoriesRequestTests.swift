import Foundation
import Media
import TestScenes
import Testing
import VisionCore

@testable import VisionRequests

/// Discs thrown before a photograph of a table.
@Suite("Detecting trajectories")
struct DetectTrajectoriesRequestTests {
  /// A part of the sample picture, 480 x 270 pixels.
  private static let background = Result {
    try ImageReader.read(contentsOf: Sample.picture).image.part(
      x: 300, y: 300, width: 480, height: 270)
  }

  private struct Ball {
    var radius = 0.015
    /// When it is thrown, in seconds.
    var start = 0.5
    var x = 0.15
    var vx = 0.7

    /// The centre, in widths of the picture.
    func place(at time: Double) -> (x: Double, y: Double)? {
      let t = time - start
      guard (0...0.8).contains(t) else { return nil }
      return (x + vx * t, 0.35 - 0.75 * t + 0.9 * t * t)
    }
  }

  private func frames(
    _ balls: [Ball], seconds: Double = 1.8, repeating: Int = 1
  ) throws -> [(image: RGBImage, time: Double)] {
    let background = try Self.background.get()
    return (0..<Int(seconds * 30)).flatMap { index in
      var image = background
      for ball in balls {
        guard let (x, y) = ball.place(at: Double(index) / 30) else { continue }
        let width = Double(image.width)
        image.fillDisc(x: x * width, y: y * width, radius: ball.radius * width)
      }
      image.addNoise(seed: UInt64(index))
      return (0..<repeating).map { (image, (Double(index) + Double($0) / Double(repeating)) / 30) }
    }
  }

  private func paths(
    in frames: [(image: RGBImage, time: Double)], orientation: ImageOrientation = .up,
    _ parameters: DetectTrajectoriesRequest.Parameters = .init()
  ) throws -> [TrajectoryObservation] {
    var request = DetectTrajectoriesRequest(parameters)
    var ended: [TrajectoryObservation] = []
    for (image, time) in frames {
      let stored = orientation == .up ? image : image.stored(as: orientation)
      ended += try request.perform(on: stored, orientation: orientation, at: time)
        .filter(\.isFinished)
    }
    return ended + request.finish()
  }

  @Test func `a ball is found in every frame of its flight`() throws {
    let ball = Ball()
    let found = try paths(in: frames([ball]))
    try #require(found.count == 1)
    let seen = Set(found[0].points.map(\.frame))
    #expect((15...39).filter { seen.contains($0) }.count >= 23)
    for point in found[0].points {
      let (x, y) = try #require(ball.place(at: point.time))
      #expect(abs(point.location.x - x) < 0.005)
      #expect(abs(point.location.y - y * 480 / 270) < 0.01)
      #expect(abs(point.radius - 0.015) < 0.004)
    }
  }

  @Test(
    "only objects between the least and the largest radius count",
    arguments: [(0.003...0.07, 2), (0.012...0.07, 1), (0.003...0.012, 1), (0.03...0.07, 0)])
  func radii(allowed: ClosedRange<Double>, expected: Int) throws {
    var parameters = DetectTrajectoriesRequest.Parameters()
    parameters.objectMinimumNormalizedRadius = allowed.lowerBound
    parameters.objectMaximumNormalizedRadius = allowed.upperBound
    let small = Ball(radius: 0.009, start: 0.6, x: 0.85, vx: -0.7)
    let found = try paths(in: frames([Ball(radius: 0.018), small]), parameters)
    #expect(found.count == expected)
  }

  @Test(
    "only objects in the region of interest count",
    arguments: [
      (BoundingBox(x: 0, y: 0, width: 1, height: 1), 1),
      (BoundingBox(x: 0, y: 0.7, width: 1, height: 0.3), 0),
    ])
  func region(_ region: BoundingBox, expected: Int) throws {
    var parameters = DetectTrajectoriesRequest.Parameters()
    parameters.regionOfInterest = region
    #expect(try paths(in: frames([Ball()]), parameters).count == expected)
  }

  @Test func `a trajectory longer than the flight is not reported`() throws {
    var parameters = DetectTrajectoriesRequest.Parameters()
    parameters.trajectoryLength = 40
    #expect(try paths(in: frames([Ball()]), parameters).isEmpty)
  }

  @Test func `a recording that shows every picture twice reports the flight once`() throws {
    let found = try paths(in: frames([Ball()], repeating: 2))
    try #require(found.count == 1)
    let seen = found[0].points.map(\.frame)
    #expect(seen.count >= 46 && Set(seen).count == seen.count && seen == seen.sorted())
  }

  @Test func `frames closer than the spacing are left out`() throws {
    var parameters = DetectTrajectoriesRequest.Parameters()
    parameters.frameAnalysisSpacing = 1.0 / 15
    let found = try paths(in: frames([Ball()]), parameters)
    try #require(found.count == 1)
    #expect((11...13).contains(found[0].points.count))
  }

  @Test("a film on its side is looked at upright", arguments: [ImageOrientation.right, .down])
  func orientation(_ orientation: ImageOrientation) throws {
    let found = try paths(in: frames([Ball()]), orientation: orientation)
    try #require(found.count == 1)
    #expect(found[0].points.count >= 23)
  }

  @Test func `a picture that stands still shows no throw`() throws {
    #expect(try paths(in: frames([])).isEmpty)
  }

  /// Where the camera looks in a frame, in pixels from where it looked in the first one.
  private enum Hand: CaseIterable {
    case pans, shakes

    func shift(_ index: Int) -> (x: Int, y: Int) {
      switch self {
      case .pans: (2 * index, 0)
      case .shakes:
        (
          Int((6 * sin(Double(index) * 0.7) - 6 * sin(0)).rounded()),
          Int((5 * sin(Double(index) * 0.45)).rounded())
        )
      }
    }
  }

  /// What a camera that moves sees of a wide picture in which a ball flies.
  private func frames(_ hand: Hand?, _ ball: Ball?) throws -> [(image: RGBImage, time: Double)] {
    let wide = try ImageReader.read(contentsOf: Sample.picture).image
    return (0..<54).map { index in
      let (x, y) = hand?.shift(index) ?? (0, 0)
      var image = wide.part(x: 300 + x, y: 300 + y, width: 480, height: 270)
      if let (ballX, ballY) = ball?.place(at: Double(index) / 30) {
        image.fillDisc(
          x: ballX * 480 - Double(x), y: ballY * 480 - Double(y), radius: 0.015 * 480)
      }
      image.addNoise(seed: UInt64(index))
      return (image, Double(index) / 30)
    }
  }

  @Test("a ball is found before a camera that moves", arguments: Hand.allCases)
  private func movingCamera(hand: Hand) throws {
    let ball = Ball()
    let found = try paths(in: frames(hand, ball))
    try #require(found.count == 1)
    #expect(found[0].points.count >= 20)
    for point in found[0].points {
      let (x, y) = try #require(ball.place(at: point.time))
      let shift = hand.shift(point.frame)
      // As it was in the first frame, and where it was filmed.
      #expect(abs(point.steadyLocation.x - x) < 0.008)
      #expect(abs(point.steadyLocation.y - y * 480 / 270) < 0.015)
      #expect(abs(point.location.x - (x - Double(shift.x) / 480)) < 0.008)
      #expect(abs(point.location.y - (y * 480 - Double(shift.y)) / 270) < 0.015)
    }
  }

  @Test(
    "frames that show nothing do not end what flies before a camera that moves", arguments: [1, 3])
  func cameraFoundAgain(blankFrames: Int) throws {
    var request = DetectTrajectoriesRequest()
    var ended: [TrajectoryObservation] = []
    let blank = RGBImage(
      width: 480, height: 270, pixels: [UInt8](repeating: 16, count: 3 * 480 * 270))
    for (index, (image, time)) in try frames(Hand.pans, Ball()).enumerated() {
      let isBlank = (30..<30 + blankFrames).contains(index)
      ended += try request.perform(on: isBlank ? blank : image, orientation: .up, at: time)
        .filter(\.isFinished)
      let isLost = request.isCameraLost
      #expect(!isLost)
    }
    ended += request.finish()
    let frames = Set(ended.flatMap(\.points).map(\.frame))
    #expect(frames.contains { $0 < 30 } && frames.contains { $0 > 30 + blankFrames }, "\(frames)")
  }

  @Test func `one flight is found where a camera that moves shows one picture in six again`() throws
  {
    let ball = Ball()
    var shown = try frames(Hand.pans, ball)
    let repeated = stride(from: 5, to: shown.count, by: 6)
    for index in repeated { shown[index].image = shown[index - 1].image }
    let found = try paths(in: shown)
    try #require(found.count == 1)
    #expect(found[0].points.count >= 20)
    for point in found[0].points {
      // Where it is in the picture that is shown.
      let frame = repeated.contains(point.frame) ? point.frame - 1 : point.frame
      let (x, y) = try #require(ball.place(at: Double(frame) / 30))
      #expect(abs(point.location.x - (x - Double(Hand.pans.shift(frame).x) / 480)) < 0.008)
      #expect(abs(point.location.y - y * 480 / 270) < 0.015)
    }
  }

  @Test(
    "a camera that moves before a table on which nothing flies shows no throw",
    arguments: Hand.allCases)
  private func movingCameraAlone(hand: Hand) throws {
    #expect(try paths(in: frames(hand, nil)).isEmpty)
  }

  @Test func `a camera that stands leaves the points as they are`() throws {
    let found = try paths(in: frames([Ball()]))
    #expect(found.flatMap(\.points).allSatisfy { $0.steadyLocation == $0.location })
  }

  @Test func `a picture of something else loses the camera, and ends what flew`() throws {
    var request = DetectTrajectoriesRequest()
    let frames = try frames(nil, Ball())
    var (ended, losses): ([TrajectoryObservation], [Int]) = ([], [])
    for (index, (image, time)) in frames.enumerated() {
      var shown = image
      if index >= 32 {  // In the middle of the flight.
        let squares = (0..<(480 * 270)).map { ($0 % 480 / 15 + $0 / 480 / 15) % 2 == 0 }
        shown = RGBImage(
          width: 480, height: 270,
          pixels: squares.flatMap { [UInt8](repeating: $0 ? 200 : 40, count: 3) })
        shown.addNoise(seed: UInt64(index))
      }
      ended += try request.perform(on: shown, orientation: .up, at: time).filter(\.isFinished)
      if request.isCameraLost { losses.append(index) }
    }
    // Five more frames might have shown the scene again.
    #expect(losses == [37])
    #expect(ended.first?.points.last.map { $0.frame <= 31 } == true)
  }

  @Test func `a frame of another size is refused`() throws {
    var request = DetectTrajectoriesRequest()
    let image = try Self.background.get()
    _ = try request.perform(on: image, orientation: .up, at: 0)
    #expect(throws: VisionError.self) {
      try request.perform(
        on: image.part(x: 0, y: 0, width: 100, height: 100), orientation: .up, at: 1)
    }
  }
}
