internal import CPictureIO
internal import VisionCore

/// A picture to draw on, in pixels from its top left corner, with smooth edges.
struct Canvas {
  /// Red, green and blue, row by row.
  let pixels: UnsafeMutableBufferPointer<UInt8>
  let width: Int
  let height: Int

  /// Lends the picture's pixels to `draw`.
  static func draw(on image: inout RGBImage, _ draw: (Canvas) -> Void) {
    let (width, height) = (image.width, image.height)
    image.pixels.withUnsafeMutableBufferPointer {
      draw(Canvas(pixels: $0, width: width, height: height))
    }
  }

  /// A colour, and how much of what lies below it hides.
  struct Ink {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    /// In `0...1`.
    var opacity = 1.0
  }

  /// Draws a closed line through points.
  func outline(_ points: [(x: Double, y: Double)], width: Double, _ ink: Ink) {
    for (from, to) in zip(points, points.dropFirst() + points.prefix(1)) {
      line(from: from, to: to, width: width, ink)
    }
  }

  /// How far a text reaches; `capHeight` is the height of its capitals and digits.
  static func width(of text: String, capHeight: Double) -> Double {
    let characters = text.unicodeScalars.map(\.value)
    return picture_io_text_width(characters, characters.count, capHeight)
  }

  func write(_ text: String, x: Double, baseline: Double, capHeight: Double, _ ink: Ink) {
    let reach = x + Self.width(of: text, capHeight: capHeight) + capHeight
    guard x.isFinite, baseline.isFinite, reach.isFinite else { return }
    func clamped(_ place: Double, _ limit: Int) -> Int { Int(min(max(place, 0), Double(limit))) }
    // Brackets reach above the capitals, and they and some letters below the baseline.
    let left = clamped((x - capHeight).rounded(.down), width)
    let right = clamped(reach.rounded(.up), width)
    let top = clamped((baseline - 1.5 * capHeight).rounded(.down), height)
    let bottom = clamped((baseline + 0.5 * capHeight).rounded(.up), height)
    guard left < right, top < bottom else { return }

    let characters = text.unicodeScalars.map(\.value)
    var coverage = [UInt8](repeating: 0, count: (right - left) * (bottom - top))
    let result = callShim { error, capacity in
      picture_io_cover_text(
        &coverage, Int32(right - left), Int32(bottom - top), characters, characters.count,
        x - Double(left), baseline - Double(top), capHeight, error, capacity)
    }
    assert(result == .done, "setting text fails only without memory: \(result)")
    for (index, covered) in coverage.enumerated() where covered > 0 {
      let (row, column) = index.quotientAndRemainder(dividingBy: right - left)
      blend(ink, x: left + column, y: top + row, coverage: Double(covered) / 255)
    }
  }
}

/// A rectangle in pixels from a picture's top left corner.
struct PixelRectangle: Hashable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  var maxX: Double { x + width }
  var maxY: Double { y + height }

  func contains(x: Double, y: Double) -> Bool {
    (self.x...maxX).contains(x) && (self.y...maxY).contains(y)
  }

  /// The area it shares with another.
  func overlap(_ other: PixelRectangle) -> Double {
    max(0, min(maxX, other.maxX) - max(x, other.x))
      * max(0, min(maxY, other.maxY) - max(y, other.y))
  }
}

extension PixelRectangle {
  /// A box in a picture of `width` x `height` pixels.
  init(_ box: BoundingBox, width: Double, height: Double) {
    self.init(
      x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height)
  }
}
