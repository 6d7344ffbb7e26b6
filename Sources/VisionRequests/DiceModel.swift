internal import COpenCV
internal import DiceReading
public import Inference
internal import VisionCore

/// The network that finds the tops of dice, loaded once and shared by requests.
public struct DiceModel: Sendable {
  private let session: InferenceSession

  /// Loads the network.
  ///
  /// - Parameters:
  ///   - path: An ONNX file; `nil` takes the one that comes with the project.
  ///   - threads: How many threads one picture may use, at least 1; `nil` leaves it to the engine.
  ///   - precision: What to compute in. `int8` needs a quantised file beside the full
  ///     one.
  /// - Throws: ``VisionError/inference(_:)`` when the file is missing or is no network.
  public init(
    path: String? = nil, threads: Int? = nil, precision: Precision = .f32
  ) throws(VisionError) {
    do throws(InferenceError) {
      session = try InferenceSession(
        contentsOf: path ?? ModelLocation.path(of: "dice.onnx"), precision: precision,
        threads: threads)
    } catch {
      throw .inference(error)
    }
  }

  /// What one look at an image finds; a die may be seen by several cells.
  func sightings(
    in image: RGBImage, orientation: ImageOrientation, look: Look, threshold: Float
  ) async throws(VisionError) -> [Sighting] {
    let decoder = DiceDecoder(look: look, threshold: threshold)
    let answer: Swift.Result<[Sighting], UnexpectedShape>
    do throws(InferenceError) {
      answer = try await session.run(look.inputSize) { input throws(InferenceError) in
        try look.draw(image, orientation: orientation, into: input)
      } read: { cells in
        do throws(UnexpectedShape) {
          return .success(try decoder.sightings(in: cells))
        } catch {
          return .failure(error)
        }
      }
    } catch {
      throw .inference(error)
    }
    do throws(UnexpectedShape) {
      return try answer.get()
    } catch {
      throw .unexpectedShape(
        tensor: error.tensor, expected: error.expected, actual: error.actual)
    }
  }
}

extension Look {
  /// Draws the look's part of an image, upright, into a network's input.
  fileprivate func draw(
    _ image: RGBImage, orientation: ImageOrientation,
    into input: UnsafeMutableBufferPointer<UInt8>
  ) throws(InferenceError) {
    let (orientation, region) = view(of: orientation)
    let drew = image.pixels.withUnsafeBufferPointer { pixels in
      copencv_resample(
        pixels.baseAddress, Int32(image.width), Int32(image.height), Int32(orientation.rawValue),
        copencv_region(
          x: Int32(region.x), y: Int32(region.y), width: Int32(region.width),
          height: Int32(region.height)),
        input.baseAddress, Int32(inputSize.width), Int32(inputSize.height), Int32(drawn.width),
        Int32(drawn.height))
    }
    guard drew else {
      throw .inputNotDrawn(width: inputSize.width, height: inputSize.height)
    }
  }
}

extension RGBImage {
  /// The size of the image once it stands upright.
  func uprightSize(_ orientation: ImageOrientation) -> PixelSize {
    orientation.uprightSize(of: PixelSize(width: width, height: height))
  }
}
