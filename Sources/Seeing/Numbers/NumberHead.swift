public import PortableInference

/// Hears the parts of numbers' words in what ``WhisperEncoder`` makes of an utterance;
/// `Training/Numbers/head.py` is where it comes from.
///
/// One thread at a time.
public final class NumberHead {
  private let network: PortableNetwork
  private let channels: Int

  /// - Parameter weights: What `Training/Numbers/choose.py` writes.
  /// - Throws: `NetworkError` when they are another network's.
  public init(_ weights: Safetensors) throws(NetworkError) {
    guard let shape = weights.shape(of: "reduce.weight"), shape.count == 4 else {
      throw .missingTensor("reduce.weight")
    }
    channels = shape[1]
    network = try PortableNetwork(weights, inputChannels: channels) {
      (layers, features) throws(NetworkError) in
      let reduced = try layers.convolution(features, "reduce", stride: 2)
      let context = try layers.convolution(reduced, "context", adding: reduced)
      return try layers.convolution(context, "words", activation: .none)
    }
    try network.prepare(width: 2, height: 1)
    guard network.outputShape[1] == PartScores.classes else {
      throw .unexpectedShape(
        tensor: "words.bias", expected: [PartScores.classes], actual: [network.outputShape[1]])
    }
  }

  /// Listens to an utterance.
  ///
  /// - Parameter features: ``WhisperEncoder/features(for:)``, place by place.
  /// - Returns: ``PartScores/rate`` outputs a second, one for every two places and one at the end.
  public func scores(for features: [[Float]]) -> PartScores {
    guard let first = features.first, first.count == channels,
      (try? network.prepare(width: features.count, height: 1)) != nil
    else { return PartScores(probabilities: []) }
    network.fill { _, floats in
      for (place, numbers) in zip(0..., features) {
        for (channel, number) in zip(0..., numbers) { floats[place * channels + channel] = number }
      }
    }
    network.run()
    let outputs = network.outputShape[3]
    return network.withOutput { logits in
      PartScores(
        logits: (0..<outputs).map { output in
          (0..<PartScores.classes).map { logits[$0 * outputs + output] }
        })
    }
  }
}
