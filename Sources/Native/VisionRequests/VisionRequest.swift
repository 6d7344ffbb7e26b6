public import VisionCore

/// A question about one image, answered from that image alone.
public protocol VisionRequest<Result>: Sendable {
  associatedtype Result: Sendable

  /// Answers for `image`, off the caller's actor.
  ///
  /// - Parameters:
  ///   - image: The image as stored.
  ///   - orientation: How it is to be turned to stand upright. There is no default: a sideways
  ///     picture taken for an upright one gives wrong answers, not none. Coordinates in the result
  ///     are those of the upright image.
  /// - Returns: The observations.
  /// - Throws: ``VisionError`` when the model cannot be run; an image without anything to be seen is
  ///   no error.
  func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> Result
}

/// A question about the frames of a video, whose answer may rest on the frames before.
///
/// A value that each frame changes: the compiler refuses a second call before the first has ended,
/// which would mix their frames. One that owns memory outside of Swift cannot be copied; one that runs
/// no network answers without suspending.
public protocol StatefulVisionRequest<Result>: ~Copyable, Sendable {
  associatedtype Result: Sendable

  /// Answers for the next frame, in the order of the video.
  ///
  /// - Parameters:
  ///   - image: The frame as stored.
  ///   - orientation: How it is to be turned to stand upright, as in
  ///     ``VisionRequest/perform(on:orientation:)``.
  /// - Returns: The observations in this frame.
  /// - Throws: ``VisionError`` when the model cannot be run.
  mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> Result
}
