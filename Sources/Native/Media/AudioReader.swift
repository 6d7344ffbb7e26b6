internal import CFFmpeg

/// Reads the sound of a file, in order: of a recording, or of a film.
///
/// Any rate and any number of channels become one channel at the rate that is asked for, their mean; of two
/// channels that cancel it is the louder one. Memory does not grow with the length of the sound. What cannot be decoded is left out.
public final class AudioReader: SoundSource {
  public let path: String

  /// How many samples are read at a time.
  private static let capacity = 4096

  private let handle: OpaquePointer
  /// What is read in place of a file.
  private let input: StandardInput?
  private var hasRead = false

  /// Whether sound can be read from a file.
  ///
  /// - Parameter path: Of a file, a folder, or nothing.
  /// - Returns: `false` also for what cannot be opened.
  public static func isSound(_ path: String) -> Bool {
    isFile(path) && (try? AudioReader(path: path, rate: 16_000)) != nil
  }

  /// - Parameters:
  ///   - path: A file of any format that FFmpeg reads; "-" is standard input.
  ///   - rate: Samples a second.
  /// - Throws: ``MediaError``: there is no such file, or no sound in it.
  public init(path: String, rate: Int) throws(MediaError) {
    // Whether it may be read, and is not empty.
    var input: StandardInput?
    if path == StandardInput.name {
      input = try StandardInput(lookingAt: 1)
    } else {
      _ = try readFile(path, limit: 1)
    }
    let place = input?.path ?? path
    var opened: OpaquePointer?
    let result = callShim { cffmpeg_audio_open(place, Int32(rate), &opened, $0, $1) }
    if case .failed(let reason) = result { throw .damaged(path: path, reason: reason) }
    guard let handle = opened else { throw .noSound(path: path) }
    self.handle = handle
    self.path = path
    self.input = input
  }

  deinit { cffmpeg_audio_close(handle) }

  /// The next samples, `-1...1`, at least one; `nil` at the end.
  ///
  /// - Throws: ``MediaError/damaged(path:reason:)`` where none can be decoded.
  public func next() throws(MediaError) -> [Float]? {
    var samples = [Float](repeating: 0, count: Self.capacity)
    var count = 0
    let result = samples.withUnsafeMutableBufferPointer { buffer in
      callShim {
        cffmpeg_audio_read(handle, buffer.baseAddress, buffer.count, &count, $0, $1)
      }
    }
    switch result {
    case .done: break
    case .end where hasRead: return nil
    case .end: throw .damaged(path: path, reason: "none of its sound can be decoded")
    case .failed(let reason): throw .unreadable(path: path, reason: reason)
    }
    hasRead = true
    samples.removeLast(samples.count - count)
    return samples
  }
}
