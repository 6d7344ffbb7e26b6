internal import Foundation
internal import PortableInference
package import SpokenNumbers

/// The networks that hear the words of numbers, read once and shared by requests.
public struct SpokenNumberModel: Sendable {
  private let encoder: Safetensors
  private let head: Safetensors

  /// The folder in which `make voice` leaves the encoder.
  private static let folder = ".deps/voice"

  /// Reads the networks.
  ///
  /// - Parameter path: The head, a safetensors file; `nil` takes `number-head.safetensors`, which comes with
  ///   the project.
  /// - Throws: ``VisionError/encoderMissing(path:)`` where `make voice` has not run,
  ///   ``VisionError/inference(_:)`` where there is no head, ``VisionError/weightsDamaged(path:)``, or
  ///   ``VisionError/weightsUnsuitable(path:wanted:)`` where a file holds another network.
  public init(path: String? = nil) throws(VisionError) {
    let encoderPath = ModelLocation.path(of: "whisper-encoder.safetensors", in: Self.folder)
    guard FileManager.default.fileExists(atPath: encoderPath) else {
      throw .encoderMissing(path: encoderPath)
    }
    encoder = try Safetensors(path: encoderPath)
    let headPath = path ?? ModelLocation.path(of: "number-head.safetensors")
    head = try Safetensors(path: headPath)
    do throws(NetworkError) {
      _ = try WhisperEncoder(encoder)
    } catch {
      throw .weightsUnsuitable(path: encoderPath, wanted: "hears speech")
    }
    do throws(NetworkError) {
      _ = try NumberHead(head)
    } catch {
      throw .weightsUnsuitable(path: headPath, wanted: "hears numbers")
    }
  }

  /// The networks, with memory of their own.
  package func makeNetwork() -> NumberNetwork {
    guard let encoder = try? WhisperEncoder(encoder), let head = try? NumberHead(head) else {
      preconditionFailure("weights that made a network make another one")
    }
    return NumberNetwork(encoder, head)
  }
}
