internal import COpenVINO

/// An object of OpenVINO's C interface, freed when its owner goes.
final class Handle {
  let pointer: OpaquePointer
  private let free: (OpaquePointer?) -> Void

  /// Takes what `make` writes, and owns it.
  ///
  /// - Throws: ``InferenceError/engineFailed(step:status:reason:)`` when `make` reports a failure.
  init(
    _ step: InferenceError.EngineStep, free: @escaping (OpaquePointer?) -> Void,
    make: (UnsafeMutablePointer<OpaquePointer?>) -> ov_status_e
  ) throws(InferenceError) {
    var pointer: OpaquePointer?
    try validate(make(&pointer), step)
    guard let pointer else {
      throw .engineFailed(step: step, status: 0, reason: "no object was made")
    }
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}

/// Turns a failed status into a throw, with OpenVINO's own words.
func validate(
  _ status: ov_status_e, _ step: InferenceError.EngineStep
) throws(InferenceError) {
  guard status != OK else { return }
  throw .engineFailed(step: step, status: Int(status), reason: lastReason(status))
}

/// The last line of OpenVINO's message, which says what; the lines above say where in its sources.
private func lastReason(_ status: ov_status_e) -> String {
  let message = ov_get_last_err_msg()
  defer { ov_free(message) }
  let text = message.map { String(cString: $0) } ?? ""
  let line = text.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
  return line.map { String($0.drop(while: \.isWhitespace)) }
    ?? String(cString: ov_get_error_info(status))
}
