internal import CFFmpeg
internal import CPictureIO

/// How a call into one of the shims ended.
enum ShimResult: Equatable {
  case done
  /// There is nothing more to read.
  case end
  case failed(reason: String)
}

/// Calls into the OpenCV shim with room for its reason, should it fail.
func callShim(
  _ body: (_ error: UnsafeMutablePointer<CChar>, _ capacity: Int) -> picture_io_status
) -> ShimResult {
  withRoomForReason { error, capacity in
    switch body(error, capacity) {
    case PICTURE_IO_OK: .done
    case PICTURE_IO_END: .end
    default: nil
    }
  }
}

/// Calls into the FFmpeg shim with room for its reason, should it fail.
func callShim(
  _ body: (_ error: UnsafeMutablePointer<CChar>, _ capacity: Int) -> cffmpeg_status
) -> ShimResult {
  withRoomForReason { error, capacity in
    switch body(error, capacity) {
    case CFFMPEG_OK: .done
    case CFFMPEG_END: .end
    default: nil
    }
  }
}

/// Makes a call with room for its reason; `body` answers nil where it failed and left one.
private func withRoomForReason(
  _ body: (_ error: UnsafeMutablePointer<CChar>, _ capacity: Int) -> ShimResult?
) -> ShimResult {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { error in
    error.initialize(repeating: 0)
    let start = error.baseAddress!
    if let result = body(start, error.count) { return result }
    return .failed(reason: String(cString: start).split(separator: "\n").joined(separator: " "))
  }
}
