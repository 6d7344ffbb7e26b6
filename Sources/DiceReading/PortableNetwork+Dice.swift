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

extension DiceDecoder {
  /// All the cells that show a die, in what a network has answered.
  package func sightings(in network: PortableNetwork) throws(UnexpectedShape) -> [Sighting] {
    let answer: Result<[Sighting], UnexpectedShape> = network.withOutput { values in
      do throws(UnexpectedShape) {
        return .success(try sightings(in: Tensor(shape: network.outputShape, values: values)))
      } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }
}

extension PortraitAnswer {
  /// What a network has answered.
  package init(from network: PortableNetwork) throws(UnexpectedShape) {
    let answer: Result<PortraitAnswer, UnexpectedShape> = network.withOutput { values in
      do throws(UnexpectedShape) {
        return .success(
          try PortraitAnswer(Tensor(shape: network.outputShape, values: values)))
      } catch {
        return .failure(error)
      }
    }
    self = try answer.get()
  }
}

extension TopNetwork {
  /// ``square(_:in:)`` of what a network has answered.
  package static func square(
    _ network: PortableNetwork, in view: Drawing
  ) throws(UnexpectedShape) -> SeenSquare? {
    let answer: Result<SeenSquare?, UnexpectedShape> = network.withOutput { values in
      do throws(UnexpectedShape) {
        return .success(
          try square(Tensor(shape: network.outputShape, values: values), in: view))
      } catch {
        return .failure(error)
      }
    }
    return try answer.get()
  }
}
