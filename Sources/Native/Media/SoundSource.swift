/// Where samples come from, in order: a recording, or a microphone.
public protocol SoundSource: AnyObject {
  /// The next samples, `-1...1`, at least one; `nil` at the end.
  func next() throws(MediaError) -> [Float]?
}
