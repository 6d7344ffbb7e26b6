internal import Inference
internal import SceneReading
internal import VisionCore

/// The network that classifies how a body throws, loaded once and shared by requests.
public struct ThrowStyleModel: Sendable {
  private let session: SignalSession

  /// Loads the network.
  ///
  /// - Parameter path: An ONNX file; `nil` takes the one that comes with the project.
  /// - Throws: ``VisionError/inference(_:)`` when the file is missing or is no such network.
  public init(path: String? = nil) throws(VisionError) {
    do throws(InferenceError) {
      session = try SignalSession(
        contentsOf: path ?? ModelLocation.path(of: "throw-style.onnx"),
        shape: [1, ThrowStyleWindow.channels, ThrowStyleWindow.length])
    } catch {
      throw .inference(error)
    }
  }

  func scores(of window: ThrowStyleWindow) async throws(VisionError) -> ThrowStyleScores {
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
