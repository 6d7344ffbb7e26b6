internal import COpenCV
internal import Glibc
internal import VisionCore

/// Reads the frames of a video file, in order.
///
/// Frames stand upright: the rotation that telephones store beside the picture is applied. Memory
/// does not grow with the length of the clip.
public final class VideoReader: FrameSource {
  public let path: String
  public let size: (width: Int, height: Int)
  public let frameRate: Double
  /// The number of frames as the container gives it, which may be off by a few; nil where it is not
  /// known.
  public let frameCount: Int?

  /// Whether the frames ended before the video does, because the file was cut off. Told once
  /// ``next()`` has answered nil.
  public private(set) var endedEarly = false

  private let video: OpenVideo
  private let isCutOff: Bool
  private var hasEnded = false
  private var nextIndex = 0
  private var lastTime = -Double.infinity

  public init(path: String) throws(MediaError) {
    let start = try readFile(path, limit: VideoContainer.signatureLength)[...]
    guard let container = VideoContainer(start) else {
      throw ImageFormat(start) != nil ? .imageInsteadOfVideo(path: path) : .notAVideo(path: path)
    }
    let descriptor = try openForReading(path)
    defer { close(descriptor) }
    isCutOff = container.isCutOff(descriptor)

    var reason = ""
    guard let video = OpenVideo(path: path, reason: &reason, open: copencv_video_open) else {
      // An MP4 keeps its index at the end: without it there is nothing to show.
      throw isCutOff ? .truncated(path: path) : .damaged(path: path, reason: reason)
    }
    // The first frame tells the size, and whether there is a video at all.
    guard let first = try video.peek() else {
      throw isCutOff
        ? .truncated(path: path) : .damaged(path: path, reason: "none of its frames can be decoded")
    }
    self.path = path
    self.video = video
    size = (first.image.width, first.image.height)
    frameRate = video.frameRate ?? 30
    frameCount = video.frameCount
  }

  /// The next frame; nil at the end, where ``endedEarly`` tells whether it is the clip's own.
  public func next() throws(MediaError) -> VideoFrame? {
    guard !hasEnded, let frame = try readAcrossDamage() else {
      hasEnded = true
      endedEarly = isCutOff
      return nil
    }
    let index = nextIndex
    nextIndex += 1
    // Where the container gives no time, or one that stands still, the frame rate tells it.
    if let time = frame.time, time > lastTime {
      lastTime = time
    } else {
      lastTime = index == 0 ? 0 : lastTime + 1 / frameRate
    }
    return VideoFrame(index: index, time: lastTime, image: frame.image)
  }

  /// A frame that cannot be decoded reads like the end of the clip; only when nothing follows for
  /// some seconds is it the end. Asking on behind the true end costs next to nothing.
  private func readAcrossDamage() throws(MediaError) -> OpenVideo.Frame? {
    for _ in 0..<100 {
      if let frame = try video.read() { return frame }
    }
    return nil
  }
}
