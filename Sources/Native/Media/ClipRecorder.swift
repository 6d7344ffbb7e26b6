internal import CFFmpeg
public import VisionCore

/// Keeps the last seconds of a film that goes on, encoded, and cuts clips out of them.
///
/// Clips are MP4 of H.264 in yuv420p, which every browser plays; odd sides become even by doubling the
/// last row or column. Use it from one task at a time.
public final class ClipRecorder {
  private let width: Int
  private let height: Int
  private let handle: OpaquePointer

  /// - Parameters:
  ///   - width: Of every frame, in pixels.
  ///   - height: Of every frame, in pixels.
  ///   - frameRate: Frames a second, as most are, above 0.
  ///   - seconds: How much of the film is kept.
  /// - Throws: ``MediaError/recordingFailed(reason:)``.
  public init(
    width: Int, height: Int, frameRate: Double, seconds: Double
  ) throws(MediaError) {
    precondition(width > 0 && height > 0 && frameRate > 0, "a film has a size and a frame rate")
    var opened: OpaquePointer?
    let result = callShim {
      cffmpeg_clip_recorder_open(
        Int32(width), Int32(height), frameRate, seconds, &opened, $0, $1)
    }
    guard let handle = opened else { throw .recordingFailed(reason: result.reason) }
    (self.width, self.height, self.handle) = (width, height, handle)
  }

  deinit { cffmpeg_clip_recorder_close(handle) }

  /// Appends a frame.
  ///
  /// - Parameters:
  ///   - image: Of the film's size.
  ///   - time: In seconds, later than that of the frame before.
  /// - Throws: ``MediaError/recordingFailed(reason:)``, then for each frame after it, too.
  public func append(_ image: RGBImage, at time: Double) throws(MediaError) {
    precondition(image.width == width && image.height == height, "every frame has the film's size")
    let result = callShim {
      cffmpeg_clip_recorder_append(handle, image.pixels, image.pixels.count, time, $0, $1)
    }
    if result != .done { throw .recordingFailed(reason: result.reason) }
  }

  /// A film of the frames that were shown in a span of time, in real time.
  ///
  /// - Parameter window: In seconds.
  /// - Returns: MP4; `nil` where no frame of that time is kept.
  /// - Throws: ``MediaError/recordingFailed(reason:)``.
  public func clip(of window: ClosedRange<Double>) throws(MediaError) -> [UInt8]? {
    var bytes: UnsafeMutablePointer<UInt8>?
    var count = 0
    let result = callShim {
      cffmpeg_clip_recorder_cut(
        handle, window.lowerBound, window.upperBound, &bytes, &count, $0, $1)
    }
    switch result {
    case .done: break
    case .end: return nil
    case .failed(let reason): throw .recordingFailed(reason: reason)
    }
    defer { cffmpeg_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }
}

extension ShimResult {
  fileprivate var reason: String {
    if case .failed(let reason) = self { reason } else { "unknown" }
  }
}
