import Glibc
import PlayfieldMaths
import Testing

@testable import SceneReading
@testable import VisionCore

@Suite("Tracing contours")
struct ContourTracerTests {
  /// A picture of '#' (dark) and '.' (light).
  private static func tracer(_ rows: [String], minimumStep: Float = 0) -> ContourTracer {
    ContourTracer(
      pixels: rows.joined().map { $0 == "#" ? 0 : 255 },
      size: PixelSize(width: rows[0].count, height: rows.count), level: 127.5, isDark: true,
      minimumStep: minimumStep)
  }

  /// The area around which the points run; above 0 where they run counterclockwise on screen.
  private static func signedArea(_ points: [SIMD2<Float>]) -> Double {
    var sum = 0.0
    for (from, to) in zip(points, points.dropFirst() + points.prefix(1)) {
      sum += Double(to.x) * Double(from.y) - Double(from.x) * Double(to.y)
    }
    return sum / 2
  }

  @Test(
    "outlines lie in one another as things do",
    arguments: [
      (["...", "...", "..."], [], "nothing has no outline"),
      (["...", ".#.", "..."], [nil], "a single pixel has one"),
      (["##", "##"], [nil], "the picture's edge closes an outline"),
      ([".....", ".###.", ".#.#.", ".###.", "....."], [nil, 0], "a hole lies in its object"),
      (
        [".......", ".#####.", ".#...#.", ".#.#.#.", ".#...#.", ".#####.", "......."],
        [nil, 0, 1], "an object in a hole lies in the hole"
      ),
      (["#.#.#"], [nil, nil, nil], "objects side by side lie in no other"),
      (
        ["#######", "#.#.#.#", "#######", ".......", "..###.."], [nil, 0, 0, 0, nil],
        "three holes are siblings, and what comes below is in none"
      ),
      (
        ["###.", "#.#.", "###.", "...#"], [nil, 0, nil],
        "objects that meet at a corner are two where the middle is light"
      ),
    ] as [([String], [Int?], String)])
  func nesting(rows: [String], parents: [Int?], reason: String) {
    #expect(Self.tracer(rows).outlines().map(\.parent) == parents, "\(reason)")
  }

  @Test func `objects run counterclockwise, holes clockwise`() {
    let outlines = Self.tracer([".....", ".###.", ".#.#.", ".###.", "....."]).outlines()
    #expect(outlines.map { Self.signedArea($0.points) > 0 } == [true, false])
  }

  @Test func `an outline of soft edges is right to a fiftieth of a pixel`() {
    let size = PixelSize(width: 64, height: 64)
    let center = SIMD2(31.3, 30.8)
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let away = (SIMD2(Double(x), Double(y)) - center).length - 20
        pixels.append(UInt8(max(0, min(255, 127.5 + 60 * away))))
      }
    }
    let outlines = ContourTracer(
      pixels: pixels, size: size, level: 127.5, isDark: true, minimumStep: 0
    ).outlines()
    #expect(outlines.count == 1)
    for point in outlines[0].points {
      #expect(abs((SIMD2<Double>(point) - center).length - 20) < 0.02)
    }
    #expect(abs(Self.signedArea(outlines[0].points) - .pi * 400) < 2)
  }

  @Test func `in any picture outlines are closed, alternate, and run along all edges once`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<200 {
      let size = PixelSize(
        width: Int.random(in: 1...12, using: &random),
        height: Int.random(in: 1...12, using: &random))
      let pixels = (0..<(size.width * size.height)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let outlines = ContourTracer(
        pixels: pixels, size: size, level: 100, isDark: true, minimumStep: 0
      ).outlines()
      var depths: [Int] = []
      for outline in outlines {
        depths.append(outline.parent.map { depths[$0] + 1 } ?? 0)
        #expect((Self.signedArea(outline.points) > 0) == depths.last?.isMultiple(of: 2))
        for (from, to) in zip(outline.points, outline.points.dropFirst() + outline.points.prefix(1))
        {
          #expect((SIMD2<Double>(to) - SIMD2<Double>(from)).length < 1.5)
        }
      }
      // Between how many neighbours brightness passes the level, the picture's outside being light.
      func isDark(_ x: Int, _ y: Int) -> Bool {
        x >= 0 && y >= 0 && x < size.width && y < size.height && pixels[y * size.width + x] < 100
      }
      var edges = 0
      for y in -1..<size.height {
        for x in -1..<size.width {
          if isDark(x, y) != isDark(x + 1, y) { edges += 1 }
          if isDark(x, y) != isDark(x, y + 1) { edges += 1 }
        }
      }
      #expect(outlines.reduce(0) { $0 + $1.points.count } == edges)
    }
  }

  @Test func `faint outlines are left out, and what lies in them moves up`() {
    // A grey square of 100 in white, with a black one in it and a light dot in that.
    let size = PixelSize(width: 9, height: 9)
    let pixels = (0..<81).map { index -> UInt8 in
      let ring = max(abs(index % 9 - 4), abs(index / 9 - 4))
      return [255, 0, 0, 100, 130][ring]
    }
    func parents(_ step: Float) -> [Int?] {
      ContourTracer(pixels: pixels, size: size, level: 110, isDark: true, minimumStep: step)
        .outlines().map(\.parent)
    }
    #expect(parents(0) == [nil, 0])
    #expect(parents(31) == [nil])
  }

  @Test(
    "Otsu's level parts two heaps",
    arguments: [
      ([10, 10, 10, 200, 200], 105.0, "half-way between two values"),
      ([10, 12, 14, 250], 132, "between the nearest two of different heaps"),
      ([7, 7, 7], 127.5, "the middle where all are alike"),
    ] as [([UInt8], Float, String)])
  func otsu(pixels: [UInt8], level: Float, reason: String) {
    #expect(abs(otsuLevel(of: pixels) - level) <= 0.5, "\(reason)")
  }
}

