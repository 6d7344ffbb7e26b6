internal import PortableInference

extension NetworkBuilder {
  /// 1 x 1 to half the channels, 3 x 3 back, added to the input.
  mutating func residual(
    _ input: FeatureMap, _ name: String
  ) throws(NetworkError) -> FeatureMap {
    let reduced = try convolution(input, name + ".reduce.0")
    return try convolution(reduced, name + ".expand.0", adding: input)
  }
}
