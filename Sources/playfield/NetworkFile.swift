import Inference
import Media
import PortableInference
import VisionRequests

extension Safetensors {
  /// Reads a file of weights.
  ///
  /// - Throws: That the file is missing or damaged.
  init(path: String) throws(Failure) {
    let bytes: [UInt8]
    do throws(MediaError) {
      bytes = try readFile(path, limit: 100_000_000) { _ in }
    } catch .notFound {
      throw Failure(.inference(.modelNotFound(path: path)))
    } catch {
      throw Failure(error)
    }
    do throws(SafetensorsError) {
      try self.init(bytes)
    } catch {
      throw Failure(
        status: .unreadable,
        sentence: """
          '\(path)' is no whole safetensors file. 'git checkout -- Models' brings the project's \
          back.
          """)
    }
  }
}

/// Loads a network of our own runtime.
///
/// - Parameters:
///   - path: A safetensors file; `nil` takes the one that comes with the project.
///   - name: That one's name.
///   - purpose: What the network does, as in "the one that reads digits".
///   - load: Makes the network of its weights.
/// - Returns: What `load` makes.
/// - Throws: That the file is missing, damaged, or holds another network.
func loadNetwork<Network>(
  _ path: String?, named name: String, purpose: String,
  _ load: (Safetensors) throws(NetworkError) -> Network
) throws(Failure) -> Network {
  let path = path ?? ModelLocation.path(of: name)
  let weights = try Safetensors(path: path)
  do throws(NetworkError) {
    return try load(weights)
  } catch {
    throw Failure(
      status: .unreadable,
      sentence: "'\(path)' holds another network than the one that \(purpose).")
  }
}
