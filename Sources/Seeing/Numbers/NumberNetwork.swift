public import PortableInference

/// The network that hears the parts of numbers' words; `Training/Numbers/model.py` is where it comes from.
///
/// One thread at a time.
public final class NumberNetwork {
  private let network: PortableNetwork

  /// Frames of the spectrogram to one output.
  private static let stride = 4
  /// Widths are multiples of so many frames, so that few plans are made as a sound grows.
  private static let widthStep = 32

  /// - Parameter weights: `Models/numbers.safetensors`.
  /// - Throws: `NetworkError` when they are another network's.
  public init(_ weights: Safetensors) throws(NetworkError) {
    network = try PortableNetwork(weights, inputChannels: 1) {
      (layers, sound) throws(NetworkError) in
      var features = try layers.convolution(sound, "picture.0", stride: 2)
      features = try layers.convolution(features, "picture.1", stride: 2)
      features = try layers.convolution(features, "bands", padding: 0)
      for block in 0..<5 {
        features = try layers.convolution(features, "blocks.\(block)", adding: features)
      }
      return try layers.convolution(features, "head", relu: false)
    }
    try network.prepare(width: Self.widthStep, height: LogMelSpectrogram.bands)
    let expected = [1, PartScores.classes, 1, Self.widthStep / Self.stride]
    guard network.outputShape == expected else {
      throw .unexpectedShape(tensor: "head", expected: expected, actual: network.outputShape)
    }
  }

  /// Listens to a stretch of sound.
  ///
  /// - Parameter frames: Of a ``LogMelSpectrogram``, at most 16,384.
  /// - Returns: An output for every four frames begun.
  public func scores(for frames: some RandomAccessCollection<[Float]>) -> PartScores {
    PartScores(logits: logits(for: LogMelSpectrogram.levelled(Array(frames))))
  }

  /// The network's answer as it is, to ``LogMelSpectrogram/levelled(_:)`` frames.
  func logits(for frames: [[Float]]) -> [[Float]] {
    let width = (frames.count + Self.widthStep - 1) / Self.widthStep * Self.widthStep
    guard width > 0, (try? network.prepare(width: width, height: LogMelSpectrogram.bands)) != nil
    else { return [] }
    network.fill { band, floats in
      // A place has one number, and three that count for nothing; what follows the sound is silence.
      floats.update(repeating: 0)
      for column in frames.indices { floats[4 * column] = frames[column][band] }
    }
    network.run()
    let outputs = width / Self.stride
    return network.withOutput { logits in
      (0..<(frames.count + Self.stride - 1) / Self.stride).map { output in
        (0..<PartScores.classes).map { logits[$0 * outputs + output] }
      }
    }
  }
}
