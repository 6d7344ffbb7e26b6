internal import COpenVINO
internal import Foundation

/// OpenVINO itself, opened at the first network: one core for all networks of a process, as its
/// documentation recommends.
enum OpenVINO {
  private static let library: Result<Void, InferenceError> = {
    do throws(InferenceError) {
      return .success(try open())
    } catch {
      return .failure(error)
    }
  }()

  // The core's functions may be called from several threads at once (OpenVINO's C++ API reference,
  // `ov::Core`). It is never freed: at the process's end other threads may still run a network. Where it
  // cannot be made, the library is missing or damaged, and trying again would not help.
  nonisolated(unsafe) private static let shared: Result<Handle, InferenceError> = {
    do throws(InferenceError) {
      try library.get()
      return .success(try Handle(.start, free: ov_core_free) { ov_core_create($0) })
    } catch {
      return .failure(error)
    }
  }()

  static func core() throws(InferenceError) -> Handle { try shared.get() }

  static var isThere: Bool { if case .success = shared { true } else { false } }

  /// As in "OpenVINO 2026.4.1", without a number where it does not say; `nil` where it is not found.
  static var version: String? {
    guard case .success = library else { return nil }
    var version = ov_version_t()
    guard ov_get_openvino_version(&version) == OK, let build = version.buildNumber else {
      return "OpenVINO"
    }
    defer { ov_version_free(&version) }
    return "OpenVINO \(String(cString: build).prefix { $0 != "-" })"
  }

  private static func open() throws(InferenceError) {
    var reasons: [String] = []
    for path in libraries() {
      var reason = [CChar](repeating: 0, count: 256)
      if copenvino_open(path, &reason, reason.count) { return }
      reasons.append("\(path): \(String(cString: reason))")
    }
    throw .engineNotFound(reasons: reasons)
  }

  /// The library's C interface, as its files and the system name it.
  private static let name = "libopenvino_c.so"

  /// Where the library may be: in the folder that `PLAYFIELD_OPENVINO` names, and nowhere else where it
  /// names one; in `.deps` beside the executable, or of the checkout it was built in; where the system has it.
  static func libraries(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    executable: String = "/proc/self/exe"
  ) -> [String] {
    if let named = environment["PLAYFIELD_OPENVINO"], !named.isEmpty {
      let found = libraries(inPackage: named)
      return found.isEmpty ? ["\(named)/\(name)"] : found
    }
    let program = URL(filePath: executable).resolvingSymlinksInPath()
    let folders = [program.deletingLastPathComponent(), Checkout.folder(above: program)]
    let found = folders.compactMap { $0?.appending(path: ".deps/python").path }.flatMap { folder in
      files(in: folder, beginning: "openvino-").flatMap { libraries(inPackage: $0) }
    }
    return found + [name]
  }

  /// In a folder of libraries, or of what `pip install --target` has written.
  private static func libraries(inPackage folder: String) -> [String] {
    files(in: folder, beginning: name) + files(in: folder + "/openvino/libs", beginning: name)
  }

  private static func files(in folder: String, beginning start: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // The newest first.
    return names.filter { $0.hasPrefix(start) && !$0.hasSuffix(".part") }
      .sorted { $0.compare($1, options: .numeric) == .orderedDescending }
      .map { "\(folder)/\($0)" }
  }
}
