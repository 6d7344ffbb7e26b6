internal import COpenCV
internal import VisionCore

/// A picture to draw on, in pixels from its top left corner, with smooth edges.
struct Canvas {
  private let canvas: copencv_canvas

  /// Lends the picture's pixels to `draw`.
  static func draw(on image: inout RGBImage, _ draw: (Canvas) -> Void) {
    let (width, height) = (Int32(image.width), Int32(image.height))
    image.pixels.withUnsafeMutableBufferPointer {
      draw(Canvas(canvas: copencv_canvas(rgb: $0.baseAddress, width: width, height: height)))
    }
  }

  /// A colour, and how much of what lies below it hides.
  struct Ink {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
    /// In `0...1`.
    var opacity = 1.0

    fileprivate var shim: copencv_ink {
      copencv_ink(red: red, green: green, blue: blue, opacity: opacity)
    }
  }

  /// A radius of half the shorter side makes a pill or a disc.
  func fill(_ rectangle: PixelRectangle, radius: Double, _ ink: Ink) {
    copencv_fill_rounded_rectangle(canvas, rectangle.shim, radius, ink.shim)
  }

  /// Half of the line's width lies to either side of the edge.
  func stroke(_ rectangle: PixelRectangle, radius: Double, lineWidth: Double, _ ink: Ink) {
    copencv_stroke_rounded_rectangle(canvas, rectangle.shim, radius, lineWidth, ink.shim)
  }

  /// Draws a straight line with round ends.
  func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double, _ ink: Ink
  ) {
    copencv_draw_line(canvas, start.x, start.y, end.x, end.y, width, ink.shim)
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
    return copencv_text_width(characters, characters.count, capHeight)
  }

  func write(_ text: String, x: Double, baseline: Double, capHeight: Double, _ ink: Ink) {
    let characters = text.unicodeScalars.map(\.value)
    let result = callShim { error, capacity in
      copencv_draw_text(
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

  fileprivate var shim: copencv_rectangle {
    copencv_rectangle(x: x, y: y, width: width, height: height)
  }
}

extension PixelRectangle {
  /// A box in a picture of `width` x `height` pixels.
  init(_ box: BoundingBox, width: Double, height: Double) {
    self.init(
      x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height)
  }
}
