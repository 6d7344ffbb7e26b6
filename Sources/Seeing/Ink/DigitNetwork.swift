public import PortableInference

/// The network that reads the picture of a digit; `Training/Digits/model.py` is where it comes from.
///
/// One thread at a time.
public final class DigitNetwork {
  private let network: PortableNetwork

  /// - Parameter weights: `Models/digits.safetensors`.
  /// - Throws: `NetworkError` when they are another network's.
  public init(_ weights: Safetensors) throws(NetworkError) {
    network = try PortableNetwork(weights, inputChannels: 1) {
      (layers, picture) throws(NetworkError) in
      var features = try layers.convolution(picture, "features.0")
      features = try layers.convolution(features, "features.1", stride: 2)
      features = try layers.convolution(features, "features.2")
      features = try layers.convolution(features, "features.3", stride: 2)
      features = try layers.convolution(features, "features.4")
      features = try layers.convolution(features, "features.5", stride: 2)
      return try layers.dense(features, "head", activation: .none)
    }
    try network.prepare(width: DigitPicture.side, height: DigitPicture.side)
    guard network.outputShape == [1, DigitScores.classes, 1, 1] else {
      throw .unexpectedShape(
        tensor: "head", expected: [1, DigitScores.classes, 1, 1], actual: network.outputShape)
    }
  }

  /// Reads a picture.
  public func scores(for picture: DigitPicture) -> DigitScores {
    DigitScores(logits: logits(for: picture))
  }

  /// The network's answer as it is.
  func logits(for picture: DigitPicture) -> [Float] {
    network.fill { row, floats in
      // A place of the picture has one number, and three that count for nothing.
      for column in 0..<DigitPicture.side {
        floats[4 * column] = picture.pixels[row * DigitPicture.side + column]
        for padding in 1..<4 { floats[4 * column + padding] = 0 }
      }
    }
    network.run()
    return network.withOutput { logits in (0..<DigitScores.classes).map { logits[$0] } }
  }
}
