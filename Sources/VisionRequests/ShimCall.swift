internal import COpenCV

/// Calls into the OpenCV shim, with room for its reason should it fail.
func callShim(
  _ body: (_ error: UnsafeMutablePointer<CChar>, _ capacity: Int) -> copencv_status
) throws(VisionError) {
  let reason = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { error -> String? in
    error.initialize(repeating: 0)
    let start = error.baseAddress!
    return body(start, error.count) == COPENCV_OK ? nil : String(cString: start)
  }
  if let reason { throw .imageProcessingFailed(reason: reason) }
}
