import Testing

@testable import VisionCore

private func size(_ width: Int, _ height: Int) -> PixelSize {
  PixelSize(width: width, height: height)
}

/// A picture of noise in some format, as a camera would deliver it, and the colours that it means.
private struct CameraPicture {
  let format: PicturePlanes.Format
  let encoding: ColorEncoding
  let coded: PixelSize
  let visible: PixelRect
  let layouts: [PicturePlanes.Layout]
  var memory: [UInt8]

  /// There are `padding` bytes behind each row, and before the first plane.
  init(
    _ format: PicturePlanes.Format, _ encoding: ColorEncoding, _ coded: PixelSize,
    _ visible: PixelRect, padding: Int
  ) {
    let half = size((coded.width + 1) / 2, (coded.height + 1) / 2)
    let extents: [PixelSize] =
      switch format {
      case .rgba, .bgra: [size(4 * coded.width, coded.height)]
      case .i420: [coded, half, half]
      case .nv12: [coded, size(2 * half.width, half.height)]
      }
    var layouts: [PicturePlanes.Layout] = []
    var end = padding
    for extent in extents {
      layouts.append(.init(offset: end, stride: extent.width + padding))
      end += (extent.width + padding) * extent.height
    }
    // What lies between rows and planes would be seen if it were read.
    var random = Noise()
    self.memory = (0..<end).map { _ in UInt8.random(in: 0...255, using: &random) }
    (self.format, self.encoding, self.coded) = (format, encoding, coded)
    (self.visible, self.layouts) = (visible, layouts)
    guard extents.count > 1 else { return }
    // Colours that exist: of any other, the one who averages before it is cut off at 255 makes
    // another than the one who averages after it.
    for index in memory.indices {
      let isLuma = index < layouts[1].offset
      memory[index] = isLuma ? 90 + memory[index] % 76 : 103 + memory[index] % 51
    }
  }

  private func sample(_ plane: Int, _ x: Int, _ y: Int) -> Double {
    Double(memory[layouts[plane].offset + y * layouts[plane].stride + x])
  }

  /// The colours of the visible part, turned upright pixel by pixel, row by row.
  func colors(_ orientation: ImageOrientation) -> [SIMD3<Double>] {
    let upright = orientation.uprightSize(of: visible.size)
    let (right, bottom) = (visible.width - 1, visible.height - 1)
    return (0..<upright.height).flatMap { y in
      (0..<upright.width).map { x in
        let (column, row) =
          switch orientation {
          case .up: (x, y)
          case .upMirrored: (right - x, y)
          case .down: (right - x, bottom - y)
          case .downMirrored: (x, bottom - y)
          case .leftMirrored: (y, x)
          case .right: (y, bottom - x)
          case .rightMirrored: (right - y, bottom - x)
          case .left: (right - y, x)
          }
        return color(visible.x + column, visible.y + row)
      }
    }
  }

  private func color(_ x: Int, _ y: Int) -> SIMD3<Double> {
    let (luma, blue, red): (Double, Double, Double)
    switch format {
    case .rgba: return SIMD3(sample(0, 4 * x, y), sample(0, 4 * x + 1, y), sample(0, 4 * x + 2, y))
    case .bgra: return SIMD3(sample(0, 4 * x + 2, y), sample(0, 4 * x + 1, y), sample(0, 4 * x, y))
    case .i420:
      (luma, blue, red) = (sample(0, x, y), sample(1, x / 2, y / 2), sample(2, x / 2, y / 2))
    case .nv12:
      (luma, blue, red) = (
        sample(0, x, y), sample(1, x / 2 * 2, y / 2), sample(1, x / 2 * 2 + 1, y / 2)
      )
    }
    // The equations of BT.601 and BT.709, item 3.
    let (kr, kb) = encoding.matrix == .bt601 ? (0.299, 0.114) : (0.2126, 0.0722)
    let (ey, eb, er) =
      encoding.isFullRange
      ? (luma / 255, (blue - 128) / 255, (red - 128) / 255)
      : ((luma - 16) / 219, (blue - 128) / 224, (red - 128) / 224)
    let r = ey + 2 * (1 - kr) * er
    let b = ey + 2 * (1 - kb) * eb
    let g = (ey - kr * r - kb * b) / (1 - kr - kb)
    return SIMD3(r, g, b) * 255
  }

  func draw(_ drawing: Drawing, _ orientation: ImageOrientation) -> [SIMD4<UInt8>] {
    let input = drawing.inputSize
    var output = [SIMD4<UInt8>](repeating: .zero, count: input.width * input.height)
    memory.withUnsafeBytes { memory in
      guard
        let planes = PicturePlanes(
          format, encoding, coded: coded, visible: visible, layouts: layouts, in: memory)
      else { return }
      output.withUnsafeMutableBufferPointer {
        drawing.draw(planes, orientation: orientation, into: $0)
      }
    }
    return output
  }
}

