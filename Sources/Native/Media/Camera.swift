internal import CPictureIO
internal import VisionCore

/// Reads the frames of a camera, by Video4Linux.
public final class Camera: FrameSource {
  public let size: (width: Int, height: Int)
  public let frameRate: Double

  private let device: String
  private let handle: OpaquePointer
  /// The frame that gave the size, until it is returned.
  private var first: RGBImage?
  private var nextIndex = 0
  private var start: ContinuousClock.Instant?

  /// Opens a camera.
  ///
  /// - Parameter index: `N` of `/dev/videoN`; the first camera is 0.
  /// - Throws: That there is no camera, that it is busy, or that it may not be used.
  public convenience init(index: Int = 0) throws(MediaError) {
    try self.init(device: "/dev/video\(index)")
  }

  init(device: String) throws(MediaError) {
    switch picture_io_camera_probe(device) {
    case PICTURE_IO_CAMERA_READY: break
    case PICTURE_IO_CAMERA_MISSING: throw .cameraMissing(device: device)
    case PICTURE_IO_CAMERA_FORBIDDEN: throw .cameraForbidden(device: device)
    case PICTURE_IO_CAMERA_BUSY: throw .cameraBusy(device: device)
    default: throw .notACamera(device: device)
    }
    var opened: OpaquePointer?
    let result = callShim { error, capacity in
      picture_io_camera_open(device, &opened, error, capacity)
    }
    if case .failed(let reason) = result { throw .cameraFailed(device: device, reason: reason) }
    handle = opened!
    self.device = device
    let rate = picture_io_camera_frame_rate(handle)
    frameRate = rate > 0 ? rate : 30
    do throws(MediaError) {
      let image = try Self.read(handle, device: device)
      first = image
      size = (image.width, image.height)
    } catch {
      picture_io_camera_close(handle)
      throw error
    }
  }

  deinit { picture_io_camera_close(handle) }

  /// Waits for the next frame; there always is one, or an error when the camera goes away.
  public func next() throws(MediaError) -> VideoFrame? {
    let image: RGBImage
    if let seen = first {
      image = seen
      first = nil
    } else {
      image = try Self.read(handle, device: device)
    }
    let now = ContinuousClock.now
    let elapsed = now - (start ?? now)
    start = start ?? now
    defer { nextIndex += 1 }
    return VideoFrame(index: nextIndex, time: elapsed / .seconds(1), image: image)
  }

  /// As ``next()``; of the colours that the driver's library makes.
  public func nextPlanar() throws(MediaError) -> PlanarFrame? {
    try next().map {
      PlanarFrame(
        index: $0.index, time: $0.time, image: PlanarImage($0.image), orientation: .up)
    }
  }

  private static func read(
    _ handle: OpaquePointer, device: String
  ) throws(MediaError) -> RGBImage {
    var frame = picture_io_camera_frame()
    switch callShim({ picture_io_camera_read(handle, &frame, $0, $1) }) {
    case .done: break
    case .end: throw .cameraFailed(device: device, reason: "it sends no pictures")
    case .failed(let reason): throw .cameraFailed(device: device, reason: reason)
    }
    return try rgbImage(width: Int(frame.width), height: Int(frame.height), path: device) {
      buffer, count in
      callShim { picture_io_camera_copy_rgb(handle, buffer, count, $0, $1) }
    }
  }
}
