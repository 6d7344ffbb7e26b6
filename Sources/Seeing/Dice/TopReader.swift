package import PortableInference
package import VisionCore

/// Sees how the tops of dice lie in a picture, each by itself.
package struct TopReader {
  private let network: PortableNetwork

  /// - Parameter weights: Of the network for tops.
  /// - Throws: ``NetworkError`` where they are another network's.
  package init(_ weights: Safetensors) throws(NetworkError) {
    network = try PortableNetwork(weights, inputChannels: 3, TopNetwork.describe)
    try network.prepare(width: TopNetwork.inputSide, height: TopNetwork.inputSide)
  }

  /// - Parameters:
  ///   - dice: The boxes of their top faces, normalized to the upright picture.
  ///   - picture: As it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  /// - Returns: Of each die, in pixels of the upright picture; `nil` where its top is not seen as a square.
  /// - Throws: ``UnexpectedShape`` where the network answers otherwise than one for tops.
  package func squares(
    of dice: [BoundingBox], in picture: PicturePlanes, orientation: ImageOrientation
  ) throws(UnexpectedShape) -> [SeenSquare?] {
    let size = orientation.uprightSize(of: picture.size)
    var input = [SIMD4<UInt8>](
      repeating: .zero, count: TopNetwork.inputSide * TopNetwork.inputSide)
    var squares: [SeenSquare?] = []
    for die in dice {
      let view = TopNetwork.view(of: die, in: size)
      input.withUnsafeMutableBufferPointer {
        view.draw(picture, orientation: orientation, into: $0)
        network.fill($0)
      }
      network.run()
      squares.append(try TopNetwork.square(network, in: view))
    }
    return squares
  }
}
