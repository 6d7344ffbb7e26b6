import BeanBagToss
import Foundation
import Media
import VisionCore
import VisionRequests

/// Keeps of a game's frames what its report will show.
///
/// A throw is reported seconds after its release, so the last half minute is always kept, encoded.
actor ThrowRecorder {
  private let frameRate: Double
  private var film: ClipRecorder?
  /// Of the throws whose moments are not over yet.
  private var awaited: [(number: Int, window: ClosedRange<Double>)] = []
  private var pictures = ThrowPictures()
  /// The frame in which something began to fly, until it is known that it was a throw.
  private var sight: PlanarFrame?
  private var wasInFlight = false
  /// What went wrong first: nothing is kept after it.
  private var failure: Failure?

  /// Sides of pictures, in pixels.
  static let clipLimit = 640
  private static let fieldLimit = 1600
  private static let seconds = 30.0

  init(frameRate: Double) { self.frameRate = frameRate }

  /// What is shown of a throw: a second before the release, and a little more after the flight.
  static func window(of made: Throw) -> ClosedRange<Double> {
    let end = max(made.time, made.trajectory.points.last?.time ?? made.time)
    return made.time - 1...end + 1.2
  }

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - frame: Later than the one before.
  ///   - isInFlight: Whether something flies in it that may be a bag.
  func append(_ frame: PlanarFrame, isInFlight: Bool) {
    guard failure == nil else { return }
    if pictures.field == nil, sight == nil || (isInFlight && !wasInFlight) { sight = frame }
    wasInFlight = isInFlight
    do {
      // First, for after a gap in the film the frame drives out all that was kept.
      try cut { $0.upperBound < frame.time }
      let picture = frame.image.upright(frame.orientation, toLongSide: Self.clipLimit)
      if film == nil {
        film = try ClipRecorder(
          width: picture.width, height: picture.height, frameRate: frameRate,
          seconds: Self.seconds)
      }
      try film?.append(picture, at: frame.time)
    } catch {
      fail(error)
    }
  }

  /// Takes note of a throw that was reported.
  func add(_ made: Throw) {
    awaited.append((made.number, Self.window(of: made)))
    guard pictures.field == nil, failure == nil, let sight else { return }
    let field = sight.image.upright(sight.orientation, toLongSide: Self.fieldLimit)
    pictures.field = ImageWriter.jpeg(field).map { Data($0) }
    self.sight = nil
  }

  /// All that was kept; the film is over.
  func finish() throws(Failure) -> ThrowPictures {
    do {
      try cut { _ in true }
    } catch {
      fail(error)
    }
    if let failure { throw failure }
    return pictures
  }

  private func cut(_ isOver: (ClosedRange<Double>) -> Bool) throws(MediaError) {
    for (number, window) in awaited where isOver(window) {
      pictures.clips[number] = try film?.clip(of: window).map { Data($0) }
    }
    awaited.removeAll { isOver($0.window) }
  }

  private func fail(_ error: any Error) {
    film = nil
    failure =
      switch error {
      case let error as MediaError: Failure(error)
      case let error as VisionError: Failure(error)
      default: Failure(status: .fault, sentence: "\(error)")
      }
  }
}
