package import PortableInference

/// The layers of the dice network, as in `Training/Dice/model.py`.
package enum DiceNetwork {
  /// - Parameters:
  ///   - layers: Where they are written down.
  ///   - image: `[3, height, width]` of RGB in `0...1`, sides multiples of 16.
  /// - Returns: The cells that ``DiceDecoder`` reads.
  /// - Throws: ``NetworkError`` when the weights are another network's.
  package static func describe(
    _ layers: inout NetworkBuilder, _ image: FeatureMap
  ) throws(NetworkError) -> FeatureMap {
    var fine = try layers.convolution(image, "fine.0.0", stride: 2)
    fine = try layers.convolution(fine, "fine.1.0", stride: 2)
    fine = try layers.residual(fine, "fine.2")
    fine = try layers.convolution(fine, "fine.3.0", stride: 2)
    fine = try layers.residual(fine, "fine.4")
    fine = try layers.residual(fine, "fine.5")

    var coarse = try layers.convolution(fine, "coarse.0.0", stride: 2)
    for block in 1...3 { coarse = try layers.residual(coarse, "coarse.\(block)") }
    coarse = try layers.poolingPyramid(coarse, "coarse.4")
    coarse = layers.upsampledTwice(try layers.convolution(coarse, "coarse.5.0"))

    var head = try layers.convolution(layers.concatenated([fine, coarse]), "head.0.0")
    head = try layers.convolution(head, "head.1.0")
    return try layers.convolution(head, "head.2", activation: .none)
  }
}

extension NetworkBuilder {
  /// Maxima over 5, 9 and 13 cells beside the cell itself.
  fileprivate mutating func poolingPyramid(
    _ input: FeatureMap, _ name: String
  ) throws(NetworkError) -> FeatureMap {
    var levels = [try convolution(input, name + ".reduce.0")]
    for _ in 0..<3 {
      levels.append(maxPool(levels[levels.count - 1], size: 5, stride: 1, padding: 2))
    }
    return try convolution(concatenated(levels), name + ".merge.0")
  }
}
