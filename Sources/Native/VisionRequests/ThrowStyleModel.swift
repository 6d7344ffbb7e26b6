public import Inference
internal import PortableInference
package import SceneReading
internal import VisionCore

/// The network that classifies how a body throws, loaded once and shared by requests.
public struct ThrowStyleModel: Sendable {
  private enum Runner {
    case openVINO(SignalSession)
    case portable(PortableStyles)
  }

  private let runner: Runner

  /// Loads the network.
  ///
  /// - Parameters:
  ///   - path: An ONNX file; `nil` takes the one that comes with the project.
  ///   - engine: What runs the network. Plain Swift reads the file beside `path` whose name ends in
  ///     `.safetensors`.
  /// - Throws: ``VisionError/inference(_:)`` when the file is missing or is no such network.
  public init(path: String? = nil, engine: Engine = .automatic) throws(VisionError) {
    let path = path ?? ModelLocation.path(of: "throw-style.onnx")
    do throws(InferenceError) {
      runner =
        try engine.isPortable
        ? .portable(try PortableStyles(weights: ModelLocation.weights(of: path)))
        : .openVINO(
          try SignalSession(
            contentsOf: path, shape: [1, ThrowStyleWindow.channels, ThrowStyleWindow.length]))
    } catch {
      throw .inference(error)
    }
  }

  /// Runs the network until it has seen a motion.
  ///
  /// - Parameters:
  ///   - search: As it begins; afterwards as it has ended.
  ///   - note: Receives each look.
  /// - Throws: ``VisionError`` when the network cannot be run.
  package func run(
    _ search: inout ThrowStyleSearch, noting note: (ThrowStyleLook) -> Void = { _ in }
  ) async throws(VisionError) {
    while let excerpt = search.next {
      let scores = try await scores(of: excerpt.window)
      note(ThrowStyleLook(start: excerpt.start, window: excerpt.window, scores: scores))
      search.record(scores)
    }
  }

  func scores(of window: ThrowStyleWindow) async throws(VisionError) -> ThrowStyleScores {
    switch runner {
    case .portable(let styles): return try await styles.scores(of: window)
    case .openVINO(let session):
      let answer: (shape: [Int], values: [Float])
      do throws(InferenceError) {
        answer = try await session.run(window.values)
      } catch {
        throw .inference(error)
      }
      guard answer.shape == [1, 4] else {
        throw .unexpectedShape(tensor: "scores", expected: [1, 4], actual: answer.shape)
      }
      return ThrowStyleScores(logits: SIMD4(answer.values))
    }
  }
}

/// The same network on plain Swift.
private actor PortableStyles {
  private let path: String
  private let network: PortableNetwork

  init(weights: String) throws(InferenceError) {
    path = weights
    let form = PortableForm(weights: weights) { (layers, motion) throws(NetworkError) in
      [try ThrowStyleNetwork.describe(&layers, motion)]
    }
    network = try form.makeNetwork(inputChannels: ThrowStyleWindow.channels)
  }

  func scores(of window: ThrowStyleWindow) throws(VisionError) -> ThrowStyleScores {
    do throws(NetworkError) {
      return ThrowStyleScores(logits: try ThrowStyleNetwork.logits(of: window, by: network))
    } catch {
      throw .weightsUnsuitable(path: path, wanted: "classifies throws")
    }
  }
}