@Suite("Contours")
struct ContourTests {
  private static func contour(_ points: [(Double, Double)], aspectRatio: Double = 2) -> Contour {
    Contour(
      index: 0, parent: nil, points: points.map { NormalizedPoint(x: $0.0, y: $0.1) },
      aspectRatio: aspectRatio)
  }

  @Test func `a polygon keeps its corners alone`() {
    var points: [(Double, Double)] = []
    for step in 0..<50 { points.append((0.2 + 0.01 * Double(step), 0.1)) }
    for step in 0..<50 { points.append((0.7, 0.1 + 0.01 * Double(step))) }
    for step in 0..<50 { points.append((0.7 - 0.01 * Double(step), 0.6)) }
    for step in 0..<50 { points.append((0.2, 0.6 - 0.01 * Double(step))) }
    let polygon = Self.contour(points).polygonApproximation(epsilon: 0.002)
    let corners = [(0.2, 0.1), (0.7, 0.1), (0.7, 0.6), (0.2, 0.6)]
    #expect(polygon.points.count == 4)
    for (point, corner) in zip(polygon.points, corners) {
      #expect(abs(point.x - corner.0) < 1e-9 && abs(point.y - corner.1) < 1e-9)
    }
  }

  @Test func `no point that is left out is farther away than said`() {
    let circle = Self.contour(
      (0..<360).map { step in
        let angle = Double(step) * .pi / 180
        return (0.5 + 0.2 * cos(angle), 0.5 + 0.4 * sin(angle))
      })
    let few = circle.polygonApproximation(epsilon: 0.01)
    #expect((6...20).contains(few.points.count))
    #expect(circle.polygonApproximation(epsilon: 0).points.count > 300)
    for point in circle.points {
      let place = SIMD2(point.x, point.y / 2)
      let near =
        zip(few.points, few.points.dropFirst() + few.points.prefix(1)).map { from, to in
          let (start, along) = (
            SIMD2(from.x, from.y / 2), SIMD2(to.x - from.x, (to.y - from.y) / 2)
          )
          let share = Swift.min(
            Swift.max(((place - start) * along).sum() / (along * along).sum(), 0), 1)
          return (place - start - share * along).length
        }.min() ?? 1
      #expect(near <= 0.01 + 1e-9)
    }
  }

  @Test(
    "contours of few points",
    arguments: [
      ([], 0, "none"), ([(0.5, 0.5)], 1, "one"), ([(0, 0), (1, 1)], 2, "two"),
      ([(0.1, 0.1), (0.1, 0.1), (0.1, 0.1), (0.1, 0.1)], 1, "one place four times"),
    ] as [([(Double, Double)], Int, String)])
  func few(points: [(Double, Double)], count: Int, reason: String) {
    let polygon = Self.contour(points).polygonApproximation(epsilon: 0.01)
    #expect(polygon.points.count == count, "\(reason)")
  }
}
