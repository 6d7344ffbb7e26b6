internal import BeanBagToss

/// A small diagram as SVG: two axes with round numbers, and what is drawn between them.
struct Plot {
  /// In units of the drawing, which on a telephone are its pixels.
  let width: Double
  let height: Double
  let x: Axis
  let y: Axis
  private(set) var content: [Markup] = []

  struct Axis {
    /// Where the axis begins and ends; the first may be the larger.
    var from: Double
    var to: Double
    var ticks: [Double]
    var places: Int
    var title: String
  }

  private static let margin = (left: 46.0, right: 14.0, top: 14.0, bottom: 40.0)

  init(width: Double = 320, height: Double, x: Axis, y: Axis) {
    self.width = width
    self.height = height
    self.x = x
    self.y = y
  }

  func place(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
    let across = width - Self.margin.left - Self.margin.right
    let down = height - Self.margin.top - Self.margin.bottom
    return (
      Self.margin.left + (point.x - x.from) / (x.to - x.from) * across,
      height - Self.margin.bottom - (point.y - y.from) / (y.to - y.from) * down
    )
  }

  mutating func add(_ markup: Markup) { content.append(markup) }

  /// A line through points; it is broken where one is missing.
  mutating func line(_ points: [(x: Double, y: Double?)], class name: String) {
    var path = ""
    var isDown = false
    for point in points {
      guard let y = point.y, y.isFinite, point.x.isFinite else {
        isDown = false
        continue
      }
      let at = place((point.x, y))
      path +=
        (isDown ? "L" : "M") + Markup.coordinate(at.x) + " " + Markup.coordinate(at.y)
      isDown = true
    }
    if !path.isEmpty { add("<path class=\"\(name)\" d=\"\(path)\"/>") }
  }

  mutating func dot(_ point: (x: Double, y: Double), radius: Double, class name: String) {
    let at = place(point)
    add("<circle class=\"\(name)\" cx=\"\(at.x)\" cy=\"\(at.y)\" r=\"\(radius)\"/>")
  }

  /// A line across the whole diagram at a place of the x axis, with a word at its head.
  mutating func mark(x value: Double, label: String) {
    let top = place((value, y.to))
    let bottom = place((value, y.from))
    let isRight = top.x > width * 0.7
    add(
      """
      <line class="mark" x1="\(top.x)" y1="\(top.y)" x2="\(bottom.x)" y2="\(bottom.y)"/>\
      <text class="mark-word" x="\(top.x + (isRight ? -4 : 4))" y="\(top.y + 9)"\
      \(isRight ? " text-anchor=\"end\"" : Markup(stringLiteral: ""))>\(label)</text>
      """)
  }

  /// The drawing; `label` says what it shows, for those who do not see it.
  func svg(label: String) -> Markup {
    let xTicks = x.ticks.map { value -> Markup in
      let at = place((value, y.from))
      return """
        <line x1="\(at.x)" y1="\(at.y)" x2="\(at.x)" y2="\(place((value, y.to)).y)"/>\
        <text x="\(at.x)" y="\(at.y + 14)" text-anchor="middle">\
        \(fixed(value, places: x.places))</text>
        """
    }
    let yTicks = y.ticks.map { value -> Markup in
      let at = place((x.from, value))
      return """
        <line x1="\(at.x)" y1="\(at.y)" x2="\(place((x.to, value)).x)" y2="\(at.y)"/>\
        <text x="\(at.x - 6)" y="\(at.y + 4)" text-anchor="end">\
        \(fixed(value, places: y.places))</text>
        """
    }
    let middle = (Self.margin.top + height - Self.margin.bottom) / 2
    return """
      <svg class="plot" viewBox="0 0 \(width) \(height)" role="img" aria-label="\(label)">\
      <g class="axis">\(xTicks)\(yTicks)\
      <text class="title" x="\((Self.margin.left + width - Self.margin.right) / 2)" \
      y="\(height - 6)" text-anchor="middle">\(x.title)</text>\
      <text class="title" x="11" y="\(middle)" text-anchor="middle" \
      transform="rotate(-90 11 \(middle))">\(y.title)</text></g>\(content)</svg>
      """
  }
}

extension Plot.Axis {
  /// An axis over all `values`, widened to round numbers; at least as long as `least`, so that noise
  /// does not fill it.
  init(over values: some Sequence<Double>, title: String, least: Double, ticks count: Int = 4) {
    // What no picture and no body reaches would leave no room for the rest, nor for a step.
    let values = values.filter { abs($0) < 1e9 }
    var low = values.min() ?? 0
    var high = values.max() ?? 0
    if high - low < least {
      let middle = (low + high) / 2
      (low, high) = (middle - least / 2, middle + least / 2)
    }
    let step = Self.roundStep(atLeast: (high - low) / Double(count))
    from = (low / step.size).rounded(.down) * step.size
    to = (high / step.size).rounded(.up) * step.size
    let steps = Int(((to - from) / step.size).rounded())
    let start = from
    ticks = (0...steps).map { start + Double($0) * step.size }
    places = step.places
    self.title = title
  }

  /// With its ends swapped: for what counts downwards.
  var flipped: Self {
    var axis = self
    (axis.from, axis.to) = (to, from)
    return axis
  }

  /// 1, 2 or 5 times a power of ten.
  private static func roundStep(atLeast size: Double) -> (size: Double, places: Int) {
    guard size > 0, size.isFinite else { return (1, 0) }
    var power = 1.0
    var places = 0
    while power > size { (power, places) = (power / 10, places + 1) }
    while power * 10 <= size { (power, places) = (power * 10, places - 1) }
    let factor = [1.0, 2, 5, 10].first { power * $0 >= size * 0.999 } ?? 10
    return (power * factor, max(0, factor == 10 ? places - 1 : places))
  }
}
