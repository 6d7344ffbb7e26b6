import BeanBagToss
import Foundation
import Media
import VisionCore

/// What a report shows of a game's film: the field, and each throw by itself.
struct ThrowPictures {
  /// JPEG.
  var field: Data?
  /// MP4, by the number of the throw.
  var clips: [Int: Data] = [:]
}

extension ThrowPictures {
  /// Reads a game's film once more: of it only the throws, each with the moments about it.
  init(of session: Session, from video: String) async throws(Failure) {
    let reader = try openVideo(video)
    let recorder = ThrowRecorder(frameRate: reader.frameRate)
    var progress = ProgressBar("Cutting the report's clips", total: session.throwsMade.count)
    defer { progress.clear() }
    do throws(MediaError) {
      var position = -Double.infinity
      for (index, made) in session.throwsMade.enumerated() {
        progress.show(index)
        let window = ThrowRecorder.window(of: made)
        if position < window.lowerBound { reader.skip(to: window.lowerBound) }
        while position <= window.upperBound, let frame = try reader.nextPlanar() {
          let wasReleased = position >= made.time
          position = frame.time
          await recorder.append(frame, isInFlight: position >= made.time)
          // The field is shown larger than the clips.
          if index == 0, !wasReleased, position >= made.time {
            try reader.shrinkFrames(toLongSide: ThrowRecorder.clipLimit)
          }
        }
        await recorder.add(made)
      }
    } catch {
      throw Failure(error)
    }
    self = try await recorder.finish()
  }
}
