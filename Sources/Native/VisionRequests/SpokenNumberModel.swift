internal import PortableInference
package import SpokenNumbers

/// The network that hears the words of numbers, read once and shared by requests.
public struct SpokenNumberModel: Sendable {
  private let weights: Safetensors

  /// Reads the network.
  ///
  /// - Parameter path: A safetensors file; `nil` takes `numbers.safetensors`, which comes with the project.
  /// - Throws: ``VisionError/inference(_:)`` where there is no such file,
  ///   ``VisionError/weightsDamaged(path:)``, or ``VisionError/weightsUnsuitable(path:wanted:)`` where it holds
  ///   another network.
  public init(path: String? = nil) throws(VisionError) {
    let path = path ?? ModelLocation.path(of: "numbers.safetensors")
    let weights = try Safetensors(path: path)
    do throws(NetworkError) {
      _ = try NumberNetwork(weights)
    } catch {
      throw .weightsUnsuitable(path: path, wanted: "hears numbers")
    }
    self.weights = weights
  }

  /// The network, with memory of its own.
  package func makeNetwork() -> NumberNetwork {
    guard let network = try? NumberNetwork(weights) else {
      preconditionFailure("weights that made a network make another one")
    }
    return network
  }
}
