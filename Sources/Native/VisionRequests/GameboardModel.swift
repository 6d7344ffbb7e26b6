public import Inference
internal import PortableInference
package import SceneReading
internal import VisionCore

/// The two networks that find boards, loaded once and shared by requests.
///
/// The first finds boards in a picture, roughly. The second looks at each alone, straightened as if
/// seen from above: it says whether there is a board, which of its ends is the far one, and where its
/// corners and its hole are.
public struct GameboardModel: Sendable {
  private let finder: InferenceSession
  private let fitter: InferenceSession

  /// Loads the networks.
  ///
  /// - Parameters:
  ///   - folder: Holds `gameboard.onnx` and `gameboard-fit.onnx`, or the same as safetensors for plain
  ///     Swift; `nil` takes those that come with the project.
  ///   - threads: How many threads one picture may use, at least 1; `nil` leaves it to the engine.
  ///   - engine: What runs the networks.
  /// - Throws: ``VisionError/inference(_:)`` when a file is missing or is no network.
  public init(
    folder: String? = nil, threads: Int? = nil, engine: Engine = .automatic
  ) throws(VisionError) {
    func path(_ name: String) -> String {
      folder.map { "\($0)/\(name)" } ?? ModelLocation.path(of: name)
    }
    do throws(InferenceError) {
      finder = try InferenceSession(
        contentsOf: path("gameboard.onnx"),
        portable: PortableForm(
          weights: path("gameboard.safetensors"), describe: GameboardFinderNetwork.describe,
          answers: GameboardFinderNetwork.answers),
        engine: engine, threads: threads)
      fitter = try InferenceSession(
        contentsOf: path("gameboard-fit.onnx"),
        portable: PortableForm(
          weights: path("gameboard-fit.safetensors"), describe: GameboardFitterNetwork.describe,
          answers: GameboardFitterNetwork.answers),
        engine: engine, threads: threads)
    } catch {
      throw .inference(error)
    }
  }

  /// Runs the networks until a picture has been searched.
  ///
  /// - Parameter search: As it begins; afterwards as it has ended.
  /// - Throws: ``VisionError`` when a network cannot be run.
  package func run(_ search: inout GameboardSearch) async throws(VisionError) {
    let (image, orientation) = (search.image, search.orientation)
    while let step = search.nextStep {
      switch step {
      case .find(let decoder):
        search.record(try await candidates(decoder, in: image, orientation: orientation))
      case .fit(let corners, let isMirrored):
        search.record(
          try await fit(corners, in: image, orientation: orientation, isMirrored: isMirrored))
      }
    }
  }

  private func candidates(
    _ decoder: GameboardFinderDecoder, in image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> GameboardSearch.Found {
    try await finder.answer(decoder.inputSize) { input throws(InferenceError) in
      decoder.drawing(of: image.uprightSize(orientation))
        .draw(image, orientation: orientation, into: input)
    } read: { outputs throws(UnexpectedShape) in
      (try decoder.candidates(in: outputs[0]), try decoder.outlines(in: outputs[0]))
    }
  }

  /// Looks at one candidate alone; with `isMirrored` at its mirror image, and the answer is turned back.
  private func fit(
    _ candidate: BoardQuadrilateral, in image: RGBImage, orientation: ImageOrientation,
    isMirrored: Bool
  ) async throws(VisionError) -> GameboardFit {
    let size = GameboardFit.inputSize
    return try await fitter.answer(size) { input throws(InferenceError) in
      guard candidate.isDrawable else {
        throw .inputNotDrawn(width: size.width, height: size.height)
      }
      GameboardFit.draw(
        candidate, of: image, orientation: orientation, isMirrored: isMirrored, into: input)
    } read: { outputs throws(UnexpectedShape) in
      let fit = try GameboardFit(outputs[0])
      return isMirrored ? fit.mirrored : fit
    }
  }

  /// What the second network is shown of a candidate.
  func view(
    of candidate: BoardQuadrilateral, in image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> RGBImage {
    let size = GameboardFit.inputSize
    guard candidate.isDrawable else {
      throw .inference(.inputNotDrawn(width: size.width, height: size.height))
    }
    var view = RGBImage(
      width: size.width, height: size.height,
      pixels: [UInt8](repeating: 0, count: 3 * size.width * size.height))
    view.pixels.withUnsafeMutableBufferPointer {
      GameboardFit.draw(candidate, of: image, orientation: orientation, into: $0)
    }
    return view
  }
}
