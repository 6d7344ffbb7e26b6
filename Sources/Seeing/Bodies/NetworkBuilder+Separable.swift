internal import PortableInference

extension NetworkBuilder {
  /// Each channel by itself, then all together at each place: `name.depthwise`, `name.project`.
  mutating func separable(
    _ input: FeatureMap, _ name: String, stride: Int = 1, padsAsTensorFlow: Bool = false,
    between: Activation = .relu6, activation: Activation, adding other: FeatureMap? = nil
  ) throws(NetworkError) -> FeatureMap {
    let apart = try depthwiseConvolution(
      input, name + ".depthwise", stride: stride, padsAsTensorFlow: padsAsTensorFlow,
      activation: between)
    return try convolution(apart, name + ".project", activation: activation, adding: other)
  }

  /// An inverted residual: more channels, each by itself, fewer; added to the input where that has the
  /// same shape.
  ///
  /// Sandler et al., "MobileNetV2: Inverted Residuals and Linear Bottlenecks" (2018),
  /// <https://arxiv.org/abs/1801.04381>.
  mutating func invertedResidual(
    _ input: FeatureMap, _ name: String, stride: Int = 1, isAdded: Bool
  ) throws(NetworkError) -> FeatureMap {
    let wide = try convolution(input, name + ".expand", activation: .relu6)
    return try separable(
      wide, name, stride: stride, activation: .none, adding: isAdded ? input : nil)
  }

  /// Several times ``separable(_:_:stride:padsAsTensorFlow:between:activation:adding:)``, each added to its input.
  mutating func refined(
    _ input: FeatureMap, _ name: String, times: Int, between: Activation
  ) throws(NetworkError) -> FeatureMap {
    var features = input
    for time in 0..<times {
      let change = try separable(
        features, "\(name).\(time)", between: between, activation: .none)
      features = sum(features, change, activation: .relu6)
    }
    return features
  }

  /// What both pose networks begin with: a picture in half its size, and the blocks over it.
  ///
  /// - Returns: The last block's input, more channels of it each by itself, and what later layers see of
  ///   the inputs of blocks 2, 4 and 10.
  mutating func poseFeatures(
    _ image: FeatureMap
  ) throws(NetworkError) -> (top: FeatureMap, inputs: [FeatureMap]) {
    let stem = try convolution(image, "stem", stride: 2, activation: .relu6)
    var features = try separable(stem, "stem", activation: .none)
    var inputs: [FeatureMap] = []
    for block in 0..<14 {
      let isSmaller = [0, 2, 4, 10].contains(block)
      if isSmaller, block > 0 { inputs.append(features) }
      features = try invertedResidual(
        features, "blocks.\(block)", stride: isSmaller ? 2 : 1,
        // The seventh has more channels than its input.
        isAdded: !isSmaller && block != 7)
    }
    let wide = try convolution(features, "blocks.14.expand", activation: .relu6)
    return (try depthwiseConvolution(wide, "blocks.14.depthwise"), inputs)
  }
}
