internal import PlayfieldMaths
internal import PortableInference
internal import SceneReading
internal import VisionCore

/// A network that watching a game needs; its raw value is its number for JavaScript.
enum TossNetwork: UInt8, CaseIterable {
  case boards, boardFits, people, bodies, styles

  private var outputOrder: PortableNetwork.OutputOrder {
    switch self {
    case .boards, .boardFits, .styles: .channelByChannel
    case .people, .bodies: .placeByPlace
    }
  }

  private var inputChannels: Int { self == .styles ? ThrowStyleWindow.channels : 3 }

  /// What the bytes `0` and `255` of a picture become.
  private var range: ClosedRange<Float> { self == .people ? -1...1 : 0...1 }

  /// - Throws: ``NetworkError`` when the weights are another network's.
  func makeNetwork(_ weights: Safetensors) throws(NetworkError) -> PortableNetwork {
    try PortableNetwork(weights, inputChannels: inputChannels, outputOrder: outputOrder) {
      (layers, input) throws(NetworkError) in
      switch self {
      case .boards: try GameboardFinderNetwork.describe(&layers, input)
      case .boardFits: try GameboardFitterNetwork.describe(&layers, input)
      case .people: try PoseDetectionNetwork.describe(&layers, input)
      case .bodies: try PoseLandmarksNetwork.describe(&layers, input)
      case .styles: [try ThrowStyleNetwork.describe(&layers, input)]
      }
    }
  }

  /// Runs the network on a picture: red, green and blue of each pixel, row by row.
  ///
  /// - Throws: ``NetworkError`` for a size that it cannot take.
  func run(
    _ network: PortableNetwork, on picture: UnsafeBufferPointer<UInt8>, size: PixelSize
  ) throws(NetworkError) -> [NetworkAnswer] {
    try network.prepare(width: size.width, height: size.height)
    let (zero, step) = (range.lowerBound, (range.upperBound - range.lowerBound) / 255)
    network.fill { row, floats in
      var byte = row * size.width * 3
      for column in 0..<size.width {
        for channel in 0..<3 {
          floats[column * 4 + channel] = zero + step * Float(picture[byte + channel])
        }
        floats[column * 4 + 3] = 0
        byte += 3
      }
    }
    network.run()
    return switch self {
    case .boards: GameboardFinderNetwork.answers(of: network)
    case .boardFits: GameboardFitterNetwork.answers(of: network)
    case .people: PoseDetectionNetwork.answers(of: network)
    case .bodies: PoseLandmarksNetwork.answers(of: network)
    case .styles: []
    }
  }
}
