import Media
import SpokenNumbers

/// A recording that is listened to piece by piece, however long it is.
struct Sound {
  private let reader: AudioReader

  init(path: String) throws(Failure) {
    do throws(MediaError) {
      reader = try AudioReader(path: path, rate: LogMelSpectrogram.rate)
    } catch {
      throw Failure(error)
    }
  }

  /// The next samples; `nil` at the end.
  func next() throws(Failure) -> [Float]? {
    do throws(MediaError) {
      return try reader.next()
    } catch {
      throw Failure(error)
    }
  }
}
