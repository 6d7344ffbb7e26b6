internal import Foundation

/// Where the networks lie.
package enum ModelLocation {
  /// The path of a model that comes with the project.
  ///
  /// Looked for in the folder that the environment variable `PLAYFIELD_MODELS` names; without it in
  /// `Models` beside or above the executable, so that a build works from any folder, and at last in
  /// `Models` below the working directory. The system's own word for the executable is taken
  /// (`/proc/self/exe`): a name found along `PATH` has no folder in it.
  ///
  /// - Returns: The first path at which a file is, or the last one tried.
  package static func path(
    of name: String, environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String = "/proc/self/exe"
  ) -> String {
    if let folder = environment["PLAYFIELD_MODELS"] { return "\(folder)/\(name)" }
    var folder = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path() != "/" {
      let candidate = folder.appending(path: "Models/\(name)").path(percentEncoded: false)
      if FileManager.default.fileExists(atPath: candidate) { return candidate }
      folder.deleteLastPathComponent()
    }
    return "Models/\(name)"
  }
}
