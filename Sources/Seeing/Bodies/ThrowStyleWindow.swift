internal import VisionCore

/// Two seconds of a body, as the throw-style network is shown them.
///
/// `Training/ThrowStyle/windows.py` does the same, to the same numbers.
package struct ThrowStyleWindow: Hashable, Sendable {
  /// In seconds.
  package static let step = 1.0 / 30
  /// Samples.
  package static let length = 60
  /// Of x, of y and of belief for each joint: the rows of ``values``.
  package static let channels = 3 * BodyMotion.Joint.allCases.count

  /// `[channels, length]`: x of all joints, then y, both in trunks from the hips, then belief.
  package private(set) var values: [Float]

  /// - Parameters:
  ///   - motion: With its gaps filled in.
  ///   - start: Of the window, in seconds.
  package init(of motion: BodyMotion, from start: Double) {
    let places = motion.sampled(from: start, step: Self.step, count: Self.length)
    let count = BodyMotion.Joint.allCases.count
    let samples = stride(from: 0, to: places.count, by: count).map {
      Array(places[$0..<$0 + count])
    }
    values = [Float](repeating: 0, count: Self.channels * Self.length)
    let sizes = Self.sizes(of: samples)
    for (index, sample) in samples.enumerated() {
      guard let size = sizes[index], let root = Self.root(of: sample, size: size) else { continue }
      for (joint, place) in sample.enumerated() where place.belief > 0 {
        values[joint * Self.length + index] = Self.limited((place.x - root.x) / size)
        values[(count + joint) * Self.length + index] = Self.limited((place.y - root.y) / size)
        values[(2 * count + joint) * Self.length + index] = place.belief
      }
    }
  }

  /// What ``values`` were; `nil` for another number of them.
  package init?(values: [Float]) {
    guard values.count == Self.channels * Self.length else { return nil }
    self.values = values
  }

  /// Whether it shows nobody.
  package var isEmpty: Bool {
    values[(2 * BodyMotion.Joint.allCases.count * Self.length)...]
      .allSatisfy { $0 == 0 }
  }

  /// No joint is farther from the hips, in trunks.
  private static let farthest: Float = 4

  private static func limited(_ value: Float) -> Float { min(max(value, -farthest), farthest) }

  /// The size of a body is the mean over this many samples to each side.
  private static let sizeReach = 16

  /// Bones, and how long each is, seen from the side, against the side of the trunk.
  private static let bones: [(BodyMotion.Joint, BodyMotion.Joint, Float)] = [
    (.leftShoulder, .leftElbow, 0.58), (.rightShoulder, .rightElbow, 0.58),
    (.leftElbow, .leftWrist, 0.51), (.rightElbow, .rightWrist, 0.51),
    (.leftShoulder, .leftHip, 1), (.rightShoulder, .rightHip, 1),
    (.leftHip, .leftKnee, 0.83), (.rightHip, .rightKnee, 0.83),
    (.leftKnee, .leftAnkle, 0.82), (.rightKnee, .rightAnkle, 0.82),
  ]

  /// How long the trunk is in each sample; `nil` where no bone is known for half a second.
  private static func sizes(of samples: [[BodyMotion.Place]]) -> [Float?] {
    let measured = samples.map { sample -> Float? in
      var (length, parts) = (Float(0), Float(0))
      for (a, b, part) in bones {
        let (a, b) = (sample[a.rawValue], sample[b.rawValue])
        guard a.belief > 0, b.belief > 0 else { continue }
        let (dx, dy) = (a.x - b.x, a.y - b.y)
        length += (dx * dx + dy * dy).squareRoot()
        parts += part
      }
      return parts > 0 ? length / parts : nil
    }
    return measured.indices.map { index in
      let near = measured[max(0, index - sizeReach)..<min(measured.count, index + sizeReach + 1)]
        .compactMap { $0 }
      let size = near.isEmpty ? 0 : near.reduce(0, +) / Float(near.count)
      return size > 0 ? size : nil
    }
  }

  /// The middle of the hips; where they are unknown, a trunk below the shoulders.
  private static func root(
    of sample: [BodyMotion.Place], size: Float
  ) -> (x: Float, y: Float)? {
    func middle(_ joints: BodyMotion.Joint...) -> (x: Float, y: Float)? {
      let known = joints.map { sample[$0.rawValue] }.filter { $0.belief > 0 }
      guard !known.isEmpty else { return nil }
      let count = Float(known.count)
      return (known.reduce(0) { $0 + $1.x } / count, known.reduce(0) { $0 + $1.y } / count)
    }
    return middle(.leftHip, .rightHip)
      ?? middle(.leftShoulder, .rightShoulder).map { ($0.x, $0.y + size) }
  }
}

extension ThrowStyleWindow {
  /// From one window to the next, in samples.
  private static let advance = 6.0

  /// The times at which windows start: together they show the whole motion; one that is shorter than a
  /// window lies in its middle. What is more than a window apart is looked at apart, and nothing between.
  package static func starts(over motion: BodyMotion) -> [Double] {
    let times = motion.moments.map { $0.time }
    var starts: [Double] = []
    var first = 0
    for last in times.indices
    where last + 1 == times.count || times[last + 1] - times[last] > Double(length) * step {
      starts += Self.starts(from: times[first], to: times[last])
      first = last + 1
    }
    return starts
  }

  private static func starts(from first: Double, to last: Double) -> [Double] {
    let (span, window) = ((last - first) / step, Double(length - 1))
    guard span > window else { return [first + (span - window) / 2 * step] }
    let count = ((span - window) / advance).rounded(.up)
    return (0...Int(count)).map { first + Double($0) / count * (span - window) * step }
  }
}