/// The same noise everywhere.
private struct Noise: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 32 | state << 32
  }
}

/// A picture's place in its planes, the part of it that is drawn once it stands upright, and how large.
struct PlaneCase: CustomTestStringConvertible {
  let why: String
  let coded: PixelSize
  let visible: PixelRect
  /// In parts of the upright picture: left, top, width and height.
  let part: SIMD4<Double>
  /// How many times smaller it is drawn.
  let scale: Double
  let padding: Int

  var testDescription: String { why }

  static let all: [PlaneCase] = [
    PlaneCase(
      why: "as a camera delivers it", coded: size(64, 48),
      visible: PixelRect(x: 0, y: 0, width: 64, height: 48), part: SIMD4(0, 0, 1, 1), scale: 3.478,
      padding: 0),
    PlaneCase(
      why: "whole blocks", coded: size(64, 48),
      visible: PixelRect(x: 0, y: 0, width: 64, height: 48), part: SIMD4(0, 0, 1, 1), scale: 2,
      padding: 16),
    PlaneCase(
      why: "sides that are odd, rows that are padded", coded: size(67, 45),
      visible: PixelRect(x: 0, y: 0, width: 67, height: 45), part: SIMD4(0, 0, 1, 1), scale: 2.6,
      padding: 5),
    PlaneCase(
      why: "a visible part that begins within a difference's pixels", coded: size(80, 61),
      visible: PixelRect(x: 3, y: 5, width: 71, height: 52), part: SIMD4(0, 0, 1, 1), scale: 1.7,
      padding: 3),
    PlaneCase(
      why: "a part, hardly smaller: differences grow while luma shrinks", coded: size(80, 60),
      visible: PixelRect(x: 1, y: 0, width: 79, height: 59), part: SIMD4(0.22, 0.31, 0.61, 0.5),
      scale: 1.2, padding: 1),
    PlaneCase(
      why: "a part that grows", coded: size(66, 50),
      visible: PixelRect(x: 2, y: 1, width: 63, height: 49), part: SIMD4(0.4, 0.15, 0.33, 0.55),
      scale: 0.4, padding: 7),
    PlaneCase(
      why: "as it is", coded: size(40, 30), visible: PixelRect(x: 0, y: 0, width: 40, height: 30),
      part: SIMD4(0, 0, 1, 1), scale: 1, padding: 0),
    PlaneCase(
      why: "as it is, from an odd pixel on: differences belong to two others", coded: size(45, 31),
      visible: PixelRect(x: 1, y: 1, width: 43, height: 29), part: SIMD4(0, 0, 1, 1), scale: 1,
      padding: 2),
    PlaneCase(
      why: "whole blocks from an odd pixel on", coded: size(69, 37),
      visible: PixelRect(x: 3, y: 1, width: 64, height: 36), part: SIMD4(0, 0, 1, 1), scale: 2,
      padding: 0),
    PlaneCase(
      why: "whole blocks of four", coded: size(160, 44),
      visible: PixelRect(x: 0, y: 0, width: 160, height: 44), part: SIMD4(0, 0, 1, 1), scale: 4,
      padding: 0),
    PlaneCase(
      why: "many rows and columns for each pixel", coded: size(149, 91),
      visible: PixelRect(x: 0, y: 0, width: 149, height: 91), part: SIMD4(0, 0, 1, 1), scale: 28.3,
      padding: 0),
    PlaneCase(
      why: "one pixel", coded: size(1, 1), visible: PixelRect(x: 0, y: 0, width: 1, height: 1),
      part: SIMD4(0, 0, 1, 1), scale: 0.2, padding: 0),
    PlaneCase(
      why: "one row", coded: size(90, 1), visible: PixelRect(x: 1, y: 0, width: 88, height: 1),
      part: SIMD4(0, 0, 1, 1), scale: 1.9, padding: 0),
  ]
}

@Suite("Drawing a network's input from a camera's planes")
struct PlaneDrawingTests {
  private static let formats: [(PicturePlanes.Format, ColorEncoding)] =
    [.i420, .nv12].flatMap { format in
      [ColorEncoding.Matrix.bt601, .bt709].flatMap { matrix in
        [false, true].map { (format, ColorEncoding(matrix, isFullRange: $0)) }
      }
    } + [(.rgba, ColorEncoding()), (.bgra, ColorEncoding())]

  @Test("is plain maths, within 1 of 255", arguments: PlaneCase.all)
  func plainMaths(shape: PlaneCase) {
    for (format, encoding) in Self.formats {
      let picture = CameraPicture(
        format, encoding, shape.coded, shape.visible, padding: shape.padding)
      for orientation in ImageOrientation.allCases {
        let worst = Self.worstDifference(picture, orientation, shape)
        #expect(worst <= 1, "\(format), \(encoding), \(orientation)")
      }
    }
  }

