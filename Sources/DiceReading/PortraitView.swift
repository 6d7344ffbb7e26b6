internal import VisionCore

/// What the portrait network gets to see of a die.
enum PortraitView {
  /// The sides of the top face, in pixels of the network's input.
  private static let sides = [26.0, 32, 40]

  /// A die at several sizes, and each of them mirrored.
  static func all(of box: BoundingBox, in picture: PixelSize) -> [Drawing] {
    let side = box.side(in: picture)
    return sides.flatMap { drawnSide in
      let view = view(around: box.center, in: picture, scale: drawnSide / side)
      return [view, view.mirrored]
    }
  }

  /// What lies round a point, which comes to the middle of the input. What lies beyond the picture's
  /// edge stays grey.
  private static func view(
    around center: NormalizedPoint, in picture: PixelSize, scale: Double
  ) -> Drawing {
    let side = PortraitNetwork.inputSide
    let reach = Double(side) / 2 / scale
    /// The pixels of one axis that are shown, and where in the input.
    func span(_ middle: Double, in length: Int) -> (start: Int, length: Int, at: Int, drawn: Int) {
      let first = min(max(0, Int((middle - reach).rounded())), length - 1)
      let end = max(first + 1, min(length, Int((middle + reach).rounded())))
      func place(_ pixel: Int) -> Int {
        min(max(0, Int((Double(side) / 2 + (Double(pixel) - middle) * scale).rounded())), side)
      }
      let at = min(place(first), side - 1)
      return (first, end - first, at, max(1, place(end) - at))
    }
    let x = span(center.x * Double(picture.width), in: picture.width)
    let y = span(center.y * Double(picture.height), in: picture.height)
    return Drawing(
      picture: picture,
      region: PixelRect(x: x.start, y: y.start, width: x.length, height: y.length),
      place: PixelRect(x: x.at, y: y.at, width: x.drawn, height: y.drawn),
      inputSize: PixelSize(width: side, height: side))
  }
}

extension BoundingBox {
  /// The side of a square of as many pixels, at least 1.
  func side(in picture: PixelSize) -> Double {
    max(1, (width * Double(picture.width) * height * Double(picture.height)).squareRoot())
  }
}
