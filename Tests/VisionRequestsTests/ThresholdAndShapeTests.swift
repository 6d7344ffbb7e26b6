import Testing
import VisionCore

@testable import VisionRequests

/// A request for one picture, or the frame of a film.
enum DiceReader: CaseIterable {
  case still, frame

  /// Reads a picture; a film shows it some times.
  func read(
    _ image: RGBImage, confidence: Float = 0.2, iou: Double = 0.3,
    cropAndScale: CropAndScale = .scaleToFit
  ) async throws -> [DieObservation] {
    switch self {
    case .still:
      var request = RecognizeDiceRequest(model: try .spots())
      request.search = .live
      (request.confidenceThreshold, request.iouThreshold) = (confidence, iou)
      request.cropAndScale = cropAndScale
      return try await request.perform(on: image, orientation: .up)
    case .frame:
      var request = TrackDiceRequest(
        model: try .spots(), confidenceThreshold: confidence, iouThreshold: iou,
        cropAndScale: cropAndScale)
      for _ in 0..<2 { _ = try await request.perform(on: image, orientation: .up) }
      return try await request.perform(on: image, orientation: .up)
    }
  }
}

extension RGBImage {
  /// The same with paler spots, of which the network is less sure.
  fileprivate var faded: RGBImage {
    RGBImage(width: width, height: height, pixels: pixels.map { $0 == 0 ? 60 : $0 })
  }
}

@Suite("Thresholds and shapes of stills and frames")
struct ThresholdAndShapeTests {
  /// Neighbouring cells, whose boxes share a third.
  private static let pair = RGBImage(
    width: 320, height: 240,
    spots: [
      Spot(value: .one, x: 160, y: 120, side: 8), Spot(value: .two, x: 168, y: 120, side: 8),
    ])
  /// One in the middle of a wide picture, one at its side.
  private static let wide = RGBImage(
    width: 1280, height: 480,
    spots: [
      Spot(value: .one, x: 64, y: 208, side: 64), Spot(value: .two, x: 608, y: 208, side: 64),
    ])

  @Test("the thresholds are the request's own", arguments: DiceReader.allCases)
  func thresholds(reader: DiceReader) async throws {
    let pair = Self.pair.faded
    let apart = try await reader.read(pair, iou: 0.3).count
    #expect(apart > 0)
    #expect(try await reader.read(pair, iou: 0.4).count > apart)
    #expect(try await reader.read(pair, confidence: 0.9999, iou: 0.4).isEmpty)
    #expect(try await reader.read(pair, confidence: 0, iou: 0.3).count > apart)
  }

  @Test(
    "a threshold outside of 0 to 1 is an error",
    arguments: DiceReader.allCases,
    [(-0.1, 0.3, -0.1), (1.5, 0.3, 1.5), (0.25, 2, 2)]
      as [(Float, Double, Double)])
  func outside(reader: DiceReader, row: (Float, Double, Double)) async throws {
    await #expect {
      try await reader.read(Self.pair, confidence: row.0, iou: row.1)
    } throws: { error in
      guard case .thresholdOutOfRange(let given) = error as? VisionError else { return false }
      return abs(given - row.2) < 1e-6
    }
  }

  @Test(
    "boxes are those of the whole picture in each of the three shapes",
    arguments: DiceReader.allCases,
    [
      (.scaleToFit, [.one, .two]), (.scaleToFill, [.one, .two]), (.centerCrop, [.two]),
    ] as [(CropAndScale, Set<DieValue>)])
  func shapes(reader: DiceReader, row: (CropAndScale, Set<DieValue>)) async throws {
    let dice = try await reader.read(Self.wide, cropAndScale: row.0)
    #expect(Set(dice.map(\.label)) == row.1)
    for die in dice {
      let x = die.label == .one ? 96.0 / 1280 : 640.0 / 1280
      #expect(abs(die.boundingBox.center.x - x) < 0.04, "\(die)")
      #expect(abs(die.boundingBox.center.y - 0.5) < 0.08, "\(die)")
    }
  }

  @Test func `a threshold may change from frame to frame, and what it hid is there at once again`()
    async throws
  {
    var request = TrackDiceRequest(model: try .spots())
    // Small dice, which are read in close looks: those continue while they are hidden.
    let frame = RGBImage(
      width: 1280, height: 720,
      spots: [
        Spot(value: .one, x: 400, y: 320, side: 48), Spot(value: .two, x: 768, y: 360, side: 48),
      ]
    ).faded
    for _ in 0..<6 { _ = try await request.perform(on: frame, orientation: .up) }
    let before = Set(try await request.perform(on: frame, orientation: .up).map(\.label))
    request.confidenceThreshold = 0.9999
    for _ in 0..<25 {
      #expect(try await request.perform(on: frame, orientation: .up).isEmpty)
    }
    request.confidenceThreshold = 0.2
    let after = Set(try await request.perform(on: frame, orientation: .up).map(\.label))
    #expect(before == [.one, .two] && after == before, "\(before) \(after)")
    request.iouThreshold = 1.5
    await #expect(throws: VisionError.thresholdOutOfRange(1.5)) {
      try await request.perform(on: frame, orientation: .up)
    }
  }
}
