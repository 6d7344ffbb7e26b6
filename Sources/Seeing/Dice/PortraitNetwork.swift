package import PortableInference

/// The layers of the portrait network, as in `Training/Dice/portrait_model.py`.
package enum PortraitNetwork {
  /// The sides of the input, in pixels.
  package static let inputSide = 64
  /// The rows and columns of the output.
  static let outputSide = 4

  /// - Parameters:
  ///   - layers: Where they are written down.
  ///   - image: `[3, 64, 64]` of RGB in `0...1`.
  /// - Returns: What ``PortraitAnswer`` reads.
  /// - Throws: ``NetworkError`` when the weights are another network's.
  package static func describe(
    _ layers: inout NetworkBuilder, _ image: FeatureMap
  ) throws(NetworkError) -> FeatureMap {
    var features = try layers.convolution(image, "features.0.0", stride: 2)
    features = try layers.residual(features, "features.1")
    features = try layers.convolution(features, "features.2.0", stride: 2)
    for block in 3...4 { features = try layers.residual(features, "features.\(block)") }
    features = try layers.convolution(features, "features.5.0", stride: 2)
    for block in 6...8 { features = try layers.residual(features, "features.\(block)") }
    features = try layers.convolution(features, "features.9.0", stride: 2)
    for block in 10...11 { features = try layers.residual(features, "features.\(block)") }
    return try layers.convolution(features, "answer", activation: .none)
  }
}
