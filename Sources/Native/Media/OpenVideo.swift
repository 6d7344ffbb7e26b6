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

  /// Whether the file ended in the middle of a frame; known only once a read has answered nil.
  var isCutOff: Bool { cffmpeg_video_is_cut_off(handle) }

  /// The parts of the video that are damaged, in seconds; known only once a read has answered nil.
  var damage: [Range<Double>] {
    (0..<cffmpeg_video_damage_count(handle)).map { index in
      var (from, to) = (0.0, 0.0)
      cffmpeg_video_damage(handle, index, &from, &to)
      return from..<max(from, to)
    }
  }

  /// A frame as it is stored, and when it is shown.
  struct Frame<Image> {
    var image: Image
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

  /// The next frame that can be decoded, in red, green and blue; nil at the end.
  func readRGB() throws(MediaError) -> Frame<RGBImage>? {
    guard let frame = try read(CFFMPEG_RGB) else { return nil }
    let image = try rgbImage(width: Int(frame.width), height: Int(frame.height), path: path) {
      buffer, count in
      callShim { cffmpeg_video_copy_rgb(handle, buffer, count, $0, $1) }
    }
    return Frame(image: image, time: frame.time, leftOut: Int(frame.left_out))
  }

  /// The next frame that can be decoded, in luma and colour differences; nil at the end.
  func readPlanes() throws(MediaError) -> Frame<PlanarImage>? {
    guard let frame = try read(CFFMPEG_I420) else { return nil }
    let image = try copyPlanes(width: Int(frame.width), height: Int(frame.height))
    return Frame(image: image, time: frame.time, leftOut: Int(frame.left_out))
  }

  /// The frame of this size that was read last, in luma and colour differences.
  func planesOfLast(width: Int, height: Int) throws(MediaError) -> PlanarImage {
    let result = callShim { cffmpeg_video_convert(handle, CFFMPEG_I420, $0, $1) }
    if case .failed(let reason) = result { throw .unreadable(path: path, reason: reason) }
    return try copyPlanes(width: width, height: height)
  }

  private func read(_ pixels: cffmpeg_pixels) throws(MediaError) -> cffmpeg_frame? {
    var frame = cffmpeg_frame()
    switch callShim({ cffmpeg_video_read(handle, pixels, &frame, $0, $1) }) {
    case .done: return frame
    case .end: return nil
    case .failed(let reason): throw .unreadable(path: path, reason: reason)
    }
  }

  private func copyPlanes(width: Int, height: Int) throws(MediaError) -> PlanarImage {
    let size = PixelSize(width: width, height: height)
    let samples = try bytes(PlanarImage.sampleCount(of: size), path: path) { buffer, count in
      callShim { cffmpeg_video_copy_i420(handle, buffer, count, $0, $1) }
    }
    return PlanarImage(size: size, encoding: encoding, samples: samples)
  }

  /// What the samples of the last frame mean.
  private var encoding: ColorEncoding {
    let encoding = cffmpeg_video_encoding(handle)
    let matrix: ColorEncoding.Matrix =
      switch encoding.matrix {
      case CFFMPEG_BT709: .bt709
      case CFFMPEG_BT2020: .bt2020
      default: .bt601
      }
    return ColorEncoding(matrix, isFullRange: encoding.is_full_range)
  }
}
