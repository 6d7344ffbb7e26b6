public import VisionCore

/// Draws what was seen onto a picture: a rounded box and a label round every die, and a line with
/// the result; people as skeletons.
///
/// Lines and letters grow with the picture, so that it reads alike in a thumbnail and in a poster.
public struct Annotator: Sendable {
  public init() {}

  static let accent = Canvas.Ink(red: 255, green: 200, blue: 46)
  static let blue = Canvas.Ink(red: 86, green: 190, blue: 255)
  private static let dark = Canvas.Ink(red: 24, green: 27, blue: 36)
  static let shade = Canvas.Ink(red: 24, green: 27, blue: 36, opacity: 0.6)
  private static let panel = Canvas.Ink(red: 24, green: 27, blue: 36, opacity: 0.82)
  static let white = Canvas.Ink(red: 255, green: 255, blue: 255)

  /// Draws dice and their result.
  ///
  /// - Parameters:
  ///   - dice: With boxes in coordinates of `image`, which stands upright.
  ///   - caption: The result line, such as "3 + 5 + 1 = 9"; none is drawn for an empty text.
  ///   - image: The picture that is drawn on.
  public func draw(dice: [DieObservation], caption: String, on image: inout RGBImage) {
    let page = Page(width: Double(image.width), height: Double(image.height))
    let boxes = dice.map { page.rectangle($0.boundingBox) }
    let captionPlace = page.captionPlace(for: caption, avoiding: boxes)
    let labels = page.labelPlaces(for: boxes, avoiding: captionPlace.map { [$0] } ?? [])

    Canvas.draw(on: &image) { canvas in
      for box in boxes { outline(box, page, canvas) }
      for (die, place) in zip(dice, labels) { label(die.label, in: place, canvas) }
      if let captionPlace { write(caption, in: captionPlace, canvas) }
    }
  }

  /// A light line on a wider dark one: one of them stands out on any ground.
  private func outline(_ box: PixelRectangle, _ page: Page, _ canvas: Canvas) {
    let side = min(box.width, box.height)
    let line = min(page.lineWidth, max(1, side / 12))
    canvas.stroke(box, radius: side / 5, lineWidth: line * 2.2, Self.shade)
    canvas.stroke(box, radius: side / 5, lineWidth: line, Self.accent)
  }

  /// A pill with the face of the die and its value as a digit.
  private func label(_ value: DieValue, in place: PixelRectangle, _ canvas: Canvas) {
    let height = place.height
    canvas.stroke(place, radius: height / 2, lineWidth: max(1, height / 10), Self.shade)
    canvas.fill(place, radius: height / 2, Self.accent)

    let face = PixelRectangle(
      x: place.x + height * 0.28, y: place.y + height * 0.15, width: height * 0.7,
      height: height * 0.7)
    canvas.fill(face, radius: face.width / 4.5, Self.white)
    for center in value.pipCenters {
      let side = face.width * 0.24
      let pip = PixelRectangle(
        x: face.x + center.x * face.width - side / 2, y: face.y + center.y * face.height - side / 2,
        width: side, height: side)
      canvas.fill(pip, radius: side / 2, Self.dark)
    }
    canvas.write(
      "\(value.pips)", x: face.maxX + height * 0.2, baseline: place.y + height * 0.78,
      capHeight: height * 0.56, Self.dark)
  }

  private func write(_ caption: String, in place: PixelRectangle, _ canvas: Canvas) {
    let capHeight = place.height * Page.captionCapHeight
    canvas.fill(place, radius: place.height / 2, Self.panel)
    canvas.write(
      caption, x: place.x + (place.width - Canvas.width(of: caption, capHeight: capHeight)) / 2,
      baseline: place.y + (place.height + capHeight) / 2, capHeight: capHeight, Self.white)
  }
}

/// Where things go on a picture.
private struct Page {
  var width: Double
  var height: Double

  /// The measure of everything: the side of the square that has the picture's area.
  private var base: Double { (width * height).squareRoot() }

  var lineWidth: Double { max(1, base / 240) }

  func rectangle(_ box: BoundingBox) -> PixelRectangle {
    PixelRectangle(box, width: width, height: height)
  }

  /// The height of the capitals in a result line, as a part of the line's pill.
  static let captionCapHeight = 0.42

  /// A pill at the foot of the picture, or at its head if fewer dice lie there; nil for no caption.
  func captionPlace(for caption: String, avoiding boxes: [PixelRectangle]) -> PixelRectangle? {
    guard !caption.isEmpty else { return nil }
    var tall = max(12, base * 0.085)
    func wide() -> Double {
      Canvas.width(of: caption, capHeight: tall * Self.captionCapHeight) + tall
    }
    // A long line is set smaller until it fits.
    tall *= min(1, 0.94 * width / wide())
    let margin = tall * 0.35
    let foot = PixelRectangle(
      x: (width - wide()) / 2, y: height - tall - margin, width: wide(), height: tall)
    var head = foot
    head.y = margin
    func hidden(_ place: PixelRectangle) -> Double {
      boxes.reduce(0) { $0 + $1.overlap(place) }
    }
    return hidden(head) < hidden(foot) ? head : foot
  }

  /// A place for every die's label: beside its box, and as far as may be on no other die or label.
  func labelPlaces(
    for boxes: [PixelRectangle], avoiding taken: [PixelRectangle]
  ) -> [PixelRectangle] {
    var labels: [PixelRectangle] = []
    for (index, box) in boxes.enumerated() {
      let others = boxes[..<index] + boxes[(index + 1)...]
      func cost(_ place: PixelRectangle) -> Double {
        let outside = place.width * place.height - place.overlap(whole)
        let onDice = others.reduce(0) { $0 + $1.overlap(place) }
        let onLabels = (taken + labels).reduce(0) { $0 + $1.overlap(place) }
        // In whole pixels, so that of places that are equally free the first is taken.
        return (4 * outside + onDice + 2 * onLabels).rounded()
      }
      let places = candidates(beside: box)
      labels.append(places.min { cost($0) < cost($1) } ?? places[0])
    }
    return labels
  }

  private var whole: PixelRectangle { PixelRectangle(x: 0, y: 0, width: width, height: height) }

  /// Above, below, right, left; last inside, for a die that fills the picture.
  private func candidates(beside box: PixelRectangle) -> [PixelRectangle] {
    let tall = max(8, min(max(box.height * 0.34, base * 0.034), base * 0.075))
    let wide = tall * 1.95
    let gap = lineWidth * 1.5
    let centerX = box.x + (box.width - wide) / 2
    let centerY = box.y + (box.height - tall) / 2
    let corners = [
      (centerX, box.y - tall - gap), (centerX, box.maxY + gap), (box.maxX + gap, centerY),
      (box.x - wide - gap, centerY), (centerX, box.y + gap),
    ]
    return corners.map { PixelRectangle(x: $0.0, y: $0.1, width: wide, height: tall) }
  }
}

extension DieValue {
  /// Where the pips stand on a face, in `0...1` of its side.
  fileprivate var pipCenters: [(x: Double, y: Double)] {
    let (low, middle, high) = (0.25, 0.5, 0.75)
    let diagonal = [(low, high), (high, low)]
    let otherDiagonal = [(low, low), (high, high)]
    let centre = [(middle, middle)]
    return switch self {
    case .one: centre
    case .two: diagonal
    case .three: diagonal + centre
    case .four: diagonal + otherDiagonal
    case .five: diagonal + otherDiagonal + centre
    case .six: diagonal + otherDiagonal + [(low, middle), (high, middle)]
    }
  }
}
