internal import PlayfieldMaths
public import PortableInference

/// The encoder of Whisper tiny, which turns a spectrogram into what is being said in it, 50 times a
/// second: two convolutions along time, positions, and four layers of a transformer.
///
/// Radford et al., "Robust Speech Recognition via Large-Scale Weak Supervision" (2022), section
/// 2.2. It runs over an utterance alone, not over 30 seconds. `Training/Numbers/encoder.py` is the
/// same in floats.
///
/// One thread at a time.
public final class WhisperEncoder {
  private let network: PortableNetwork

  /// Frames of the spectrogram to one place of the features.
  public static let stride = 2
  /// The longest utterance, in frames of the spectrogram: six seconds.
  public static let maximumFrames = 600
  /// Channels of a head of attention.
  private static let headSize = 64
  private static let layerCount = 4

  /// - Parameter weights: `whisper-encoder.safetensors`, as `make voice` fetches it.
  /// - Throws: `NetworkError` when they are another network's.
  public init(_ weights: Safetensors) throws(NetworkError) {
    network = try PortableNetwork(weights, inputChannels: WhisperSpectrogram.bands) {
      (layers, sound) throws(NetworkError) in
      let edges = layers.gelu(try layers.convolution(sound, "conv1", activation: .none))
      let places = layers.gelu(
        try layers.convolution(edges, "conv2", stride: Self.stride, activation: .none))
      guard places.channels.isMultiple(of: Self.headSize) else {
        throw .unexpectedShape(
          tensor: "conv2.bias", expected: [384], actual: [places.channels])
      }
      var features = layers.adding(
        Self.positions(Self.maximumFrames / Self.stride, channels: places.channels), to: places)
      for layer in 0..<Self.layerCount {
        features = try Self.transformed(features, "layers.\(layer)", &layers)
      }
      return try layers.layerNorm(features, "norm")
    }
  }

  /// Encodes an utterance.
  ///
  /// - Parameter frames: ``WhisperSpectrogram/normalized(_:)``, an even number of them, at most
  ///   ``maximumFrames``.
  /// - Returns: Place by place 384 numbers, half as many places as frames; none for other numbers
  ///   of frames.
  public func features(for frames: [[Float]]) -> [[Float]] {
    guard !frames.isEmpty, frames.count.isMultiple(of: Self.stride),
      frames.count <= Self.maximumFrames,
      (try? network.prepare(width: frames.count, height: 1)) != nil
    else { return [] }
    network.fill { _, floats in
      for (place, frame) in zip(0..., frames) {
        for (band, number) in zip(0..., frame) {
          floats[place * WhisperSpectrogram.bands + band] = number
        }
      }
    }
    network.run()
    let places = frames.count / Self.stride
    return network.withOutput { numbers in
      (0..<places).map { place in
        (0..<network.outputShape[1]).map { numbers[$0 * places + place] }
      }
    }
  }

  /// Floating-point operations of the last run.
  public var operations: Int { network.operations }

  /// A transformer's layer: attention, then two dense layers at each place, both of what was
  /// normalized and added to what was not. Xiong et al., "On Layer Normalization in the Transformer
  /// Architecture" (2020).
  private static func transformed(
    _ features: FeatureMap, _ name: String, _ layers: inout NetworkBuilder
  ) throws(NetworkError) -> FeatureMap {
    let queries = try layers.convolution(
      try layers.layerNorm(features, name + ".attention.norm"), name + ".attention.input",
      activation: .none)
    guard queries.channels == 3 * features.channels else {
      throw .unexpectedShape(
        tensor: name + ".attention.input.bias", expected: [3 * features.channels],
        actual: [queries.channels])
    }
    let mixed = layers.attention(queries, heads: features.channels / headSize)
    let attended = try layers.convolution(
      mixed, name + ".attention.output", activation: .none, adding: features)
    let hidden = layers.gelu(
      try layers.convolution(
        try layers.layerNorm(attended, name + ".mlp.norm"), name + ".mlp.input", activation: .none))
    return try layers.convolution(hidden, name + ".mlp.output", activation: .none, adding: attended)
  }

  /// Where in an utterance a place is: sines and cosines of wavelengths from 2π to 20,000π places,
  /// as in Vaswani et al., "Attention Is All You Need" (2017), section 3.5, sines first.
  ///
  /// - Returns: Place by place.
  static func positions(_ places: Int, channels: Int) -> [Float] {
    let half = channels / 2
    let rates = (0..<half).map { index in
      exponential(-naturalLogarithm(10_000.0) / Double(half - 1) * Double(index))
    }
    return (0..<places).flatMap { place in
      let angles = rates.map { Double(place) * $0 }
      return angles.map { Float(sine(of: $0)) } + angles.map { Float(cosine(of: $0)) }
    }
  }
}
