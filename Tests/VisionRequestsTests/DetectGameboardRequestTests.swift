import Foundation
import Media
import TestScenes
import Testing
import VisionCore

@testable import VisionRequests

@Suite("Finding boards")
struct DetectGameboardRequestTests {
  /// What is true of a picture, or of a film's first frame.
  struct Truth: Decodable {
    struct Board: Decodable {
      struct Hole: Decodable {
        let center: [Double]
      }

      /// From the far left, clockwise, in pixels.
      let corners: [[Double]]
      let hole: Hole?
    }

    let width: Double
    let height: Double
    let boards: [Board]

    /// - Returns: How far a board's corners and the middle of its hole are from the truth at most, in
    ///   widths of the picture.
    func farthest(_ found: GameboardObservation, from board: Board) -> Double {
      let places = board.corners + (board.hole.map { [$0.center] } ?? [])
      return zip(found.corners.all + [found.hole.center], places).map { found, place in
        let (x, y) = (found.x * width - 0.5 - place[0], found.y * height - 0.5 - place[1])
        return (x * x + y * y).squareRoot() / width
      }.max() ?? .infinity
    }
  }

  static let model = Result { try GameboardModel(threads: 1) }

  @Test(
    "a board is found however the picture is stored",
    arguments: [ImageOrientation.up, .down, .right])
  func sample(orientation: ImageOrientation) async throws {
    let data = try Data(contentsOf: URL(filePath: Sample.filmTruth))
    let truth = try JSONDecoder().decode(Truth.self, from: data)
    let frame = try #require(try VideoReader(path: Sample.film).next()).image
    let request = DetectGameboardRequest(model: try Self.model.get())
    let found = try await request.perform(
      on: frame.stored(as: orientation), orientation: orientation)
    try #require(found.count == 1)
    let farthest = truth.farthest(found[0], from: truth.boards[0])
    #expect(farthest < 0.015, "\(farthest)")
    #expect(found[0].confidence >= request.confidenceThreshold)
  }

  @Test func `a board is sought in the region of interest alone`() async throws {
    let frame = try #require(try VideoReader(path: Sample.film).next()).image
    var request = DetectGameboardRequest(model: try Self.model.get())
    let whole = try #require(try await request.perform(on: frame, orientation: .up).first)
    let middle = whole.corners.all.reduce(into: SIMD2<Double>()) { $0 += SIMD2($1.x, $1.y) / 4 }
    request.regionOfInterest = BoundingBox(
      x: middle.x - 0.25, y: middle.y - 0.3, width: 0.5, height: 0.6)
    let near = try #require(try await request.perform(on: frame, orientation: .up).first)
    for (one, other) in zip(whole.corners.all, near.corners.all) {
      #expect(abs(one.x - other.x) < 0.005 && abs(one.y - other.y) < 0.005)
    }
    request.regionOfInterest =
      middle.x > 0.5
      ? BoundingBox(x: 0, y: 0, width: 0.3, height: 1)
      : BoundingBox(x: 0.7, y: 0, width: 0.3, height: 1)
    #expect(try await request.perform(on: frame, orientation: .up).isEmpty)
  }

  @Test func `where there is no board none is found`() async throws {
    let picture = try ImageReader.read(contentsOf: Sample.picture)
    let request = DetectGameboardRequest(model: try Self.model.get())
    #expect(
      try await request.perform(on: picture.image, orientation: picture.orientation).isEmpty)
  }

  private static let photographs = Sample.shared.appending(path: "data/boards")

  @Test(
    "the board of a photograph is found",
    .enabled(
      if: FileManager.default.fileExists(atPath: photographs.path),
      "needs the photographs of ../shared, or of PLAYFIELD_SHARED"))
  func photograph() async throws {
    let name = "Maxwellcoyle-dev_cornholeboard.jpg"
    let file = Self.photographs.appending(path: name)
    struct Labelled: Decodable {
      let file: String
    }
    let labels = try Data(contentsOf: Self.photographs.appending(path: "labels.json"))
    let index = try #require(
      JSONDecoder().decode([Labelled].self, from: labels).firstIndex { $0.file == name })
    let truth = try JSONDecoder().decode([Truth].self, from: labels)[index]
    let picture = try ImageReader.read(contentsOf: file.path)
    var request = DetectGameboardRequest(model: try Self.model.get())
    request.confidenceThreshold = DetectGameboardRequest.forKnownBoard
    let found = try await request.perform(on: picture.image, orientation: picture.orientation)
    let best = try #require(found.first)
    let farthest = truth.farthest(best, from: truth.boards[0])
    #expect(farthest < 0.015, "\(farthest)")
  }
}
