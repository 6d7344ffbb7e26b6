/// A part of a picture, and where in a network's input it is drawn.
package struct Drawing: Hashable, Sendable {
  /// The upright picture's size.
  package let picture: PixelSize
  /// The part of the upright picture; lies within it.
  package let region: PixelRect
  /// Where in the input the part is drawn; the rest of the input is grey.
  package let place: PixelRect
  /// The size of the network's input.
  package let inputSize: PixelSize
  /// Whether left and right of the part are changed.
  package let isMirrored: Bool

  package init(
    picture: PixelSize, region: PixelRect, place: PixelRect, inputSize: PixelSize,
    isMirrored: Bool = false
  ) {
    self.picture = picture
    self.region = region
    self.place = place
    self.inputSize = inputSize
    self.isMirrored = isMirrored
  }

  /// The same input with left and right changed.
  package var mirrored: Drawing {
    var place = place
    place.x = inputSize.width - place.x - place.width
    return Drawing(
      picture: picture, region: region, place: place, inputSize: inputSize, isMirrored: !isMirrored)
  }

  /// How an image is to be turned, and which part of it is then to be drawn.
  package func view(
    of orientation: ImageOrientation
  ) -> (orientation: ImageOrientation, region: PixelRect) {
    guard isMirrored else { return (orientation, region) }
    var mirrored = region
    mirrored.x = picture.width - region.x - region.width
    return (orientation.mirrored, mirrored)
  }
}

extension Drawing {
  /// A part of an upright picture that fills its input.
  init(of region: PixelRect, in picture: PixelSize, to size: PixelSize) {
    self.init(
      picture: picture, region: region,
      place: PixelRect(x: 0, y: 0, width: size.width, height: size.height), inputSize: size)
  }

  /// A square of whole pixels round a point, which comes to the middle of the input. What lies beyond
  /// the picture's edge stays grey.
  package init(around center: NormalizedPoint, in picture: PixelSize, scale: Double, inputSide: Int)
  {
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
    self.init(
      picture: picture,
      region: PixelRect(x: x.start, y: y.start, width: x.length, height: y.length),
      place: PixelRect(x: x.at, y: y.at, width: x.drawn, height: y.drawn),
      inputSize: PixelSize(width: inputSide, height: inputSide))
  }
}
