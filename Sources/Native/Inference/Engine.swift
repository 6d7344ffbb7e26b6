internal import COpenVINO

/// OpenVINO itself: one core for all networks of a process, as its documentation recommends.
enum Engine {
  // The core's functions may be called from several threads at once (OpenVINO's C++ API reference, `ov::Core`). It is never
  // freed: at the process's end other threads may still run a network. Where it cannot be made, the library is missing or damaged,
  // and trying again would not help.
  nonisolated(unsafe) private static let shared: Result<Handle, InferenceError> = {
    do throws(InferenceError) {
      return .success(try Handle(.start, free: ov_core_free) { ov_core_create($0) })
    } catch {
      return .failure(error)
    }
  }()

  static func core() throws(InferenceError) -> Handle { try shared.get() }
}

/// The engine's name and version, as in "OpenVINO 2026.4.1"; without a number where it does not say.
package var engineVersion: String {
  var version = ov_version_t()
  guard ov_get_openvino_version(&version) == OK, let build = version.buildNumber else {
    return "OpenVINO"
  }
  defer { ov_version_free(&version) }
  return "OpenVINO \(String(cString: build).prefix { $0 != "-" })"
}
