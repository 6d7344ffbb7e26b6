public import VisionCore

/// One picture of a video or from a camera.
public struct VideoFrame: Hashable, Sendable {
  /// Counts from 0.
  public var index: Int
  /// Seconds from the start of the clip; for a camera, from its first frame.
  public var time: Double
  /// The picture, upright.
  public var image: RGBImage

  public init(index: Int, time: Double, image: RGBImage) {
    self.index = index
    self.time = time
    self.image = image
  }
}

/// One picture of a video or from a camera, as it is stored.
public struct PlanarFrame: Hashable, Sendable {
  /// Counts from 0.
  public var index: Int
  /// Seconds from the start of the clip; for a camera, from its first frame.
  public var time: Double
  public var image: PlanarImage
  /// How the image is to be turned to stand upright.
  public var orientation: ImageOrientation

  public init(index: Int, time: Double, image: PlanarImage, orientation: ImageOrientation) {
    self.index = index
    self.time = time
    self.image = image
    self.orientation = orientation
  }
}

/// What frames come from, one after another.
///
/// A source has a place where it stands, and its calls wait for a disk or a camera: use it from one
/// task at a time.
public protocol FrameSource: AnyObject {
  /// The width and height of the upright frames, in pixels.
  var size: (width: Int, height: Int) { get }
  /// Frames a second, as the source says it; 30 where it does not.
  var frameRate: Double { get }
  /// The next frame, in red, green and blue; nil at the end.
  func next() throws(MediaError) -> VideoFrame?
  /// The same as luma and colour differences, which is what films have.
  func nextPlanar() throws(MediaError) -> PlanarFrame?
}
