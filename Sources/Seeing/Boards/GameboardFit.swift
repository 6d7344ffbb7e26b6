internal import PlayfieldMaths
package import VisionCore

/// What the second network says of a candidate.
///
/// Its output is `[1, 11]`: the corners and the hole's middle, x and y by turns, in widths of the
/// candidate from its far left corner; and the logit that there is a board that lies this way round.
package struct GameboardFit: Hashable, Sendable {
  package var corners: [BoardWidthPoint]
  package var hole: BoardWidthPoint
  /// That there is a board that lies this way round.
  package var logit: Double

  package static let inputSize = PixelSize(width: 64, height: 112)
  /// In widths of the board.
  static let margin = SIMD2(0.35, 0.4)

  /// Draws a candidate as the second network is to see it: straightened, with some of its surroundings.
  ///
  /// - Precondition: The candidate is ``BoardQuadrilateral/isDrawable``.
  /// - Parameters:
  ///   - candidate: Where a board may be.
  ///   - image: The picture as it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - isMirrored: Whether left and right are exchanged; then the network's answer is ``mirrored``.
  ///   - input: Three bytes for each pixel of ``inputSize``.
  package static func draw(
    _ candidate: BoardQuadrilateral, of image: RGBImage, orientation: ImageOrientation,
    isMirrored: Bool = false, into input: UnsafeMutableBufferPointer<UInt8>
  ) {
    let board = StraightenedBoard(
      candidate, in: image, orientation: orientation, size: inputSize, margin: margin)
    board.picture.pixels.withUnsafeBufferPointer { _ = input.update(fromContentsOf: $0) }
    if isMirrored { mirror(input) }
  }

  private static func mirror(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
    let width = inputSize.width
    for row in stride(from: 0, to: pixels.count, by: 3 * width) {
      for column in 0..<width / 2 {
        let (left, right) = (row + 3 * column, row + 3 * (width - 1 - column))
        for channel in 0..<3 { pixels.swapAt(left + channel, right + channel) }
      }
    }
  }

  package init(_ values: Tensor) throws(UnexpectedShape) {
    guard values.shape == [1, 11] else {
      throw UnexpectedShape(tensor: "fit", expected: [1, 11], actual: values.shape)
    }
    func place(_ index: Int) -> BoardWidthPoint {
      BoardWidthPoint(
        x: Double(values.values[2 * index]), y: Double(values.values[2 * index + 1]))
    }
    corners = (0..<4).map(place)
    hole = place(4)
    logit = Double(values.values[10])
  }

  /// In `0...1`.
  package var confidence: Float { Float(logit: Float(logit)) }

  /// What is said of the mirror image, of the picture itself.
  package var mirrored: GameboardFit {
    func turned(_ place: BoardWidthPoint) -> BoardWidthPoint {
      BoardWidthPoint(x: 1 - place.x, y: place.y)
    }
    var fit = self
    fit.corners = [corners[1], corners[0], corners[3], corners[2]].map(turned)
    fit.hole = turned(hole)
    return fit
  }
}
