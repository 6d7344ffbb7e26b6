import Media
import VisionCore
import VisionRequests

/// Opens a video file.
func openVideo(_ path: String) throws(Failure) -> VideoReader {
  do throws(MediaError) {
    return try VideoReader(path: path)
  } catch {
    throw Failure(error)
  }
}

/// Hands over a video's frames one after the other, until its end or Ctrl-C.
///
/// - Returns: What stopped it, also where the video ended too early: by then its frames have been
///   handed over, and whoever took them can finish what they made.
func eachFrame(
  of video: VideoReader, do body: (VideoFrame) async throws(Failure) -> Void
) async -> Result<Void, Failure> {
  do throws(Failure) {
    while !Interruption.hasCome {
      let next: VideoFrame?
      do throws(MediaError) {
        next = try video.next()
        if next == nil, video.endedEarly { throw .truncated(path: video.path) }
      } catch {
        throw Failure(error)
      }
      guard let frame = next else { break }
      try await body(frame)
    }
    return .success(())
  } catch {
    return .failure(error)
  }
}

/// Asks a request, and turns what can go wrong into a sentence.
func seeing<Answer>(
  _ ask: () async throws(VisionError) -> Answer
) async throws(Failure) -> Answer {
  do throws(VisionError) {
    return try await ask()
  } catch {
    throw Failure(error)
  }
}
