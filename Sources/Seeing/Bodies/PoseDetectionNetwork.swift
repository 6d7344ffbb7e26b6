package import PortableInference

/// The network that finds people, MediaPipe's `pose_detection.tflite`, with the names that
/// `Scripts/convert-poses.py` gives its layers.
///
/// Blocks of MobileNetV2 and, from the coarsest map up, two finer ones; on each of the three lie anchors.
package enum PoseDetectionNetwork {
  /// - Parameters:
  ///   - layers: Where they are written down.
  ///   - image: `[3, 224, 224]` of RGB in `-1...1`.
  /// - Returns: The boxes of the anchors of 8, 16 and 32 pixels, then their scores.
  /// - Throws: ``NetworkError`` when the weights are another network's.
  package static func describe(
    _ layers: inout NetworkBuilder, _ image: FeatureMap
  ) throws(NetworkError) -> [FeatureMap] {
    let (top, inputs) = try layers.poseFeatures(image)
    var maps = [top]
    for (level, input) in [(1, inputs[2]), (0, inputs[1])] {
      let skip = try layers.separable(
        input, "skips.\(level)", between: .none, activation: .relu6)
      let joined = try layers.convolution(
        layers.doubled(maps[0]), "up.\(level)", activation: .relu6, adding: skip)
      let fine = try layers.refined(joined, "refine.\(level)", times: 2, between: .none)
      maps.insert(fine, at: 0)
    }
    var (boxes, scores): ([FeatureMap], [FeatureMap]) = ([], [])
    for (level, map) in maps.enumerated() {
      let places = layers.channelsToPlaces(map)
      func head(
        _ kind: String, _ layers: inout NetworkBuilder
      ) throws(NetworkError) -> FeatureMap {
        try layers.separable(
          places, "heads.\(level).\(kind)", stride: 2, between: .none, activation: .none)
      }
      scores.append(try head("scores", &layers))
      boxes.append(try head("boxes", &layers))
    }
    return boxes + scores
  }

  /// What ``PoseDetectionDecoder`` reads.
  ///
  /// - Parameter network: Has run; its answers lie place by place.
  /// - Returns: The boxes and the scores of all anchors.
  package static func answers(of network: PortableNetwork) -> [NetworkAnswer] {
    [(0..<3, PoseDetectionDecoder.coordinates), (3..<6, 1)].map { outputs, numbers in
      let values = outputs.flatMap { network.values(ofOutput: $0) }
      return NetworkAnswer(shape: [1, values.count / numbers, numbers], values: values)
    }
  }
}
