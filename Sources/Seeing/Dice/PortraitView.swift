internal import VisionCore

/// What the portrait network gets to see of a die.
enum PortraitView {
  /// The sides of the top face, in pixels of the network's input.
  private static let sides = [26.0, 32, 40]

  /// A die at several sizes, and each of them mirrored.
  static func all(of box: BoundingBox, in picture: PixelSize) -> [Drawing] {
    let side = box.side(in: picture)
    return sides.flatMap { drawnSide in
      let view = Drawing(
        around: box.center, in: picture, scale: drawnSide / side,
        inputSide: PortraitNetwork.inputSide)
      return [view, view.mirrored]
    }
  }
}

extension BoundingBox {
  /// The side of a square of as many pixels, at least 1.
  func side(in picture: PixelSize) -> Double {
    max(1, (width * Double(picture.width) * height * Double(picture.height)).squareRoot())
  }
}
