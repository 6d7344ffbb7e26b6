internal import COpenCV

/// How a call into the OpenCV shim ended.
enum ShimResult: Equatable {
  case done
  /// There is nothing more to read.
  case end
  case failed(reason: String)
}

/// Calls into the shim with room for its reason, should it fail.
func callShim(
  _ body: (_ error: UnsafeMutablePointer<CChar>, _ capacity: Int) -> copencv_status
) -> ShimResult {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { error in
    error.initialize(repeating: 0)
    let start = error.baseAddress!
    let status = body(start, error.count)
    if status == COPENCV_OK { return .done }
    if status == COPENCV_END { return .end }
    return .failed(reason: String(cString: start).split(separator: "\n").joined(separator: " "))
  }
}
