package import VisionCore

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
  var mirrored: Drawing {
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
