import Media

/// Opens a video file.
func openVideo(_ path: String) throws(Failure) -> VideoReader {
  do throws(MediaError) {
    return try VideoReader(path: path)
  } catch {
    throw Failure(error)
  }
}

/// The next frame of a video; `nil` at its end, or after Ctrl-C.
func nextFrame(of video: VideoReader) throws(Failure) -> VideoFrame? {
  guard !Interruption.hasCome else { return nil }
  do throws(MediaError) {
    let frame = try video.next()
    if frame == nil, video.endedEarly { throw .truncated(path: video.path) }
    return frame
  } catch {
    throw Failure(error)
  }
}
