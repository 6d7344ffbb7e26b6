internal import VisionCore

/// A background that drifts to the picture by one level a step, with a deviation for each pixel
/// that does the same, so that where leaves sway much is allowed: Manzanera and Richefeu, "A new
/// motion detection algorithm based on Σ-Δ background estimation" (2007),
/// doi:10.1016/j.patrec.2006.04.007.
struct SigmaDeltaBackground {
  private var mean: ColorPlanes
  private var deviation: [UInt8]
  /// Which pixels have been seen; `nil` for all.
  private var known: BytePlane?
  /// Steps that are due, in `-0.5...0.5` of one: a film's times are rounded, and by so little no step is to come a
  /// frame late.
  private var due = 0.0

  /// The background follows the picture by this many levels a second.
  private static let levelsASecond = 30.0
  private static let deviations: ClosedRange<UInt8> = 14...120
  private static let amplification: UInt8 = 3

  /// - Parameters:
  ///   - frame: The first one.
  ///   - seen: Which of its pixels there are; `nil` for all.
  init(_ frame: ColorPlanes, seen: BytePlane?) {
    mean = frame
    deviation = [UInt8](repeating: Self.deviations.lowerBound, count: frame.bytes.count)
    known = seen
  }

  /// Where a frame differs from the background, as a mask.
  ///
  /// - Parameters:
  ///   - frame: The next one.
  ///   - seen: Which of its pixels there are; `nil` for all.
  ///   - seconds: Since the one before.
  /// - Returns: 255 where it does, else 0.
  mutating func foreground(
    of frame: ColorPlanes, seen: BytePlane?, seconds: Double
  ) -> BytePlane {
    let filled = takeIn(frame, seen: seen)
    due += seconds * Self.levelsASecond
    // After as many steps as there are levels no more would change anything.
    let steps = Int(min(max(due.rounded(), 0), 255))
    due = due.isFinite ? due - due.rounded() : 0
    guard seen != nil else { return follow(filled, steps: steps) }
    // The difference is to the background as it was before.
    let before = mean
    _ = follow(filled, steps: steps)
    // What lies a little beside its place differs by its slope.
    let slack = filled.misplacement(against: mean)
    return filled.differing(from: before, byMoreThan: deviation, and: slack)
  }

  /// The frame, and the background where there is nothing of the frame; what is seen for the first time
  /// becomes background.
  private mutating func takeIn(_ frame: ColorPlanes, seen: BytePlane?) -> ColorPlanes {
    guard seen != nil || known != nil else { return frame }
    let count = frame.count
    var known = known ?? BytePlane(size: frame.size, repeating: 255)
    var filled = frame
    for index in 0..<count {
      let isHere = seen.map { $0.bytes[index] != 0 } ?? true
      for place in [index, index + count, index + 2 * count] {
        if isHere, known.bytes[index] == 0 {
          mean.bytes[place] = frame.bytes[place]
          deviation[place] = Self.deviations.lowerBound
        }
        if !isHere { filled.bytes[place] = mean.bytes[place] }
      }
      if isHere { known.bytes[index] = 255 }
    }
    self.known = known
    return filled
  }

  /// Goes towards the picture by some steps.
  ///
  /// - Returns: Where the picture differed by more than what the deviation is then.
  private mutating func follow(_ picture: ColorPlanes, steps: Int) -> BytePlane {
    let count = picture.count
    var mask = BytePlane(size: picture.size, repeating: 0)
    let most = Self.deviations.upperBound / Self.amplification
    picture.bytes.withUnsafeBytes { values in
      mean.bytes.withUnsafeMutableBytes { means in
        deviation.withUnsafeMutableBytes { deviations in
          mask.bytes.withUnsafeMutableBytes { mask in
            forEachVector(of: count) { index, length in
              var differs = SIMD16<UInt8>.zero
              for plane in 0..<3 {
                let place = index &+ plane &* count
                let value = load(values, place, length)
                var mean = load(means, place, length)
                var deviation = load(deviations, place, length)
                let difference = value.difference(to: mean)
                let bounded = difference.minimum(SIMD16(repeating: most)) &* Self.amplification
                let wanted = bounded.maximum(SIMD16(repeating: Self.deviations.lowerBound))
                for _ in 0..<steps {
                  mean.approach(value)
                  deviation.approach(wanted)
                }
                store(mean, to: means, place, length)
                store(deviation, to: deviations, place, length)
                differs.replace(with: 255, where: difference .> deviation)
              }
              store(differs, to: mask, index, length)
            }
          }
        }
      }
    }
    return mask
  }

  /// Moves what is remembered to another canvas.
  mutating func move(by movement: Matrix3) {
    let size = mean.size
    known = (known ?? BytePlane(size: size, repeating: 255)).warped(by: movement, .nearest)
    mean = mean.warped(by: movement, .linear)
    deviation = ColorPlanes(size: size, bytes: deviation).warped(by: movement, .linear).bytes
  }
}

extension SIMD16<UInt8> {
  /// Goes towards a goal by one.
  @inline(__always)
  fileprivate mutating func approach(_ goal: Self) {
    let one = SIMD16<UInt8>(repeating: 1)
    let up = SIMD16<UInt8>.zero.replacing(with: one, where: goal .> self)
    let down = SIMD16<UInt8>.zero.replacing(with: one, where: goal .< self)
    self = self &+ up &- down
  }
}

extension ColorPlanes {
  /// By how many levels two pictures of the same may differ, because one lies a little beside the other: by
  /// their slopes, the lesser of both, since a ball before a wall has edges in one of them alone.
  func misplacement(against other: ColorPlanes) -> BytePlane {
    var slack = luma.slack
    slack.combine(with: other.luma.slack) { $0.minimum($1) }
    return slack
  }

  /// Where a picture differs by more than a deviation, of each colour, and what each pixel is allowed.
  fileprivate func differing(
    from other: ColorPlanes, byMoreThan deviation: [UInt8], and slack: BytePlane
  ) -> BytePlane {
    let count = count
    var mask = BytePlane(size: size, repeating: 0)
    for index in 0..<count {
      for place in [index, index + count, index + 2 * count] {
        let (a, b) = (bytes[place], other.bytes[place])
        let difference = Int(max(a, b) - min(a, b)) - Int(slack.bytes[index])
        if difference > Int(deviation[place]) { mask.bytes[index] = 255 }
      }
    }
    return mask
  }
}

extension BytePlane {
  /// A picture is brought onto the canvas to about this many pixels: what edges differ by so much is nothing.
  private static let misplaced: Float = 1.4

  /// By how much levels may differ for that, around each pixel.
  fileprivate var slack: BytePlane {
    let slopes = slopes
    let levels = [UInt8](unsafeUninitializedCapacity: slopes.count) { levels, filled in
      for index in slopes.indices {
        let level = min(Float(slopes[index]) * (Self.misplaced / 8), 255)
        // From 2^23 on floats have no fractions, so that adding it rounds.
        levels[index] = UInt8(truncatingIfNeeded: (level + 8_388_608).bitPattern)
      }
      filled = slopes.count
    }
    return BytePlane(size: size, bytes: levels).dilated
  }
}
