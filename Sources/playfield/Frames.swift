import Media

/// Opens a video file.
func openVideo(_ path: String) throws(Failure) -> VideoReader {
  do throws(MediaError) {
    return try VideoReader(path: path)
  } catch {
    throw Failure(error)
  }
}

/// A picture of a video, in one of the forms that a source has it in.
protocol Frame: Sendable {
  /// Counts from 0.
  var index: Int { get }

  static func next(of source: any FrameSource) throws(MediaError) -> Self?
}

extension VideoFrame: Frame {
  static func next(of source: any FrameSource) throws(MediaError) -> VideoFrame? {
    try source.next()
  }
}

extension PlanarFrame: Frame {
  static func next(of source: any FrameSource) throws(MediaError) -> PlanarFrame? {
    try source.nextPlanar()
  }
}

/// The next frame of a video; `nil` at its end, or after Ctrl-C.
///
/// - Throws: That it cannot be read; and at its end, that parts of it were left out because they are damaged, or that it
///   was cut off.
func nextFrame<Kind: Frame>(of video: any FrameSource) throws(Failure) -> Kind? {
  guard !Interruption.hasCome else { return nil }
  do throws(MediaError) {
    if let frame = try Kind.next(of: video) { return frame }
    guard let file = video as? VideoReader else { return nil }
    if !file.damage.isEmpty { throw .damagedInParts(path: file.path, parts: file.damage) }
    if file.endedEarly { throw .truncated(path: file.path) }
    return nil
  } catch {
    throw Failure(error)
  }
}

/// The frames of a file or a camera; the next one is read while others look at the last.
struct Frames<Kind: Frame>: Sendable {
  /// Of the upright frames, in pixels.
  let size: (width: Int, height: Int)
  /// Frames a second.
  let frameRate: Double
  /// How many there are; `nil` where that is not known.
  let count: Int?
  let isFile: Bool
  private let pump: FramePump<Kind>

  /// Opens a video file, or a camera as ``openFrameSource(_:)`` names it.
  init(from name: String) throws(Failure) {
    self.init(try openFrameSource(name))
  }

  init(_ source: sending any FrameSource) {
    let file = source as? VideoReader
    (size, frameRate, count, isFile) = (
      source.size, source.frameRate, file?.frameCount, file != nil
    )
    pump = FramePump(source)
  }

  /// Whether Ctrl-C came before a file's end; it is the end of a camera's frames.
  var wereLeft: Bool { isFile && Interruption.hasCome }

  /// Hands every frame to `look`, in order, to the end or to Ctrl-C.
  ///
  /// - Parameter look: May clear the progress bar before it prints something.
  /// - Returns: The failure that ended it too early. What was seen before that counts all the same.
  func watch(
    _ look: (_ frame: Kind, _ progress: inout ProgressBar) async throws(Failure) -> Void
  ) async -> Failure? {
    var progress = ProgressBar("Watching", total: count)
    defer { progress.clear() }
    Interruption.catchFirst()
    do throws(Failure) {
      var current = try await pump.next().get()
      while let frame = current {
        async let following = pump.next()
        progress.show(frame.index)
        try await look(frame, &progress)
        current = try await following.get()
      }
      return nil
    } catch {
      return error
    }
  }
}

/// Reads frames one after another.
private actor FramePump<Kind: Frame> {
  private let frames: any FrameSource

  init(_ frames: sending any FrameSource) { self.frames = frames }

  func next() -> Result<Kind?, Failure> {
    do throws(Failure) {
      return .success(try nextFrame(of: frames))
    } catch {
      return .failure(error)
    }
  }
}
