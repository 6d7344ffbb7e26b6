package import PortableInference
package import VisionCore

/// The network for tops, as in `Training/Dice/top_model.py`: how the top face of one die, looked at alone, lies in
/// the picture.
package enum TopNetwork {
  /// The sides of the input, in pixels.
  package static let inputSide = 64
  /// How large the top face is drawn, and the unit of the answer, in pixels.
  private static let unit = 32.0
  /// The middle; the shape's xx, xy and yy; and the turn, which is for training alone.
  private static let outputs = 7

  /// - Parameters:
  ///   - layers: Where they are written down.
  ///   - image: `[3, 64, 64]` of RGB in `0...1`.
  /// - Returns: What ``square(_:in:)`` reads.
  /// - Throws: ``NetworkError`` when the weights are another network's.
  package static func describe(
    _ layers: inout NetworkBuilder, _ image: FeatureMap
  ) throws(NetworkError) -> FeatureMap {
    var features = image
    for (index, stride) in [2, 2, 1, 2, 1, 2, 1].enumerated() {
      features = try layers.convolution(features, "features.\(index).0", stride: stride)
    }
    return try layers.convolution(features, "top", padding: 0, activation: .none)
  }

  /// What the network is to see of a die, by the box of its top face.
  package static func view(of box: BoundingBox, in picture: PixelSize) -> Drawing {
    Drawing(
      around: box.center, in: picture, scale: unit / box.side(in: picture), inputSide: inputSide)
  }

  /// The top face.
  ///
  /// - Parameters:
  ///   - answer: The network's output, `[1, 7, 1, 1]`.
  ///   - view: What it was shown.
  /// - Returns: `nil` where the answer is no square's.
  /// - Throws: ``UnexpectedShape`` for another network's output.
  package static func square(
    _ answer: Tensor, in view: Drawing
  ) throws(UnexpectedShape) -> SeenSquare? {
    let expected = [1, outputs, 1, 1]
    guard answer.shape == expected else {
      throw UnexpectedShape(tensor: "top", expected: expected, actual: answer.shape)
    }
    func number(_ index: Int) -> Double { Double(answer.values[index]) * unit }
    let (region, place) = (view.region, view.place)
    let scale = region.size.vector / place.size.vector
    let half = Double(inputSide) / 2
    let start = SIMD2(Double(place.x), Double(place.y))
    let middle = SIMD2(half + number(0), half + number(1)) - start
    // Both scales are the same but for rounding.
    let shape = Symmetric2(xx: number(2), xy: number(3), yy: number(4))
      .scaled((scale.x * scale.y).squareRoot())
    guard shape.determinant > 0, shape.xx > 0 else { return nil }
    return SeenSquare(
      middle: EdgePoint(x: Double(region.x), y: Double(region.y)) + scale * middle, shape: shape)
  }
}
