internal import CFFmpeg
internal import Glibc
public import VisionCore

/// Writes an MP4 video of H.264 in yuv420p, which every browser plays.
///
/// Sides that are odd become even by doubling the last row or column. Use it from one task at a
/// time, and end with ``finish()``: a file that is not finished has no index and cannot be played.
public final class VideoWriter {
  private let path: String
  private let width: Int
  private let height: Int
  private var handle: OpaquePointer?

  /// Creates the file, replacing one that is there.
  ///
  /// - Parameters:
  ///   - path: Ends in `.mp4`.
  ///   - width: Of every frame, in pixels.
  ///   - height: Of every frame, in pixels.
  ///   - frameRate: Frames a second, above 0.
  /// - Throws: That nothing can be written there, or not as a video.
  public init(path: String, width: Int, height: Int, frameRate: Double) throws(MediaError) {
    precondition(width > 0 && height > 0 && frameRate > 0, "a video has a size and a frame rate")
    guard fileExtension(of: path) == "mp4" else {
      throw .unsupportedOutput(path: path, wanted: "'.mp4'")
    }
    let (descriptor, isNew) = try openForWriting(path)
    close(descriptor)

    self.path = path
    self.width = width
    self.height = height
    var handle: OpaquePointer?
    let result = callShim { error, capacity in
      cffmpeg_video_writer_open(
        path, Int32(width), Int32(height), frameRate, &handle, error, capacity)
    }
    if case .failed(let reason) = result {
      if isNew { unlink(path) }
      throw .writingFailed(path: path, reason: reason)
    }
    self.handle = handle
  }

  deinit { cffmpeg_video_writer_close(handle) }

  /// Appends a frame.
  ///
  /// - Precondition: It has the video's size, and the video is not finished.
  public func append(_ image: RGBImage) throws(MediaError) {
    precondition(image.width == width && image.height == height, "every frame has the video's size")
    precondition(handle != nil, "no frame follows the last")
    let result = callShim { error, capacity in
      cffmpeg_video_writer_append(handle, image.pixels, image.pixels.count, error, capacity)
    }
    if case .failed(let reason) = result { throw .writingFailed(path: path, reason: reason) }
  }

  /// Writes what is left, puts the film's index in front, so that it plays while it loads, and
  /// closes the file.
  ///
  /// - Precondition: The video is not finished.
  public func finish() throws(MediaError) {
    precondition(handle != nil, "a video is finished once")
    defer {
      cffmpeg_video_writer_close(handle)
      handle = nil
    }
    let result = callShim { error, capacity in
      cffmpeg_video_writer_finish(handle, error, capacity)
    }
    if case .failed(let reason) = result { throw .writingFailed(path: path, reason: reason) }
  }
}
