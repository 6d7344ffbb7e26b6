internal import CFFmpeg
internal import VisionCore

/// An open video of the shim.
final class OpenVideo {
  private let handle: OpaquePointer
  private let path: String

  /// How stored frames are to be turned to stand upright.
  let orientation: ImageOrientation
  /// Frames a second; 30 where the container does not say it.
  let frameRate: Double
  /// The number of frames; nil where the container neither says nor implies it.
  let frameCount: Int?

  /// - Parameters:
  ///   - path: What errors name it by.
  ///   - open: One of the shim's opening functions, its other arguments filled in.
  /// - Throws: ``MediaError/notAVideo(path:)``, or that it is damaged.
  init(
    path: String,
    open: (
      _ handle: UnsafeMutablePointer<OpaquePointer?>, _ error: UnsafeMutablePointer<CChar>,
      _ capacity: Int
    ) -> cffmpeg_status
  ) throws(MediaError) {
    var opened: OpaquePointer?
    let result = callShim { error, capacity in open(&opened, error, capacity) }
    if case .failed(let reason) = result { throw .damaged(path: path, reason: reason) }
    guard let handle = opened else { throw .notAVideo(path: path) }
    self.handle = handle
    self.path = path
    orientation =
      ImageOrientation(rawValue: UInt8(cffmpeg_video_orientation(handle))) ?? .up
    frameRate = cffmpeg_video_frame_rate(handle)
    let count = Int(cffmpeg_video_frame_count(handle))
    frameCount = count > 0 ? count : nil
  }

  deinit { cffmpeg_video_close(handle) }

  /// Whether the file ended in the middle of a frame; known only once ``read()`` has answered nil.
  var isCutOff: Bool { cffmpeg_video_is_cut_off(handle) }

  /// The parts of the video that are damaged, in seconds; known only once ``read()`` has answered nil.
  var damage: [Range<Double>] {
    (0..<cffmpeg_video_damage_count(handle)).map { index in
      var (from, to) = (0.0, 0.0)
      cffmpeg_video_damage(handle, index, &from, &to)
      return from..<max(from, to)
    }
  }

  /// A frame as it is stored, and when it is shown.
  struct Frame {
    var image: RGBImage
    /// In seconds, later than that of the frame before.
    var time: Double
    /// How many frames were left out before it because they are damaged.
    var leftOut: Int
  }

  /// Leaves out the frames that are shown before a time, in seconds.
  func skip(to time: Double) { cffmpeg_video_skip(handle, time) }

  /// Scales the frames from now on, before they are turned.
  func scale(to size: PixelSize) throws(MediaError) {
    let result = callShim {
      cffmpeg_video_scale(handle, Int32(size.width), Int32(size.height), $0, $1)
    }
    if case .failed(let reason) = result { throw .unreadable(path: path, reason: reason) }
  }

  /// The next frame that can be decoded; nil at the end.
  func read() throws(MediaError) -> Frame? {
    var frame = cffmpeg_frame()
    switch callShim({ cffmpeg_video_read(handle, &frame, $0, $1) }) {
    case .done: break
    case .end: return nil
    case .failed(let reason): throw .unreadable(path: path, reason: reason)
    }
    let image = try rgbImage(width: Int(frame.width), height: Int(frame.height), path: path) {
      buffer, count in
      callShim { cffmpeg_video_copy_rgb(handle, buffer, count, $0, $1) }
    }
    return Frame(image: image, time: frame.time, leftOut: Int(frame.left_out))
  }
}
