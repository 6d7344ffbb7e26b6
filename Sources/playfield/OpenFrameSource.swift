import Media

/// Opens what `dice watch` is to look at: a video file, `camera` for the first camera, `camera:1`
/// for the second.
func openFrameSource(_ name: String) throws(Failure) -> any FrameSource {
  do throws(MediaError) {
    if let index = cameraIndex(name) { return try Camera(index: index) }
    return try VideoReader(path: name)
  } catch {
    throw Failure(error)
  }
}

/// The index of the camera that `name` stands for; `nil` for a file.
func cameraIndex(_ name: String) -> Int? {
  if name == "camera" { return 0 }
  guard name.hasPrefix("camera:"), let index = Int(name.dropFirst("camera:".count)) else {
    return nil
  }
  return index >= 0 ? index : nil
}
