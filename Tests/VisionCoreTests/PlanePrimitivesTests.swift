import Testing

@testable import VisionCore

/// Masks, colours and warps, compared with the simplest thing that works.
@Suite("Planes")
struct PlanePrimitivesTests {
  /// Bytes that look random and are the same in each run.
  private static func noise(_ count: Int, seed: UInt64 = 7) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
  }

  private static func mask(_ width: Int, _ height: Int, share: UInt8, seed: UInt64 = 7) -> BytePlane
  {
    BytePlane(
      size: PixelSize(width: width, height: height),
      bytes: noise(width * height, seed: seed).map { $0 < share ? 255 : 0 })
  }

  /// What a pixel and its eight neighbours are combined to, of those that there are.
  private static func filtered(
    _ plane: BytePlane, _ operation: (UInt8, UInt8) -> UInt8
  ) -> [UInt8] {
    let (width, height) = (plane.size.width, plane.size.height)
    return (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      var result = plane[x, y]
      for row in max(0, y - 1)...min(height - 1, y + 1) {
        for column in max(0, x - 1)...min(width - 1, x + 1) {
          result = operation(result, plane[column, row])
        }
      }
      return result
    }
  }

  static let sizes = [(1, 1), (3, 2), (16, 5), (17, 4), (33, 9), (40, 1), (1, 7)]

  @Test("minima and maxima of neighbours, whatever the row's length", arguments: sizes)
  func morphology(width: Int, height: Int) {
    let plane = BytePlane(
      size: PixelSize(width: width, height: height), bytes: Self.noise(width * height))
    #expect(plane.eroded.bytes == Self.filtered(plane, min))
    #expect(plane.dilated.bytes == Self.filtered(plane, max))
    #expect(plane.opened == plane.eroded.dilated)
    #expect(plane.closed == plane.dilated.eroded)
  }

  @Test("levels above another, and how many", arguments: sizes)
  func above(width: Int, height: Int) {
    let plane = BytePlane(
      size: PixelSize(width: width, height: height), bytes: Self.noise(width * height))
    for level in [0, 12, 200, 255] as [UInt8] {
      let mask = plane.above(level)
      #expect(mask.bytes == plane.bytes.map { $0 > level ? 255 : 0 })
      #expect(mask.filledCount == plane.bytes.count { $0 > level })
    }
  }

  /// Parts by filling from each pixel.
  private static func filledParts(of mask: BytePlane) -> [[Int]] {
    let (width, height) = (mask.size.width, mask.size.height)
    var (isSeen, parts) = (Set<Int>(), [[Int]]())
    for start in 0..<width * height where mask.bytes[start] != 0 && !isSeen.contains(start) {
      var (part, open) = ([Int](), [start])
      isSeen.insert(start)
      while let index = open.popLast() {
        part.append(index)
        let (x, y) = (index % width, index / width)
        for row in max(0, y - 1)...min(height - 1, y + 1) {
          for column in max(0, x - 1)...min(width - 1, x + 1) {
            let next = row * width + column
            if mask.bytes[next] != 0, isSeen.insert(next).inserted { open.append(next) }
          }
        }
      }
      parts.append(part.sorted())
    }
    return parts
  }

  @Test(
    "parts hang together, also by corners",
    arguments: [(40, 30, 30), (40, 30, 90), (33, 20, 140), (64, 3, 200), (5, 5, 0), (7, 7, 255)])
  func parts(width: Int, height: Int, share: Int) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let mask = Self.mask(width, height, share: UInt8(share), seed: seed)
      let (found, expected) = (ConnectedParts(of: mask), Self.filledParts(of: mask))
      #expect(found.parts.count == expected.count)
      for (number, pixels) in expected.enumerated() {
        let part = found.parts[number]
        #expect(part.area == pixels.count)
        let (columns, rows) = (pixels.map { $0 % width }, pixels.map { $0 / width })
        #expect(part.box.x == columns.min() && part.box.y == rows.min())
        #expect(part.box.x + part.box.width - 1 == columns.max())
        #expect(part.box.y + part.box.height - 1 == rows.max())
        #expect(abs(part.center.x - Double(columns.reduce(0, +)) / Double(pixels.count)) < 1e-9)
        let own = found.runs.filter { $0.part == number }
          .flatMap { run in run.columns.map { run.row * width + $0 } }
        #expect(own == pixels)
      }
    }
  }

  @Test("a stored picture stands upright", arguments: ImageOrientation.allCases)
  func upright(orientation: ImageOrientation) {
    let stored = PixelSize(width: 5, height: 3)
    let pixels = Self.noise(45)
    let planes = ColorPlanes(
      RGBImage(width: 5, height: 3, pixels: pixels), orientation: orientation)
    let size = orientation.uprightSize(of: stored)
    #expect(planes.size == size)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let there = orientation.storedRegion(
          of: PixelRect(x: x, y: y, width: 1, height: 1), in: size)
        for channel in 0..<3 {
          let byte = planes.bytes[channel * 15 + y * size.width + x]
          #expect(byte == pixels[3 * (there.y * 5 + there.x) + channel])
        }
      }
    }
  }

  @Test
  func
    `brightness weighs colours as BT.601, and pictures differ by their colour that differs most`()
  {
    let size = PixelSize(width: 19, height: 2)
    let (a, b) = (
      ColorPlanes(size: size, bytes: Self.noise(114)),
      ColorPlanes(size: size, bytes: Self.noise(114, seed: 9))
    )
    let (luma, difference) = (a.luma, a.maximumDifference(to: b))
    for index in 0..<38 {
      let colors = (0..<3).map { Double(a.bytes[$0 * 38 + index]) }
      let expected = 0.299 * colors[0] + 0.587 * colors[1] + 0.114 * colors[2]
      #expect(abs(Double(luma.bytes[index]) - expected) <= 0.51)
      let most = (0..<3).map { abs(Int(a.bytes[$0 * 38 + index]) - Int(b.bytes[$0 * 38 + index])) }
      #expect(Int(difference.bytes[index]) == most.max())
    }
  }

  @Test("a slope is eight times the change from pixel to pixel")
  func slope() {
    let size = PixelSize(width: 9, height: 7)
    let ramp = BytePlane(size: size, bytes: Self.ramp(size, across: 5, down: 3))
    let slopes = ramp.slopes
    #expect(slopes[3 * 9 + 4] == 8 * (5 + 3))
    // In a mirror the slope across an edge is 0.
    #expect(slopes[3 * 9] == 8 * 3)
    #expect(slopes[6 * 9 + 8] == 0)
    #expect(slopes[4] == 8 * 5)
  }

  @Test("slopes are those of Sobel's operator, whatever the size", arguments: sizes)
  func slopes(width: Int, height: Int) {
    let plane = BytePlane(
      size: PixelSize(width: width, height: height), bytes: Self.noise(width * height))
    func mirrored(_ place: Int, _ length: Int) -> Int {
      guard length > 1 else { return 0 }
      return place < 0 ? 1 : place >= length ? length - 2 : place
    }
    let expected = (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      var (across, down) = (0, 0)
      for (offset, weight) in [(-1, 1), (0, 2), (1, 1)] {
        func level(_ x: Int, _ y: Int) -> Int {
          Int(plane[mirrored(x, width), mirrored(y, height)])
        }
        across += weight * (level(x + 1, y + offset) - level(x - 1, y + offset))
        down += weight * (level(x + offset, y + 1) - level(x + offset, y - 1))
      }
      return UInt16(abs(across) + abs(down))
    }
    #expect(plane.slopes == expected)
  }

  @Test("some rows' minima and maxima are those of the whole", arguments: sizes)
  func someRows(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let picture = ColorPlanes(size: size, bytes: Self.noise(3 * width * height))
    let blank = ColorPlanes(size: size, bytes: [UInt8](repeating: 7, count: 3 * width * height))
    let rows = height / 3..<max(height / 3, height - height / 4)
    var (low, high) = (blank, blank)
    low.erode(picture, rows: rows)
    high.dilate(picture, rows: rows)
    for index in 0..<3 * width * height {
      let isRefiltered = rows.contains(index / width % height)
      #expect(low.bytes[index] == (isRefiltered ? picture.eroded.bytes[index] : 7))
      #expect(high.bytes[index] == (isRefiltered ? picture.dilated.bytes[index] : 7))
    }
    var mask = BytePlane(size: size, repeating: 0)
    #expect(mask.filledRows.isEmpty)
    mask.bytes[rows.lowerBound * width] = 255
    mask.bytes[(height - 1) * width] = 1
    #expect(mask.filledRows == rows.lowerBound..<height)
  }

  private static func ramp(_ size: PixelSize, across: Int, down: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { bytes.append(UInt8(x * across + y * down)) }
    }
    return bytes
  }

  private static func movement(_ x: Double, _ y: Double) -> Matrix3 {
    Matrix3(SIMD3(1, 0, x), SIMD3(0, 1, y), SIMD3(0, 0, 1))
  }

  @Test(
    "a warp by whole pixels moves bytes as they are",
    arguments: [Interpolation.nearest, .linear, .cubic])
  func wholePixels(interpolation: Interpolation) {
    let size = PixelSize(width: 21, height: 13)
    let picture = ColorPlanes(size: size, bytes: Self.noise(3 * 273))
    #expect(picture.warped(by: .identity, interpolation) == picture)
    let moved = picture.warped(by: Self.movement(4, -2), interpolation)
    for plane in 0..<3 {
      for y in 0..<13 {
        for x in 0..<21 {
          let isThere = x >= 4 && y + 2 < 13
          let expected = isThere ? picture.bytes[plane * 273 + (y + 2) * 21 + x - 4] : 0
          #expect(moved.bytes[plane * 273 + y * 21 + x] == expected)
        }
      }
    }
  }

  @Test func `between pixels a ramp stays a ramp`() {
    let size = PixelSize(width: 24, height: 16)
    let ramp = BytePlane(size: size, bytes: Self.ramp(size, across: 8, down: 2))
    for interpolation in [Interpolation.linear, .cubic] {
      let moved = ramp.warped(by: Self.movement(0.5, 0.25), interpolation)
      for y in 3..<13 {
        for x in 3..<21 {
          let expected = (Double(x) - 0.5) * 8 + (Double(y) - 0.25) * 2
          #expect(abs(Double(moved[x, y]) - expected) <= 1)
        }
      }
    }
  }

  @Test(
    "at the edges a warp sees zeros",
    arguments: [-3.99, -2.99, -2.01, -0.5, 0.99, 1.98, 2.99, 3.01])
  func edges(shift: Double) {
    let size = PixelSize(width: 17, height: 11)
    let plane = BytePlane(size: size, bytes: Self.noise(187))
    let moved = plane.warped(by: Self.movement(shift, shift), .linear)
    func level(_ x: Int, _ y: Int) -> Double {
      (0..<17).contains(x) && (0..<11).contains(y) ? Double(plane[x, y]) : 0
    }
    for y in 0..<11 {
      for x in 0..<17 {
        // Places are rounded to parts of a pixel.
        let (u, v) = (
          ((Double(x) - shift) * 32).rounded() / 32, ((Double(y) - shift) * 32).rounded() / 32
        )
        let (left, top) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
        let (s, t) = (u - Double(left), v - Double(top))
        let expected =
          (1 - t) * ((1 - s) * level(left, top) + s * level(left + 1, top))
          + t * ((1 - s) * level(left, top + 1) + s * level(left + 1, top + 1))
        #expect(abs(Double(moved[x, y]) - expected) <= 0.51)
      }
    }
    _ = plane.warped(by: Self.movement(shift, shift), .cubic)
  }

  @Test func `a warp to nowhere is empty, and one without a way back`() {
    let mask = Self.mask(20, 10, share: 255)
    for movement in [
      Self.movement(500, 0), Self.movement(0, -500), Self.movement(1e9, 1e9),
      Matrix3(SIMD3(0, 0, 0), SIMD3(0, 0, 0), SIMD3(0, 0, 0)),
    ] {
      for interpolation in [Interpolation.nearest, .linear, .cubic] {
        #expect(mask.warped(by: movement, interpolation).filledCount == 0)
      }
    }
  }

  // MARK: Filters

  @Test("elements cover what OpenCV's ellipses do", arguments: sizes)
  func elements(width: Int, height: Int) {
    let mask = Self.mask(width, height, share: 60)
    let size = PixelSize(width: width, height: height)
    for (element, rows) in [
      (StructuringElement.ellipseOf5, ["..#..", "#####", "#####", "#####", "..#.."]),
      (
        .ellipseOf7,
        ["...#...", ".#####.", "#######", "#######", "#######", ".#####.", "...#..."]
      ),
    ] {
      let reach = rows.count / 2
      let ways = rows.enumerated().flatMap { y, row in
        row.enumerated().filter { $0.element == "#" }.map { (x: $0.offset - reach, y: y - reach) }
      }
      func filtered(_ start: UInt8, _ operation: (UInt8, UInt8) -> UInt8) -> [UInt8] {
        (0..<width * height).map { index in
          ways.map { (x: index % width + $0.x, y: index / width + $0.y) }
            .filter { (0..<width).contains($0.x) && (0..<height).contains($0.y) }
            .reduce(start) { operation($0, mask[$1.x, $1.y]) }
        }
      }
      #expect(mask.dilated(by: element) == BytePlane(size: size, bytes: filtered(0, max)))
      #expect(mask.eroded(by: element) == BytePlane(size: size, bytes: filtered(255, min)))
      #expect(mask.closed(by: element) == mask.dilated(by: element).eroded(by: element))
    }
  }

  @Test("colours are filtered each by itself", arguments: sizes)
  func colors(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let planes = (0..<3).map {
      BytePlane(size: size, bytes: Self.noise(width * height, seed: UInt64($0)))
    }
    let picture = ColorPlanes(size: size, bytes: planes.flatMap { $0.bytes })
    #expect(picture.eroded.bytes == planes.flatMap { $0.eroded.bytes })
    #expect(picture.dilated.bytes == planes.flatMap { $0.dilated.bytes })
  }

  @Test("a blur is the weighted mean of what lies around", arguments: sizes)
  func blurs(width: Int, height: Int) {
    let image = RGBImage(
      width: width, height: height, pixels: Self.noise(3 * width * height))
    let planes = ColorPlanes(image, orientation: .up)
    for (blur, weights) in [
      (PictureBlur.soft, [0, 6, 58, 128, 58, 6, 0]), (.small, [64, 128, 64]),
    ] {
      let reach = weights.count / 2
      let expected = image.pixels.indices.map { index in
        let (pixel, channel) = (index / 3, index % 3)
        var sum = 0
        for (row, down) in weights.enumerated() {
          for (column, across) in weights.enumerated() {
            let x = mirrored(pixel % width + column - reach, width)
            let y = mirrored(pixel / width + row - reach, height)
            sum += down * across * Int(image.pixels[3 * (y * width + x) + channel])
          }
        }
        return UInt8((sum + 32768) >> 16)
      }
      #expect(image.blurred(blur).pixels == expected)
      let blurred = RGBImage(width: width, height: height, pixels: expected)
      #expect(planes.blurred(blur) == ColorPlanes(blurred, orientation: .up))
    }
  }

  @Test func `slopes are those of the steepest colour`() {
    // Red rises by 8 levels to the right, green by 4 downwards, blue is level.
    let (width, height) = (6, 5)
    let pixels = (0..<width * height).flatMap { index -> [UInt8] in
      [UInt8(8 * (index % width)), UInt8(4 * (index / width)), 7]
    }
    let slopes = RGBImage(width: width, height: height, pixels: pixels).slopes
    for y in 1..<height - 1 {
      for x in 1..<width - 1 {
        let (across, down) = (
          slopes.across.values[y * width + x], slopes.down.values[y * width + x]
        )
        #expect(across == 8 && down == 4)
      }
      // At the edge the picture comes again as in a mirror.
      #expect(slopes.across.values[y * width] == 0)
    }
  }

  @Test func `a plane of numbers is read between four of them`() {
    let plane = FloatPlane(size: PixelSize(width: 2, height: 2), values: [0, 4, 8, 20])
    #expect(plane.value(at: SIMD2(0, 0)) == 0)
    #expect(plane.value(at: SIMD2(0.5, 0)) == 2)
    #expect(plane.value(at: SIMD2(0.25, 0.5)) == 6)
    for place in [SIMD2(-0.1, 0), SIMD2(0, -0.1), SIMD2(1, 0), SIMD2(0, 1), SIMD2(.nan, 0)] {
      #expect(plane.value(at: place) == nil)
    }
  }

  // MARK: Reading between pixels

  @Test func `a picture is read between its pixels, rounded to a 32nd`() {
    let image = RGBImage(
      width: 2, height: 2, pixels: [0, 10, 255, 100, 10, 255, 200, 10, 255, 40, 10, 255])
    let size = PixelSize(width: 2, height: 2)
    image.pixels.withUnsafeBufferPointer { pixels in
      let black = LinearSampling(pixels, size: size, beyond: .level(0))
      let edge = LinearSampling(pixels, size: size, beyond: .replicated)
      // The columns are in parts, as the rows.
      for (x, y, red) in [(0, 0, 0), (32, 0, 100), (0, 32, 200), (32, 32, 40), (16, 0, 50)] {
        #expect(Int(black.color(x, y).x) == red && Int(edge.color(x, y).x) == red)
      }
      // (3·(0 + 200) + (100 + 40)) / 8, and blue stays.
      #expect(black.color(8, 16) == SIMD4(93, 10, 255, black.color(8, 16).w))
      // Half a pixel beyond the edge, and far from it.
      #expect(black.color(-16, 0).y == 5 && edge.color(-16, 0).y == 10)
      #expect(black.color(-3200, 99).y == 0 && edge.color(-3200, 99).x == 200)
    }
    #expect(LinearSampling.inParts(1.02) == 33)
    #expect(LinearSampling.inParts(-.infinity) == -100_000_000)
    #expect(LinearSampling.inParts(.nan) == -100_000_000)
  }

  @Test(
    "a picture turned upright is what it was before it was stored",
    arguments: ImageOrientation.allCases)
  func toStored(orientation: ImageOrientation) {
    let upright = PixelSize(width: 5, height: 3)
    let stored = orientation.uprightSize(of: upright)
    let image = RGBImage(
      width: stored.width, height: stored.height, pixels: Self.noise(3 * 15))
    let turned = image.turnedUpright(from: orientation)
    let map = orientation.toStored(from: upright)
    for y in 0..<3 {
      for x in 0..<5 {
        let place = map * SIMD3(Double(x), Double(y), 1)
        let source = 3 * (Int(place.y) * stored.width + Int(place.x))
        let target = 3 * (y * 5 + x)
        #expect(turned.pixels[target..<target + 3] == image.pixels[source..<source + 3])
      }
    }
  }
}
