import Testing
import VisionCore

@testable import SceneReading

@Suite("What speaks for a board")
struct BoardEvidenceTests {
  private static let board = BoardQuadrilateral(
    points: [
      PixelPoint(x: 100, y: 100), PixelPoint(x: 200, y: 100), PixelPoint(x: 200, y: 300),
      PixelPoint(x: 100, y: 300),
    ])
  private static let hole = PixelPoint(x: 150, y: 137.5)
  private static let size = 20000.0.squareRoot()

  /// Answers that put each corner, and the hole, as far from its place as each of `offsets`.
  private static func evidence(
    offsets: [SIMD2<Double>], logits: [Double]? = nil
  ) -> BoardEvidence? {
    BoardEvidence(
      fits: offsets.indices.map { index in
        (
          logits?[index] ?? 5, board.points.map { $0 + offsets[index] },
          hole + offsets[index]
        )
      }, corners: board, edgeSupport: 0.8, holeDarkness: 1)
  }

  @Test func `the starts are evenly spread about the board`() {
    #expect(BoardEvidence.starts.count == 8)
    for corner in 0..<4 {
      let moves = BoardEvidence.starts.map { $0[corner] }
      #expect(Set(moves.map { abs($0.x) }) == [0.03] && Set(moves.map { abs($0.y) }) == [0.03])
      // The first coordinate of all is moved one way alone; every other one as often there as back.
      let sum = moves.reduce(SIMD2(), +)
      #expect(corner == 0 ? abs(sum.y) < 1e-12 : sum.length < 1e-12)
    }
  }

  struct Case: Sendable {
    let reason: String
    let offsets: [SIMD2<Double>]
    /// In pixels.
    let spread: Double
    let away: Double
  }

  static let cases = [
    Case(reason: "all agree with the edges", offsets: [.zero, .zero], spread: 0, away: 0),
    Case(
      reason: "all agree on another place", offsets: [SIMD2(3, 4), SIMD2(3, 4)], spread: 0, away: 5),
    Case(
      reason: "they scatter about the edges", offsets: [SIMD2(6, 0), SIMD2(-6, 0)], spread: 6,
      away: 0),
    Case(
      reason: "they scatter about another place", offsets: [SIMD2(6, 8), SIMD2(-6, 8)], spread: 6,
      away: 8),
  ]

  @Test("spread and distance are separate figures", arguments: cases)
  func spread(of example: Case) throws {
    let evidence = try #require(Self.evidence(offsets: example.offsets))
    #expect(abs(evidence.cornerSpread * Self.size - example.spread) < 1e-9, "\(example.reason)")
    #expect(abs(evidence.holeSpread * Self.size - example.spread) < 1e-9, "\(example.reason)")
    #expect(abs(evidence.distanceFromEdges * Self.size - example.away) < 1e-9, "\(example.reason)")
    let error = (example.spread * example.spread + example.away * example.away).squareRoot()
    #expect(abs(evidence.cornerError * Self.size - error) < 1e-9, "\(example.reason)")
  }

  @Test func `one corner that is off counts by its square`() throws {
    var corners = Self.board.points
    corners[0].x -= 4
    let fits = [Double](repeating: 5, count: 2).map {
      (logit: $0, corners: corners, hole: Self.hole)
    }
    let evidence = try #require(
      BoardEvidence(fits: fits, corners: Self.board, edgeSupport: 0.8, holeDarkness: 1))
    #expect(abs(evidence.distanceFromEdges * Self.size - 1) < 1e-9)
    #expect(abs(evidence.cornerError * Self.size - 2) < 1e-9)
  }

  @Test func `the logits' mean and the lowest of them are kept`() throws {
    let evidence = try #require(
      Self.evidence(offsets: [.zero, .zero, .zero], logits: [6, 0, 3]))
    #expect(evidence.meanLogit == 3 && evidence.lowestLogit == 0)
  }

  @Test func `one answer says nothing of its spread`() {
    #expect(Self.evidence(offsets: [.zero]) == nil)
  }

  @Test func `a board on which all agree is surer than one on which they do not`() throws {
    let sure = try #require(Self.evidence(offsets: [.zero, SIMD2(1, 1)], logits: [6, 7]))
    let unsure = try #require(
      Self.evidence(offsets: [SIMD2(20, 0), SIMD2(-20, 9)], logits: [1, -2]))
    #expect(BoardVerifier.confidence(of: sure) > 0.95)
    #expect(BoardVerifier.confidence(of: unsure) < 0.05)
  }

  @Test func `what is said of a mirror image is turned back`() throws {
    let values: [Float] = [0, 0, 1, 0.1, 1.1, 2, 0, 2.1, 0.4, 0.4, 3]
    let fit = try GameboardFit(Tensor(shape: [1, 11], values: values.span))
    let mirrored = fit.mirrored
    let expected = [SIMD2(0, 0.1), SIMD2(1, 0), SIMD2(1, 2.1), SIMD2(-0.1, 2)]
    for (corner, place) in zip(mirrored.corners, expected) {
      #expect((corner.coordinates - place).length < 1e-6)
    }
    #expect(abs(mirrored.hole.x - 0.6) < 1e-6 && abs(mirrored.hole.y - 0.4) < 1e-6)
    #expect(mirrored.logit == fit.logit)
  }
}
