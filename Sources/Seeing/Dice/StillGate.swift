internal import PlayfieldMaths
package import VisionCore

/// Distinguishes the frames of a film that are worth a look from those in which nothing has moved
/// since the last look, and from those that repeat a picture (``FrameCadence``).
///
/// A cell of the picture has changed when its brightness differs from that of the last look by more
/// than its noise, once what happens to whole rows and columns is taken out: a light that flickers
/// (which a rolling shutter shows as bands), an exposure that adapts. It errs on the side of looking.
///
/// Pure: nothing is read here, and time comes in.
///
/// ```swift
/// if gate.opens(for: frame, at: time, isPending: game.isPending) { look(at: frame) }
/// ```
package struct StillGate: Sendable {
  /// No longer than this, in seconds, nothing is looked at.
  static let longestRest = 0.5
  /// How many frames are looked at after the last change, so that a scout has been everywhere near
  /// (see `LookSchedule`) and a die that one look has missed is seen by the next.
  static let looksAfterChange = 8

  /// The change of a cell's mean luma that counts where there is no noise.
  static let threshold: Float = 4
  /// How many times as large as the usual change from frame to frame a change must be.
  static let noiseFactor: Float = 7.5
  /// Over how many frames noise is learned.
  static let noiseMemory: Float = 32
  /// A change that counts however noisy the cell is.
  static let largestThreshold: Float = 12

  /// As it was at the last look.
  private var reference: [Float] = []
  private var size = PixelSize(width: 0, height: 0)
  /// How far each cell was off the reference in the last frame.
  private var differences: [Float] = []
  /// The usual change of a cell from one frame to the next.
  private var noise: [Float] = []
  /// Of how many frames it is the mean; more than ``noiseMemory`` fade.
  private var framesOfNoise: Float = 0
  private var lastLook = 0.0
  private var looksLeft = 0
  private var cadence = FrameCadence()
  /// Whether the last frame only repeated a picture: it says nothing of the time since, as if it had not come.
  package private(set) var sawRepeat = false

  package init() {}

  /// Opens for the next frames even where nothing moves in them.
  package mutating func lookAgain() { looksLeft = Self.looksAfterChange }

  /// Takes in the next frame.
  ///
  /// - Parameters:
  ///   - frame: As it is stored; another size than before opens the gate.
  ///   - time: In seconds.
  ///   - isPending: Whether each frame counts at present, even where nothing moves.
  /// - Returns: Whether the frame is to be looked at. It then is what later ones are compared with.
  package mutating func opens(
    for frame: PicturePlanes, at time: Double, isPending: Bool
  ) -> Bool {
    let grid = LumaGrid(of: frame)
    sawRepeat = cadence.repeats(grid.values)
    if sawRepeat { return false }
    let isNew = grid.size != size
    if isNew {
      size = grid.size
      noise = [Float](repeating: 0, count: grid.values.count)
      framesOfNoise = 0
    }
    if isNew || hasChanged(grid) { looksLeft = Self.looksAfterChange }
    let rest = time - lastLook
    let isDue = rest < 0 || rest > Self.longestRest - 0.01
    guard isPending || isDue || looksLeft > 0 else { return false }
    looksLeft = max(0, looksLeft - 1)
    lastLook = time
    reference = grid.values
    differences = [Float](repeating: 0, count: grid.values.count)
    return true
  }

  /// Whether any cell differs from the reference by more than its noise; learns the noise of those
  /// that do not.
  private mutating func hasChanged(_ grid: LumaGrid) -> Bool {
    let gains = BrightnessGains(from: reference, to: grid.values, size: size)
    framesOfNoise = min(framesOfNoise + 1, Self.noiseMemory)
    var hasChanged = false
    var index = 0
    for y in 0..<size.height {
      for x in 0..<size.width {
        let gain = gains.rows[y] * gains.columns[x]
        let before = reference[index]
        let expected = min(before * gain, grid.white)
        let difference = grid.values[index] - expected
        // What is brighter than white does not get darker by as much.
        let slack = abs(1 - gain) * before * (before > 0.85 * grid.white ? 1 : 0.2)
        let usual = min(
          max(Self.threshold, Self.noiseFactor * noise[index]), Self.largestThreshold)
        let step = abs(difference - differences[index])
        if abs(difference) > usual + slack {
          hasChanged = true
        } else {
          noise[index] += (step - noise[index]) / framesOfNoise
        }
        differences[index] = difference
        index += 1
      }
    }
    return hasChanged
  }
}

/// How much brighter the rows and the columns of a picture have become: the factors that an additive
/// fit by medians would find in the logarithms (Tukey, "Exploratory Data Analysis", 1977, chapter 11,
/// median polish), after one round.
struct BrightnessGains {
  private(set) var rows: [Float]
  private(set) var columns: [Float]

  /// In darker cells a factor cannot be distinguished from noise.
  private static let dark: Float = 16
  /// Fewer cells than this have no median worth the name.
  private static let fewest = 5

  init(from before: [Float], to now: [Float], size: PixelSize) {
    rows = [Float](repeating: 1, count: size.height)
    columns = [Float](repeating: 1, count: size.width)
    var ratios = [Float](repeating: 0, count: before.count)
    for index in before.indices where before[index] >= Self.dark {
      ratios[index] = now[index] / before[index]
    }
    var line: [Float] = []
    line.reserveCapacity(size.longSide)
    for y in 0..<size.height {
      line.removeAll(keepingCapacity: true)
      for x in 0..<size.width where ratios[y * size.width + x] > 0 {
        line.append(ratios[y * size.width + x])
      }
      rows[y] = Self.takeMedian(of: &line)
    }
    for x in 0..<size.width {
      line.removeAll(keepingCapacity: true)
      for y in 0..<size.height where ratios[y * size.width + x] > 0 && rows[y] > 0 {
        line.append(ratios[y * size.width + x] / rows[y])
      }
      columns[x] = Self.takeMedian(of: &line)
    }
  }

  /// 1 of too few; reorders them.
  private static func takeMedian(of ratios: inout [Float]) -> Float {
    ratios.count < fewest ? 1 : ratios.takeMedian() ?? 1
  }
}
