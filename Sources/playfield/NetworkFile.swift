import PortableInference
import VisionRequests

/// Loads a network of our own runtime.
///
/// - Parameters:
///   - path: A safetensors file; `nil` takes the one that comes with the project.
///   - name: That one's name.
///   - wanted: What the network does, such as "reads digits".
///   - load: Makes the network of its weights.
/// - Returns: What `load` makes.
/// - Throws: That the file is missing, damaged, or holds another network.
func loadNetwork<Network>(
  _ path: String?, named name: String, wanted: String,
  _ load: (Safetensors) throws(NetworkError) -> Network
) throws(Failure) -> Network {
  let path = path ?? ModelLocation.path(of: name)
  let weights: Safetensors
  do throws(VisionError) {
    weights = try Safetensors(path: path)
  } catch {
    throw Failure(error)
  }
  do throws(NetworkError) {
    return try load(weights)
  } catch {
    throw Failure(VisionError.weightsUnsuitable(path: path, wanted: wanted))
  }
}
