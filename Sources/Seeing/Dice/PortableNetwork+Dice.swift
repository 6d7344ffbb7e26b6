package import PortableInference
package import VisionCore

extension PortableNetwork {
  /// Takes a picture that ``Drawing/draw(_:orientation:into:)`` has drawn for its input.
  package func fill(_ picture: UnsafeMutableBufferPointer<SIMD4<UInt8>>) {
    let width = inputWidth
    precondition(picture.count == width * inputHeight, "a picture of the input's size")
    fill { row, floats in
      for column in 0..<width {
        let pixel = picture[row * width + column]
        floats[column * 4] = Float(pixel.x) * (1 / 255)
        floats[column * 4 + 1] = Float(pixel.y) * (1 / 255)
        floats[column * 4 + 2] = Float(pixel.z) * (1 / 255)
        floats[column * 4 + 3] = 0
      }
    }
  }
}

extension PortableNetwork {
  /// What `read` makes of the answer.
  fileprivate func answer<Answer>(
    _ read: (borrowing Tensor) throws(UnexpectedShape) -> Answer
  ) throws(UnexpectedShape) -> Answer {
    let answer: Result<Answer, UnexpectedShape> = withOutput { values in
      do throws(UnexpectedShape) {
        return .success(try read(Tensor(shape: outputShape, values: values)))
      } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }
}

extension DiceDecoder {
  /// All the cells that show a die, in what a network has answered.
  package func sightings(in network: PortableNetwork) throws(UnexpectedShape) -> [Sighting] {
    try network.answer { answer throws(UnexpectedShape) in try sightings(in: answer) }
  }
}

extension PortraitAnswer {
  /// What a network has answered.
  package init(from network: PortableNetwork) throws(UnexpectedShape) {
    self = try network.answer { answer throws(UnexpectedShape) in try PortraitAnswer(answer) }
  }
}

extension TopNetwork {
  /// ``square(_:in:)`` of what a network has answered.
  package static func square(
    _ network: PortableNetwork, in view: Drawing
  ) throws(UnexpectedShape) -> SeenSquare? {
    try network.answer { answer throws(UnexpectedShape) in try square(answer, in: view) }
  }
}
