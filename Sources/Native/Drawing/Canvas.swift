internal import CPictureIO
internal import VisionCore

/// A picture to draw on, in pixels from its top left corner, with smooth edges.
struct Canvas {
  let canvas: picture_io_canvas

  /// Lends the picture's pixels to `draw`.
  static func draw(on image: inout RGBImage, _ draw: (Canvas) -> Void) {
    let (width, height) = (Int32(image.width), Int32(image.height))
    image.pixels.withUnsafeMutableBufferPointer {
      draw(Canvas(canvas: picture_io_canvas(rgb: $0.baseAddress, width: width, height: height)))
    }
  }

  /// A colour, and how much of what lies below it hides.
  struct Ink {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    /// In `0...1`.
    var opacity = 1.0

    fileprivate var shim: picture_io_ink {
      picture_io_ink(red: red, green: green, blue: blue, opacity: opacity)
    }
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
    let characters = text.unicodeScalars.map(\.value)
    let result = callShim { error, capacity in
      picture_io_draw_text(
        canvas, characters, characters.count, x, baseline, capHeight, ink.shim, error, capacity)
    }
    assert(result == .done, "setting text fails only without memory: \(result)")
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
