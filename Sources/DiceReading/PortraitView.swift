internal import VisionCore

/// What the portrait network gets to see of a die.
enum PortraitView {
  /// The sides of the top face, in pixels of the network's input.
  private static let sides = [26.0, 32, 40]

  /// A die at several sizes, and each of them mirrored.
  static func all(of box: BoundingBox, in picture: PixelSize) -> [Drawing] {
    let side = box.side(in: picture)
    return sides.flatMap { drawnSide in
      let view = view(
        around: box.center, in: picture, scale: drawnSide / side,
        inputSide: PortraitNetwork.inputSide)
      return [view, view.mirrored]
    }
  }

  /// A square of whole pixels round a point, which comes to the middle of the input. What lies beyond
  /// the picture's edge stays grey.
  static func view(
    around center: NormalizedPoint, in picture: PixelSize, scale: Double, inputSide: Int
  ) -> Drawing {
    let shown = max(1, Int((Double(inputSide) / scale).rounded()))
    /// The pixels of one axis that the picture has, and where in the input.
    func span(_ center: Double, in length: Int) -> (start: Int, length: Int, at: Int, drawn: Int) {
      let middle = min(max(0, Int((center * Double(length)).rounded())), length)
      let start = middle - shown / 2
      let first = min(max(0, start), length - 1)
      let end = max(first + 1, min(start + shown, length))
      let at = min(max(0, (first - start) * inputSide / shown), inputSide - 1)
      let drawn = max(1, min((end - start) * inputSide / shown, inputSide) - at)
      return (first, end - first, at, drawn)
    }
    let x = span(center.x, in: picture.width)
    let y = span(center.y, in: picture.height)
    return Drawing(
      picture: picture,
      region: PixelRect(x: x.start, y: y.start, width: x.length, height: y.length),
      place: PixelRect(x: x.at, y: y.at, width: x.drawn, height: y.drawn),
      inputSize: PixelSize(width: inputSide, height: inputSide))
  }
}

extension BoundingBox {
  /// The side of a square of as many pixels, at least 1.
  func side(in picture: PixelSize) -> Double {
    max(1, (width * Double(picture.width) * height * Double(picture.height)).squareRoot())
  }
}
