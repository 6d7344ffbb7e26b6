internal import DiceReading
internal import Foundation
public import Inference
internal import PortableInference
internal import VisionCore

/// The networks that find the tops of dice and look at each alone, loaded once and shared by
/// requests.
public struct DiceModel: Sendable {
  private let finder: InferenceSession
  private let portraitist: InferenceSession?

  /// Loads the networks.
  ///
  /// - Parameters:
  ///   - path: An ONNX file, such as `mine.onnx`, of the network that finds dice; `nil` takes
  ///     `dice.onnx`, which comes with the project. The network that looks at each die alone is the
  ///     file beside it, `mine-portrait.onnx`; without that, the first one does all.
  ///   - threads: How many threads one picture may use, at least 1; `nil` leaves it to the engine.
  ///   - precision: What OpenVINO computes in. `int8` needs a quantised file beside each full one.
  ///   - engine: What runs the networks. Plain Swift reads the file beside `path` whose name ends in
  ///     `.safetensors`, and computes in its own precision.
  /// - Throws: ``VisionError/inference(_:)`` when a file is missing or is no network.
  public init(
    path: String? = nil, threads: Int? = nil, precision: Precision = .f32,
    engine: Engine = .automatic
  ) throws(VisionError) {
    let finderPath = path ?? ModelLocation.path(of: "dice.onnx")
    let portraitPath = Self.portraitPath(besides: finderPath)
    typealias Description =
      @Sendable (inout NetworkBuilder, FeatureMap) throws(NetworkError) ->
      FeatureMap
    func session(
      _ path: String, _ describe: @escaping Description
    ) throws(InferenceError) -> InferenceSession {
      try InferenceSession(
        contentsOf: path,
        portable: PortableForm(weights: ModelLocation.weights(of: path)) {
          (layers, image) throws(NetworkError) in [try describe(&layers, image)]
        },
        engine: engine, precision: precision, threads: threads)
    }
    do throws(InferenceError) {
      finder = try session(finderPath, DiceNetwork.describe)
      let portraitFile =
        try engine.isPortable
        ? ModelLocation.weights(of: portraitPath) : precision.modelPath(besides: portraitPath)
      portraitist =
        FileManager.default.fileExists(atPath: portraitFile)
        ? try session(portraitPath, PortraitNetwork.describe) : nil
    } catch {
      throw .inference(error)
    }
  }

  /// Of `dice.onnx`, and of `dice-int8.onnx`, `dice-portrait.onnx`.
  private static func portraitPath(besides path: String) -> String {
    for suffix in ["-int8.onnx", ".onnx"] where path.hasSuffix(suffix) {
      return path.dropLast(suffix.count) + "-portrait.onnx"
    }
    return path + "-portrait"
  }

  /// Whether there is a portrait network.
  var makesViews: Bool { portraitist != nil }

  /// Does all that a search asks for.
  func read(
    _ search: inout some DiceSearch, in image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) {
    while let step = search.nextStep {
      switch step {
      case .look(let look):
        search.learn(
          try await sightings(
            in: image, orientation: orientation, look: look, threshold: search.sightingThreshold))
      case .portrait(let view):
        search.learn(try await portrait(in: image, orientation: orientation, view: view))
      }
    }
  }

  /// What one look at an image finds; a die may be seen by several cells.
  private func sightings(
    in image: RGBImage, orientation: ImageOrientation, look: Look, threshold: Float
  ) async throws(VisionError) -> [Sighting] {
    let decoder = DiceDecoder(look: look, threshold: threshold)
    let drawing = look.drawing
    return try await finder.answer(drawing.inputSize) { input throws(InferenceError) in
      drawing.draw(image, orientation: orientation, into: input)
    } read: { outputs throws(UnexpectedShape) in
      try decoder.sightings(in: outputs[0])
    }
  }

  /// What a view of one die shows.
  ///
  /// - Precondition: ``makesViews``.
  private func portrait(
    in image: RGBImage, orientation: ImageOrientation, view: Drawing
  ) async throws(VisionError) -> PortraitAnswer {
    guard let portraitist else { preconditionFailure("a portrait without its network") }
    return try await portraitist.answer(view.inputSize) { input throws(InferenceError) in
      view.draw(image, orientation: orientation, into: input)
    } read: { outputs throws(UnexpectedShape) in
      try PortraitAnswer(outputs[0])
    }
  }
}
