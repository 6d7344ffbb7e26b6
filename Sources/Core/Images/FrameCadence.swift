/// Finds out which frames of a film only repeat the picture before.
///
/// Films that were slowed down or stored at a higher rate show each picture several times, and so do
/// cameras that expose longer than a frame takes. A repeat is no further sighting of what it shows:
/// three of one picture say no more than one.
///
/// Repeats are distinguished while something moves, when a new picture differs from the one before by
/// far more than its repeats do. Dice at rest look alike in all frames; there the same share of frames
/// counts as while something moved.
///
/// ```swift
/// if !cadence.repeats(frame.greenSamples) { detector.update(with: dice(in: frame), at: time) }
/// ```
package struct FrameCadence: Sendable {
  /// How many times as large as the smallest of the last differences one is that shows a new picture.
  private static let contrast: Float = 8
  /// What a new picture differs by at least, in units of brightness: a film's encoder changes repeats by less.
  private static let minimumDifference: Float = 0.1
  /// For how many frames a picture is shown at most.
  private static let maximumInterval = 8
  /// How many pictures in a row have to be shown for more than one frame.
  private static let intervalsInARow = 4
  /// How many pictures a second cameras take, or more.
  private static let usualRate = 25.0

  private var last: [Float] = []
  private var differences: [Float] = []
  /// For how many frames each of the last pictures was shown, while something moved.
  private var intervals: [Int] = []
  private var framesSinceChange = 0
  private var framesSinceSighting = 0

  package init() {}

  /// How fast things happen in a film. One that was slowed down cannot be distinguished from a camera
  /// that took fewer pictures a second, and it is taken for slow: else a die that stands on its edge for
  /// a moment would count as at rest.
  ///
  /// - Parameter frameRate: Frames a second that are taken in.
  /// - Returns: The speed compared with the world's: 1, or less where it repeats pictures and seems to
  ///   be slowed down.
  package func pace(frameRate: Double) -> Double {
    length == 1 ? 1 : min(1, frameRate / (Double(length) * Self.usualRate))
  }

  /// For how many frames each picture is shown; 1 as long as nothing else is known.
  private var length: Int {
    intervals.count < Self.intervalsInARow ? 1 : intervals.min() ?? 1
  }

  /// Takes in the next frame.
  ///
  /// - Parameter samples: Brightness in `0...255` at the same places of each frame; of another number
  ///   than before they begin a new film.
  /// - Returns: Whether it shows the picture of the frame before again.
  package mutating func repeats(_ samples: [Float]) -> Bool {
    defer { last = samples }
    guard samples.count == last.count, !samples.isEmpty else {
      self = FrameCadence()
      return false
    }
    let difference =
      zip(samples, last).reduce(0) { $0 + abs($1.0 - $1.1) } / Float(samples.count)
    let smallest = differences.min() ?? 0
    differences = differences.suffix(Self.maximumInterval - 1) + [difference]
    framesSinceChange += 1
    framesSinceSighting += 1
    if difference > Self.contrast * smallest + Self.minimumDifference {
      // After a rest nobody knows for how long the picture was shown.
      if framesSinceChange <= Self.maximumInterval {
        intervals = intervals.suffix(Self.intervalsInARow - 1) + [framesSinceChange]
      }
      framesSinceChange = 0
    } else if framesSinceSighting < length {
      return true
    }
    framesSinceSighting = 0
    return false
  }
}

extension RGBImage {
  /// The green of some thousand pixels in rows and columns: enough to compare a frame with the next.
  package var greenSamples: [Float] {
    let step = max(1, max(width, height) / 80)
    return stride(from: step / 2, to: height, by: step).flatMap { y in
      stride(from: step / 2, to: width, by: step).map { x in Float(pixels[3 * (y * width + x) + 1])
      }
    }
  }
}
