internal import Foundation

/// Where the networks lie.
package enum ModelLocation {
  /// In which the project's own networks lie.
  package static let ownFolder = "Models"

  /// The weights of an ONNX file's network for plain Swift, in the file beside it.
  static func weights(of path: String) -> String {
    for suffix in ["-int8.onnx", ".onnx"] where path.hasSuffix(suffix) {
      return path.dropLast(suffix.count) + ".safetensors"
    }
    return path + ".safetensors"
  }

  /// The path of a model that comes with the project, or with its set-up.
  ///
  /// Looked for in the folder that the environment variable `PLAYFIELD_MODELS` names, and what comes with
  /// the set-up also in `folder` above that one; where it is unset or empty in `folder` beside or above the
  /// executable, so that a build works from any folder, and at last in `folder` below the working
  /// directory. The system's own word for the executable is taken (`/proc/self/exe`): a name found along
  /// `PATH` has no folder in it.
  ///
  /// - Returns: The first path at which a file is, or the last one tried.
  package static func path(
    of name: String, in folder: String = ownFolder,
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String = "/proc/self/exe"
  ) -> String {
    var above = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    if let named = environment["PLAYFIELD_MODELS"], !named.isEmpty {
      let path = "\(named)/\(name)"
      if folder == ownFolder || FileManager.default.fileExists(atPath: path) { return path }
      above = URL(filePath: named).standardizedFileURL
    }
    while above.path() != "/" {
      let candidate = above.appending(path: "\(folder)/\(name)").path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      above.deleteLastPathComponent()
    }
    return "\(folder)/\(name)"
  }
}
