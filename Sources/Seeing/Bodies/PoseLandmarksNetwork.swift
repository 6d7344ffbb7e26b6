internal import PlayfieldMaths
package import PortableInference

/// The network that finds one person's landmarks, MediaPipe's `pose_landmark_full.tflite` without the
/// silhouette and the landmarks in metres, with the names that `Scripts/convert-poses.py` gives its layers.
package enum PoseLandmarksNetwork {
  /// - Parameters:
  ///   - layers: Where they are written down.
  ///   - image: `[3, 256, 256]` of RGB in `0...1`.
  /// - Returns: The landmarks' numbers, the logit that there is a person, and the heatmap.
  /// - Throws: ``NetworkError`` when the weights are another network's.
  package static func describe(
    _ layers: inout NetworkBuilder, _ image: FeatureMap
  ) throws(NetworkError) -> [FeatureMap] {
    let (top, inputs) = try layers.poseFeatures(image)
    // The heatmap, of a quarter of the picture's size.
    var fine = try layers.separable(top, "top", activation: .relu6)
    for (level, input) in inputs.enumerated().reversed() {
      fine = try layers.separable(
        input, "skips.\(level)", activation: .relu6, adding: layers.doubled(fine))
    }
    let heat = try layers.convolution(fine, "heat", activation: .none)
    // The numbers, from ever fewer places.
    var features = try layers.separable(top, "values", activation: .relu6)
    for (step, times) in [4, 5].enumerated() {
      let down = try layers.separable(
        features, "down.\(step)", stride: 2, padsAsTensorFlow: true, activation: .none)
      let pooled = layers.maxPool(features, size: 2, stride: 2)
      features = try layers.refined(
        layers.sum(pooled, down, activation: .relu6), "refine.\(step)", times: times,
        between: .relu6)
    }
    return [
      try layers.convolution(features, "values", padding: 0, activation: .none),
      try layers.convolution(features, "confidence", padding: 0, activation: .none), heat,
    ]
  }

  /// What ``BodyLandmarks`` reads, in the order of the file's outputs.
  ///
  /// - Parameter network: Has run; its answers lie place by place.
  /// - Returns: The landmarks' numbers, how likely there is a person, nothing of the silhouette, and the heatmap.
  package static func answers(of network: PortableNetwork) -> [NetworkAnswer] {
    let numbers = network.values(ofOutput: 0)
    let confidence = network.values(ofOutput: 1).map { Float(logit: $0) }
    return [
      NetworkAnswer(shape: [1, numbers.count], values: numbers),
      NetworkAnswer(shape: [1, confidence.count], values: confidence),
      NetworkAnswer(shape: [0], values: []),
      NetworkAnswer(shape: network.outputShapes[2], values: network.values(ofOutput: 2)),
    ]
  }
}
