internal import COpenCV
internal import VisionCore

/// Reads the frames of a camera, by Video4Linux.
public final class Camera: FrameSource {
  public let size: (width: Int, height: Int)
  public let frameRate: Double

  private let video: OpenVideo
  private var nextIndex = 0
  private var start: ContinuousClock.Instant?

  /// Opens a camera.
  ///
  /// - Parameter index: `N` of `/dev/videoN`; the first camera is 0.
  /// - Throws: That there is none, that it is busy, or that it may not be used.
  public convenience init(index: Int = 0) throws(MediaError) {
    try self.init(device: "/dev/video\(index)")
  }

  init(device: String) throws(MediaError) {
    switch copencv_camera_probe(device) {
    case COPENCV_CAMERA_READY: break
    case COPENCV_CAMERA_MISSING: throw .cameraMissing(device: device)
    case COPENCV_CAMERA_FORBIDDEN: throw .cameraForbidden(device: device)
    case COPENCV_CAMERA_BUSY: throw .cameraBusy(device: device)
    default: throw .notACamera(device: device)
    }
    var reason = ""
    guard let video = OpenVideo(path: device, reason: &reason, open: copencv_camera_open) else {
      throw .cameraFailed(device: device, reason: reason)
    }
    guard let first = try video.peek() else {
      throw .cameraFailed(device: device, reason: "it sends no pictures")
    }
    self.video = video
    size = (first.image.width, first.image.height)
    frameRate = video.frameRate ?? 30
  }

  /// Waits for the next frame; there always is one, or an error when the camera goes away.
  public func next() throws(MediaError) -> VideoFrame? {
    guard let frame = try video.read() else {
      throw .cameraFailed(device: video.path, reason: "it sends no more pictures")
    }
    let now = ContinuousClock.now
    let elapsed = now - (start ?? now)
    start = start ?? now
    defer { nextIndex += 1 }
    return VideoFrame(index: nextIndex, time: elapsed / .seconds(1), image: frame.image)
  }
}
