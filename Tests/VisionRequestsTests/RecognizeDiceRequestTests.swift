import Foundation
import Inference
import Media
import TestScenes
import Testing
import VisionCore
import VisionRequests

@Suite("Recognizing dice")
struct RecognizeDiceRequestTests {
  /// Two spots, each one cell of a live look.
  private static let picture = RGBImage(
    width: 640, height: 480,
    spots: [
      Spot(value: .three, x: 480, y: 64, side: 16), Spot(value: .one, x: 32, y: 320, side: 16),
    ])
  private static let boxes = [
    BoundingBox(x: 24.0 / 640, y: 312.0 / 480, width: 32.0 / 640, height: 32.0 / 480),
    BoundingBox(x: 472.0 / 640, y: 56.0 / 480, width: 32.0 / 640, height: 32.0 / 480),
  ]

  private static func request(_ search: RecognizeDiceRequest.Search) throws -> RecognizeDiceRequest
  {
    var request = RecognizeDiceRequest(model: try .spots())
    request.search = search
    return request
  }

  @Test(
    "each stored form of an upright picture gives the same dice",
    arguments: ImageOrientation.allCases)
  func orientations(orientation: ImageOrientation) async throws {
    let dice = try await Self.request(.live).perform(
      on: Self.picture.stored(as: orientation), orientation: orientation)
    #expect(dice.map(\.label) == [.one, .three])
    for (die, box) in zip(dice, Self.boxes) {
      #expect(die.boundingBox.intersectionOverUnion(box) > 0.9999)
    }
  }

  @Test func `a picture taken for upright that is not gives other places`() async throws {
    let dice = try await Self.request(.live).perform(
      on: Self.picture.stored(as: .down), orientation: .up)
    #expect(dice.map(\.label) == [.three, .one])
  }

  @Test func `a die that several looks see is one die`() async throws {
    let dice = try await Self.request(.live).perform(on: Self.picture, orientation: .up)
    let closer = try await Self.request(.thorough).perform(on: Self.picture, orientation: .up)
    #expect(dice.count == 2)
    #expect(closer.map(\.label) == [.one, .three])
  }

  @Test func `small dice are found by a thorough search only`() async throws {
    let tiny = RGBImage(
      width: 1280, height: 960, spots: [Spot(value: .two, x: 640, y: 480, side: 8)])
    #expect(try await Self.request(.live).perform(on: tiny, orientation: .up).isEmpty)
    let dice = try await Self.request(.thorough).perform(on: tiny, orientation: .up)
    #expect(dice.map(\.label) == [.two])
  }

  @Test(
    "a region of interest is of the upright picture; boxes stay those of the whole picture",
    arguments: [ImageOrientation.up, .right, .left, .downMirrored])
  func regionOfInterest(orientation: ImageOrientation) async throws {
    var request = try Self.request(.live)
    request.regionOfInterest = BoundingBox(x: 0, y: 0.5, width: 0.5, height: 0.5)
    let dice = try await request.perform(
      on: Self.picture.stored(as: orientation), orientation: orientation)
    let centers = dice.map(\.boundingBox.center)
    #expect(!dice.isEmpty && dice.allSatisfy { $0.label == .one })
    #expect(centers.allSatisfy { abs($0.x - 40.0 / 640) < 0.03 && abs($0.y - 328.0 / 480) < 0.03 })
  }

  @Test func `a region outside the picture shows no dice`() async throws {
    var request = try Self.request(.thorough)
    request.regionOfInterest = BoundingBox(x: 2, y: 2, width: 1, height: 1)
    #expect(try await request.perform(on: Self.picture, orientation: .up).isEmpty)
  }

  @Test func `a picture of one pixel has no dice`() async throws {
    let dot = RGBImage(width: 1, height: 1, pixels: [9, 9, 9])
    for search in RecognizeDiceRequest.Search.allCases {
      #expect(try await Self.request(search).perform(on: dot, orientation: .left).isEmpty)
    }
  }

  @Test(
    "the portrait network is the file beside the dice network",
    arguments: [
      // The model that is named, the precision, and the portrait network's file.
      ("mine.onnx", Precision.f32, "mine-portrait.onnx"),
      ("mine.onnx", .int8, "mine-portrait-int8.onnx"),
      ("mine-int8.onnx", .int8, "mine-portrait-int8.onnx"),
    ])
  func portraitNetwork(name: String, precision: Precision, portrait: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for copy in ["mine.onnx", "mine-int8.onnx"] {
      try FileManager.default.copyItem(at: DiceModel.spotsFile, to: folder.appending(path: copy))
    }
    func read() async throws -> [DieValue] {
      let model = try DiceModel(path: folder.appending(path: name).path, precision: precision)
      return try await RecognizeDiceRequest(model: model)
        .perform(on: Self.picture, orientation: .up).map(\.label)
    }
    #expect(try await read() == [.one, .three])
    // A network that finds dice is not one for portraits: that it is asked shows in its answer.
    try FileManager.default.copyItem(at: DiceModel.spotsFile, to: folder.appending(path: portrait))
    let refusal = VisionError.unexpectedShape(
      tensor: "values", expected: [1, 7, 4, 4], actual: [1, 10, 8, 8])
    await #expect(throws: refusal) { try await read() }
  }

  @Test(
    "a die of our own picture is read however much of the view it fills",
    arguments: [0.3, 0.4, 0.5, 0.6, 0.8, 1])
  func closeUp(share: Double) async throws {
    let image = try ImageReader.read(contentsOf: Sample.picture).image
    // The tops of a two and a one.
    for (value, x, y, width) in [
      (DieValue.two, 1031, 454, 177), (.one, 758, 532, 182),
    ] {
      let side = Int(Double(width) / share)
      let part = image.part(x: x - side / 2, y: y - side / 2, width: side, height: side)
      let request = RecognizeDiceRequest(model: try DiceModel())
      let dice = try await request.perform(on: part, orientation: .up)
      let inMiddle = dice.filter { $0.boundingBox.contains(NormalizedPoint(x: 0.5, y: 0.5)) }
      #expect(inMiddle.map(\.label) == [value])
      // In film what is read is not looked at again.
      guard share >= 0.6 else { continue }
      var tracking = TrackDiceRequest(model: try DiceModel())
      var read: [[DieValue]] = []
      for _ in 0..<8 {
        read.append(try await tracking.perform(on: part, orientation: .up).map(\.label))
      }
      #expect(read.last == [value], "\(read)")
    }
  }

  @Test func `a missing model is reported at once`() {
    #expect(throws: VisionError.inference(.modelNotFound(path: "/nowhere/dice.onnx"))) {
      try DiceModel(path: "/nowhere/dice.onnx")
    }
  }
}
