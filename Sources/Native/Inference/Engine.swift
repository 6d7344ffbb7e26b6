/// What runs networks.
public enum Engine: String, CaseIterable, Hashable, Sendable {
  /// OpenVINO where it is found, else plain Swift.
  case automatic = "auto"
  /// OpenVINO: several threads a network, and the fastest.
  case openVINO = "openvino"
  /// Plain Swift, as in the browser: 16-bit integers, one thread a network.
  case portable

  /// Whether plain Swift is what runs networks.
  ///
  /// - Throws: ``InferenceError/engineNotFound(reasons:)`` where OpenVINO was asked for and not found.
  package var isPortable: Bool {
    get throws(InferenceError) {
      switch self {
      case .portable: return true
      case .automatic: return !OpenVINO.isThere
      case .openVINO:
        _ = try OpenVINO.core()
        return false
      }
    }
  }
}

/// The name and version of what runs networks unless another engine is asked for, as in "OpenVINO
/// 2026.4.1".
package var engineVersion: String {
  OpenVINO.version ?? "networks on plain Swift"
}
