internal import Foundation

/// Where the networks lie.
package enum ModelLocation {
  /// The path of a model that comes with the project, or with its set-up.
  ///
  /// Looked for in the folder that the environment variable `PLAYFIELD_MODELS` names; without it in
  /// `folder` beside or above the executable, so that a build works from any folder, and at last in
  /// `folder` below the working directory. The system's own word for the executable is taken
  /// (`/proc/self/exe`): a name found along `PATH` has no folder in it.
  ///
  /// - Returns: The first path at which a file is, or the last one tried.
  package static func path(
    of name: String, in folder: String = "Models",
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String = "/proc/self/exe"
  ) -> String {
    if let named = environment["PLAYFIELD_MODELS"] { return "\(named)/\(name)" }
    var above = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    while above.path() != "/" {
      let candidate = above.appending(path: "\(folder)/\(name)").path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      above.deleteLastPathComponent()
    }
    return "\(folder)/\(name)"
  }
}
