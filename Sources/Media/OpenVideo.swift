internal import COpenCV
internal import VisionCore

/// An open video or camera of the shim.
final class OpenVideo {
  private let handle: OpaquePointer
  let path: String
  /// A frame that was looked at and not yet handed out.
  private var peeked: Frame?

  /// - Parameter open: One of the shim's opening functions.
  /// - Returns: nil, with the shim's reason in `reason`, where it does not open.
  init?(
    path: String, reason: inout String,
    open: (
      UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>, UnsafeMutablePointer<CChar>, Int
    ) -> copencv_status
  ) {
    var handle: OpaquePointer?
    let result = callShim { error, capacity in open(path, &handle, error, capacity) }
    if case .failed(let failure) = result { reason = failure }
    guard let handle else { return nil }
    self.handle = handle
    self.path = path
  }

  deinit { copencv_video_close(handle) }

  /// Frames a second; nil where neither container nor driver says it.
  var frameRate: Double? {
    let rate = copencv_video_frame_rate(handle)
    return rate > 0 ? rate : nil
  }

  /// The number of frames; nil where the container neither says nor implies it.
  var frameCount: Int? {
    let count = Int(copencv_video_frame_count(handle))
    return count > 0 ? count : nil
  }

  /// A frame, and when the container says it is shown.
  struct Frame {
    var image: RGBImage
    /// In seconds; nil where the container does not say.
    var time: Double?
  }

  /// The next frame, which ``read()`` will hand out again.
  func peek() throws(MediaError) -> Frame? {
    peeked = try read()
    return peeked
  }

  func read() throws(MediaError) -> Frame? {
    if let frame = peeked {
      peeked = nil
      return frame
    }
    var frame = copencv_frame()
    switch callShim({ copencv_video_read(handle, &frame, $0, $1) }) {
    case .done: break
    case .end: return nil
    case .failed(let reason): throw .damaged(path: path, reason: reason)
    }
    let image = try rgbImage(width: Int(frame.width), height: Int(frame.height), path: path) {
      copencv_video_copy_rgb(handle, $0, $1, $2, $3)
    }
    return Frame(image: image, time: frame.time >= 0 ? frame.time : nil)
  }
}
