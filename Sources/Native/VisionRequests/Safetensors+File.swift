internal import Foundation
internal import Inference
package import PortableInference

extension Safetensors {
  /// Reads the weights of a network for our own runtime.
  ///
  /// - Throws: ``VisionError/inference(_:)`` where there is no such file,
  ///   ``VisionError/weightsDamaged(path:)``.
  package init(path: String) throws(VisionError) {
    guard let file = FileManager.default.contents(atPath: path) else {
      throw .inference(.modelNotFound(path: path))
    }
    do throws(SafetensorsError) {
      try self.init([UInt8](file))
    } catch {
      throw .weightsDamaged(path: path)
    }
  }
}