  /// The largest difference of any channel of any pixel from plain maths.
  private static func worstDifference(
    _ picture: CameraPicture, _ orientation: ImageOrientation, _ shape: PlaneCase
  ) -> Double {
    let upright = orientation.uprightSize(of: picture.visible.size)
    let box = BoundingBox(
      x: shape.part.x, y: shape.part.y, width: shape.part.z, height: shape.part.w)
    let part = PixelRect(covering: box, in: upright)!
    let drawn = size(
      max(1, Int(Double(part.width) / shape.scale)),
      max(1, Int(Double(part.height) / shape.scale)))
    let place = PixelRect(x: 2, y: 1, width: drawn.width, height: drawn.height)
    let input = size(drawn.width + 3, drawn.height + 2)
    let output = picture.draw(
      Drawing(picture: upright, region: part, place: place, inputSize: input), orientation)

    let colors = picture.colors(orientation)
    let grows = drawn.width > part.width || drawn.height > part.height
    let columns = weights(from: part.x, part.width, to: drawn.width, grows: grows)
    let rows = weights(from: part.y, part.height, to: drawn.height, grows: grows)
    var expected = [SIMD4<Double>](
      repeating: SIMD4(114, 114, 114, 255), count: input.width * input.height)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        var sum = SIMD3<Double>.zero
        for (y, height) in row {
          for (x, width) in column { sum += colors[y * upright.width + x] * (width * height) }
        }
        expected[(y + place.y) * input.width + x + place.x] = SIMD4(sum, 255)
      }
    }
    return zip(output, expected).map { pixel, expected in
      (0..<4).map { abs(Double(pixel[$0]) - expected[$0]) }.max() ?? 0
    }.max() ?? 255
  }

  /// Of each pixel along one side of the drawing, which pixels go into it, and with what weights: means
  /// of areas, or what lies between pixels where the drawing grows.
  private static func weights(
    from start: Int, _ source: Int, to target: Int, grows: Bool
  ) -> [[(Int, Double)]] {
    let length = Double(source) / Double(target)
    return (0..<target).map { pixel in
      let from = Double(start) + Double(pixel) * length
      return (start..<start + source).map { other in
        let place = min(max(from + length / 2 - 0.5, Double(start)), Double(start + source - 1))
        let covered = min(Double(other + 1), from + length) - max(Double(other), from)
        return (other, max(0, grows ? 1 - abs(place - Double(other)) : covered / length))
      }.filter { $0.1 > 0 }
    }
  }

  @Test(
    "makes of samples the colours that the standards give them, and cuts off what is no colour",
    arguments: [
      (.bt601, false, [16, 128, 128], [0, 0, 0]),
      (.bt601, false, [235, 128, 128], [255, 255, 255]),
      (.bt601, false, [0, 128, 128], [0, 0, 0]),
      (.bt601, false, [255, 128, 128], [255, 255, 255]),
      (.bt601, true, [0, 128, 128], [0, 0, 0]), (.bt601, true, [255, 128, 128], [255, 255, 255]),
      // Pure red, green and blue.
      (.bt601, false, [81, 90, 240], [254, 0, 0]), (.bt601, false, [145, 54, 34], [0, 255, 1]),
      (.bt601, false, [41, 240, 110], [0, 0, 255]), (.bt601, true, [76, 85, 255], [254, 0, 0]),
      (.bt709, false, [63, 102, 240], [255, 1, 0]), (.bt709, false, [173, 42, 26], [0, 255, 1]),
      (.bt709, false, [32, 240, 118], [1, 0, 255]), (.bt709, true, [18, 255, 116], [0, 0, 254]),
      (.bt709, true, [200, 255, 255], [255, 117, 255]),
      (.bt2020, false, [74, 97, 240], [255, 0, 1]), (.bt2020, false, [29, 240, 119], [0, 0, 255]),
    ] as [(ColorEncoding.Matrix, Bool, [UInt8], [Int])])
  func colors(matrix: ColorEncoding.Matrix, isFullRange: Bool, samples: [UInt8], expected: [Int]) {
    for format in [PicturePlanes.Format.i420, .nv12] {
      var picture = CameraPicture(
        format, ColorEncoding(matrix, isFullRange: isFullRange), size(2, 2),
        PixelRect(x: 0, y: 0, width: 2, height: 2), padding: 0)
      picture.memory = [UInt8](repeating: samples[0], count: 4) + samples[1...]
      let drawing = Drawing(
        picture: size(2, 2), region: PixelRect(x: 0, y: 0, width: 2, height: 2),
        place: PixelRect(x: 0, y: 0, width: 1, height: 1), inputSize: size(1, 1))
      let pixel = picture.draw(drawing, .up)[0]
      for channel in 0..<3 {
        #expect(abs(Int(pixel[channel]) - expected[channel]) <= 1, "\(pixel), not \(expected)")
      }
    }
  }

  @Test("an image's part is the same pixels", arguments: ImageOrientation.allCases)
  func image(orientation: ImageOrientation) {
    for (width, height) in [(48, 32), (49, 33)] {
      let picture = CameraPicture(
        .i420, ColorEncoding(.bt709), size(width, height),
        PixelRect(x: 0, y: 0, width: width, height: height), padding: 0)
      let image = PlanarImage(
        size: size(width, height), encoding: ColorEncoding(.bt709), samples: picture.memory)
      let upright = image.uprightSize(orientation)
      let region = PixelRect(x: 3, y: 2, width: upright.width - 5, height: upright.height - 4)
      for drawn in [region.size, size(region.width / 2, region.height / 3)] {
        let part = image.resampled(region, orientation: orientation, to: drawn)
        let drawing = Drawing(
          picture: upright, region: region,
          place: PixelRect(x: 0, y: 0, width: drawn.width, height: drawn.height), inputSize: drawn)
        #expect(part.pixels == picture.draw(drawing, orientation).flatMap { [$0.x, $0.y, $0.z] })
      }
    }
  }

  @Test("an image of red, green and blue is nearly the same one as planes")
  func planesOfColors() {
    for (width, height) in [(48, 32), (47, 31), (1, 1)] {
      // Colours that change gently, for differences are means of 2 x 2 pixels.
      let pixels = (0..<width * height).flatMap { index in
        let (x, y) = (index % width, index / width)
        return [UInt8(40 + 4 * x), UInt8(200 - 5 * y), UInt8(20 + 2 * x + 3 * y)]
      }
      let planes = PlanarImage(RGBImage(width: width, height: height, pixels: pixels))
      #expect(planes.encoding == ColorEncoding(.bt601, isFullRange: true))
      let differences = zip(planes.upright(.up).pixels, pixels).map { abs(Int($0) - Int($1)) }
      #expect(differences.max() ?? 255 <= 6)
    }
    let grey = RGBImage(width: 2, height: 2, pixels: [UInt8](repeating: 77, count: 12))
    #expect(PlanarImage(grey).samples == [77, 77, 77, 77, 128, 128])
  }

  @Test(
    "takes planes that lie in memory, and no others",
    arguments: [
      (.i420, size(5, 3), [(0, 5), (15, 3), (21, 3)], 27, true),
      (.i420, size(5, 3), [(0, 5), (15, 3), (21, 3)], 26, false),
      (.i420, size(5, 3), [(0, 5), (15, 3)], 100, false),
      (.i420, size(5, 3), [(0, 5), (15, 2), (21, 3)], 100, false),
      (.i420, size(5, 3), [(0, 5), (-1, 3), (21, 3)], 100, false),
      (.i420, size(5, 3), [(0, 5), (15, 3), (21, .max)], 100, false),
      (.nv12, size(5, 3), [(0, 5), (15, 6)], 27, true),
      (.nv12, size(5, 3), [(0, 5), (15, 5)], 27, false),
      (.nv12, size(5, 3), [(0, 5), (16, 6)], 27, false),
      (.rgba, size(5, 3), [(0, 20)], 60, true), (.rgba, size(5, 3), [(0, 20)], 59, false),
      (.bgra, size(5, 3), [(4, 24)], 72, true), (.bgra, size(5, 3), [(4, 19)], 100, false),
      (.rgba, size(0, 3), [(0, 20)], 60, false),
      (.rgba, size(16_385, 1), [(0, 65_540)], 65_540, false),
    ] as [(PicturePlanes.Format, PixelSize, [(Int, Int)], Int, Bool)])
  func layouts(
    format: PicturePlanes.Format, coded: PixelSize, layouts: [(Int, Int)], bytes: Int, isGood: Bool
  ) {
    let memory = [UInt8](repeating: 0, count: bytes)
    memory.withUnsafeBytes { memory in
      let whole = PixelRect(x: 0, y: 0, width: coded.width, height: coded.height)
      func planes(_ visible: PixelRect) -> PicturePlanes? {
        PicturePlanes(
          format, coded: coded, visible: visible,
          layouts: layouts.map { .init(offset: $0.0, stride: $0.1) }, in: memory)
      }
      #expect((planes(whole) != nil) == isGood)
      guard isGood else { return }
      for visible in [
        PixelRect(x: 1, y: 0, width: 5, height: 3), PixelRect(x: 0, y: -1, width: 5, height: 3),
        PixelRect(x: 0, y: 0, width: 0, height: 3), PixelRect(x: 4, y: 2, width: .max, height: 1),
      ] {
        #expect(planes(visible) == nil, "\(visible)")
      }
    }
  }
}
