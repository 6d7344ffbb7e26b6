internal import CFFmpeg
internal import Glibc
internal import VisionCore

/// Reads the frames of a video file, in order.
///
/// Frames stand upright: the rotation that telephones store beside the picture is applied. Memory
/// does not grow with the length of the clip. A frame that cannot be decoded is left out, and so are those from the first
/// sign of damage to the next key frame, for no decoder marks all that are spoiled; one whose size differs from the first
/// frame's is scaled to that. Of interlaced frames one field is read.
public final class VideoReader: FrameSource {
  public let path: String
  /// Of the upright frames, in pixels, as the film has them.
  public let size: (width: Int, height: Int)
  public let frameRate: Double
  /// The number of frames as the container gives it, which may be off by a few; nil where it is not
  /// known.
  public let frameCount: Int?

  /// Whether the frames ended before the video does, because the file was cut off. Known only
  /// once ``next()`` has answered nil.
  public private(set) var endedEarly = false

  /// From when to when, in seconds, frames were left out because the film is damaged there. Known only once
  /// ``next()`` has answered nil.
  public private(set) var damage: [Range<Double>] = []

  /// Larger pictures are not decoded; 8192 x 8192 is more than any camera's.
  static let pixelLimit = 8192 * 8192

  private let video: OpenVideo
  /// What is read in place of a file.
  private let input: StandardInput?
  private let isCutOff: Bool
  /// The frame that gave the size, until it is returned.
  private var first: OpenVideo.Frame<RGBImage>?
  private var hasEnded = false
  private var nextIndex = 0

  /// Whether a file may be a video, by its first bytes; a sound in a video's wrapper may, too.
  ///
  /// - Parameter path: Of a file, a folder, or nothing.
  /// - Returns: `false` also for what cannot be read.
  public static func isVideo(_ path: String) -> Bool {
    let head = startOfFile(path, limit: VideoContainer.signatureLength)
    return head.flatMap { VideoContainer($0[...]) } != nil
  }

  /// - Parameter path: Of a file; "-" is standard input, for films that can be read in one go: MPEG transport streams,
  ///   Matroska, WebM, and MP4 whose index lies in front or in parts.
  /// - Throws: Why there is no film to be read.
  public init(path: String) throws(MediaError) {
    let isInput = path == StandardInput.name
    input = isInput ? try StandardInput(lookingAt: VideoContainer.signatureLength) : nil
    let start: [UInt8]
    if let input {
      start = input.start
    } else {
      start = try readFile(path, limit: VideoContainer.signatureLength)
    }
    guard let container = VideoContainer(start[...]) else {
      throw ImageFormat(start[...]) != nil
        ? .imageInsteadOfVideo(path: path) : .notAVideo(path: path)
    }
    if isInput {
      guard container.isReadInOneGo(start[...]) else { throw .mustBeSaved(path: path) }
      isCutOff = false
    } else {
      let descriptor = try openForReading(path)
      defer { close(descriptor) }
      isCutOff = container.isCutOff(descriptor)
    }

    let place = input?.path ?? path
    do throws(MediaError) {
      video = try OpenVideo(path: path) {
        cffmpeg_video_open(place, Int64(Self.pixelLimit), $0, $1, $2)
      }
    } catch {
      if isInput, container == .isoMedia { throw .mustBeSaved(path: path) }
      // An MP4 keeps its index at the end: without it there is nothing to show.
      throw isCutOff ? .truncated(path: path) : error
    }
    // The first frame gives the size, and shows whether there is a video at all.
    guard let first = try video.readRGB() else {
      let damage = video.damage
      if isInput, container == .isoMedia { throw .mustBeSaved(path: path) }
      if !damage.isEmpty { throw .damagedInParts(path: path, parts: damage) }
      throw isCutOff || video.isCutOff
        ? .truncated(path: path) : .damaged(path: path, reason: "none of its frames can be decoded")
    }
    self.path = path
    self.first = first
    size =
      video.orientation.swapsAxes
      ? (first.image.height, first.image.width) : (first.image.width, first.image.height)
    frameRate = video.frameRate
    frameCount = video.frameCount
  }

  /// The next frame; nil at the end, where ``endedEarly`` says whether it is the clip's own, and ``damage`` what
  /// was left out.
  public func next() throws(MediaError) -> VideoFrame? {
    guard !hasEnded, let frame = try nextStored() else {
      end()
      return nil
    }
    return VideoFrame(
      index: index(after: frame.leftOut), time: frame.time,
      image: frame.image.turnedUpright(from: video.orientation))
  }

  /// The next frame as ``next()`` returns it, in I420: films of more colours or other planes are brought to it, those of
  /// red, green and blue as well.
  public func nextPlanar() throws(MediaError) -> PlanarFrame? {
    guard !hasEnded, let frame = try nextStoredPlanes() else {
      end()
      return nil
    }
    return PlanarFrame(
      index: index(after: frame.leftOut), time: frame.time, image: frame.image,
      orientation: video.orientation)
  }

  /// The index of the next frame, before which this number of frames was left out.
  private func index(after leftOut: Int) -> Int {
    let index = nextIndex + leftOut
    nextIndex = index + 1
    return index
  }

  private func end() {
    hasEnded = true
    endedEarly = isCutOff || video.isCutOff
    damage = video.damage
  }

  private func nextStored() throws(MediaError) -> OpenVideo.Frame<RGBImage>? {
    guard let frame = first else { return try video.readRGB() }
    first = nil
    return frame
  }

  private func nextStoredPlanes() throws(MediaError) -> OpenVideo.Frame<PlanarImage>? {
    guard let frame = first else { return try video.readPlanes() }
    // It is still the one that was read last.
    let image = try video.planesOfLast(width: frame.image.width, height: frame.image.height)
    first = nil
    return OpenVideo.Frame(image: image, time: frame.time, leftOut: frame.leftOut)
  }

  /// Leaves out the frames that are shown before a time; those after it are counted on from the last
  /// one.
  ///
  /// Where the container's index is known from the start, as in MP4, MOV and AVI, most of them are not
  /// decoded either.
  ///
  /// - Parameter time: In seconds from the start of the clip.
  public func skip(to time: Double) {
    if let first, first.time < time { self.first = nil }
    video.skip(to: time)
  }

  /// Makes the frames from now on smaller, which costs less than doing so after they were read.
  ///
  /// - Parameter longSide: The most pixels that the longer side may have, at least 1.
  /// - Precondition: The first frame has been read, for it is decoded already.
  /// - Throws: ``MediaError/unreadable(path:reason:)`` when memory has run out.
  public func shrinkFrames(toLongSide longSide: Int) throws(MediaError) {
    precondition(first == nil, "the first frame is made smaller after it was read")
    let upright = PixelSize(width: size.width, height: size.height).limited(toLongSide: longSide)
    try video.scale(
      to: video.orientation.swapsAxes
        ? PixelSize(width: upright.height, height: upright.width) : upright)
  }
}
