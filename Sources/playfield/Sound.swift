import Media
import SpokenNumbers

/// A sound that is listened to piece by piece, however long it is: of a recording, or of a microphone.
struct Sound {
  private let source: any SoundSource

  /// - Parameter name: A file; `microphone` for the default one, `microphone:NAME` for ALSA's of that name.
  /// - Throws: A sentence when it cannot be opened, or holds no sound.
  init(_ name: String) throws(Failure) {
    do throws(MediaError) {
      if let device = Self.microphone(name) {
        source = try Microphone(device: device, rate: WhisperSpectrogram.rate)
      } else {
        source = try AudioReader(path: name, rate: WhisperSpectrogram.rate)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// ALSA's name of the microphone that `name` stands for; `nil` for a file.
  static func microphone(_ name: String) -> String? {
    if name == "microphone" { return "default" }
    let prefix = "microphone:"
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }

  /// Whether it goes on until somebody ends it.
  var isLive: Bool { source is Microphone }

  /// The next samples; `nil` at the end.
  func next() throws(Failure) -> [Float]? {
    do throws(MediaError) {
      return try source.next()
    } catch {
      throw Failure(error)
    }
  }
}
