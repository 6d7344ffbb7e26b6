internal import PlayfieldMaths
package import PortableInference
internal import VisionCore

/// The network that finds boards in a picture, as in `Training/Gameboard/model.py`.
package enum GameboardFinderNetwork {
  /// - Parameters:
  ///   - layers: Where they are written down.
  ///   - picture: `[3, height, width]` of RGB in `0...1`, the sides multiples of 32.
  /// - Returns: What ``GameboardFinderDecoder`` reads, but for a logit in place of the probability.
  /// - Throws: ``NetworkError`` when the weights are another network's.
  package static func describe(
    _ layers: inout NetworkBuilder, _ picture: FeatureMap
  ) throws(NetworkError) -> [FeatureMap] {
    let fine = try layers.sequence(picture, "fine", strides: [2, 2, 2, 1])
    let middle = try layers.sequence(fine, "middle", strides: [2, 1])
    let coarse = try layers.sequence(middle, "coarse", strides: [2, 1, 1])
    let joined = try layers.convolution(
      try layers.joined(middle, coarse, "coarse_to_middle"), "join_middle.0")
    let features = try layers.sequence(
      try layers.joined(fine, joined, "middle_to_fine"), "join_fine", strides: [1, 1])
    return [try layers.convolution(features, "head", activation: .none)]
  }

  /// - Parameter network: Has run; its answer lies channel by channel.
  /// - Returns: What ``GameboardFinderDecoder`` reads.
  package static func answers(of network: PortableNetwork) -> [NetworkAnswer] {
    var cells = NetworkAnswer(
      shape: network.outputShape, values: network.values(ofOutput: 0))
    for cell in 0..<cells.shape[2] * cells.shape[3] {
      cells.values[cell] = Float(logit: cells.values[cell])
    }
    return [cells]
  }
}

/// The network that fits a board's corners, as in `Training/Gameboard/model.py`.
package enum GameboardFitterNetwork {
  /// From one place of its maps to the next, in pixels of the input.
  private static let cell = 4.0

  /// - Parameters:
  ///   - layers: Where they are written down.
  ///   - view: `[3, 112, 64]` of RGB in `0...1`.
  /// - Returns: A map for each corner and the hole, of logits; and the logit that there is a board.
  /// - Throws: ``NetworkError`` when the weights are another network's.
  package static func describe(
    _ layers: inout NetworkBuilder, _ view: FeatureMap
  ) throws(NetworkError) -> [FeatureMap] {
    let fine = try layers.sequence(view, "fine", strides: [2, 1, 2, 1])
    let coarse = try layers.sequence(fine, "coarse", strides: [2, 1, 1])
    let deep = try layers.sequence(coarse, "deep", strides: [2, 1])
    let score = try layers.dense(layers.mean(deep), "score", activation: .none)
    let joined = try layers.joined(coarse, deep, "deep_to_coarse")
    let features = try layers.convolution(
      try layers.joined(fine, joined, "coarse_to_fine"), "join.0")
    return [try layers.convolution(features, "maps", activation: .none), score]
  }

  /// Where each map's mass lies: Nibali et al., "Numerical Coordinate Regression with Convolutional
  /// Neural Networks" (2018), <https://arxiv.org/abs/1801.07372>.
  ///
  /// - Parameter network: Has run; its answers lie channel by channel.
  /// - Returns: What ``GameboardFit`` reads.
  package static func answers(of network: PortableNetwork) -> [NetworkAnswer] {
    let shape = network.outputShape
    let (rows, columns) = (shape[2], shape[3])
    let maps = network.values(ofOutput: 0)
    var values: [Float] = []
    for map in 0..<shape[1] {
      let logits = maps[map * rows * columns..<(map + 1) * rows * columns]
      let most = logits.max() ?? 0
      var (mass, x, y) = (0.0, 0.0, 0.0)
      for (place, logit) in logits.enumerated() {
        let power = Double(exponential(logit - most))
        mass += power
        x += power * Double(place % columns)
        y += power * Double(place / columns)
      }
      values.append(place(x / mass, of: GameboardFit.inputSize.width, 1, GameboardFit.margin.x))
      values.append(place(y / mass, of: GameboardFit.inputSize.height, 2, GameboardFit.margin.y))
    }
    values += network.values(ofOutput: 1)
    return [NetworkAnswer(shape: [1, values.count], values: values)]
  }

  /// A place of the maps in widths of the board, of which `length` and two margins are seen.
  private static func place(
    _ index: Double, of pixels: Int, _ length: Double, _ margin: Double
  ) -> Float {
    let middle = (index * cell + cell / 2) / Double(pixels)
    return Float(middle * (length + 2 * margin) - margin)
  }
}

extension NetworkBuilder {
  /// Convolutions one after the other, `name.0.0`, `name.1.0` and so on.
  fileprivate mutating func sequence(
    _ input: FeatureMap, _ name: String, strides: [Int]
  ) throws(NetworkError) -> FeatureMap {
    var features = input
    for (index, stride) in strides.enumerated() {
      features = try convolution(features, "\(name).\(index).0", stride: stride)
    }
    return features
  }

  /// A finer map, and a coarser one brought to its channels and added.
  fileprivate mutating func joined(
    _ fine: FeatureMap, _ coarse: FeatureMap, _ name: String
  ) throws(NetworkError) -> FeatureMap {
    sum(fine, upsampledTwice(try convolution(coarse, name, activation: .none)))
  }
}
