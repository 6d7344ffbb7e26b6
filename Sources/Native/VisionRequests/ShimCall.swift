internal import COpenCV
internal import VisionCore

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

extension copencv_region {
  init(_ pixels: PixelRect) {
    self.init(
      x: Int32(pixels.x), y: Int32(pixels.y), width: Int32(pixels.width),
      height: Int32(pixels.height))
  }
}
