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
public protocol StatefulVisionRequest<Result>: Actor {
  associatedtype Result: Sendable

  /// Answers for the next frame. Frames are handed over one after the other, in their order.
  ///
  /// - Parameters:
  ///   - image: The frame as stored.
  ///   - orientation: How it is to be turned to stand upright, as in
  ///     ``VisionRequest/perform(on:orientation:)``.
  /// - Returns: The observations in this frame.
  /// - Throws: ``VisionError`` when the model cannot be run.
  func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> Result
}
