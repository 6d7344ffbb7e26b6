internal import VisionCore

// A film has any number of frames a second, and shows joints now and then; a network wants them at even
// steps. `Training/ThrowStyle/windows.py` does the same, to the same numbers.

extension BodyMotion {
  /// A joint that is not known is filled in over gaps as long as this, in seconds.
  static let longestGap = 0.3

  /// The motion with short gaps of each joint filled in along a straight line.
  package func filled() -> BodyMotion {
    var moments = moments
    for joint in Joint.allCases {
      var last: Int?
      for index in moments.indices where moments[index][joint].isKnown {
        if let last, index > last + 1 {
          let (a, b) = (moments[last], moments[index])
          let gap = b.time - a.time
          if gap <= Self.longestGap + 1e-6 {
            for between in last + 1..<index {
              moments[between][joint] = a[joint].moved(
                to: b[joint], by: Float((moments[between].time - a.time) / gap))
            }
          }
        }
        last = index
      }
    }
    return BodyMotion(moments: moments)
  }

  /// The time from one moment to the next, in the middle of all such times; `nil` for less than two.
  package var interval: Double? {
    guard moments.count > 1 else { return nil }
    return zip(moments, moments.dropFirst()).map { $1.time - $0.time }
      .sorted()[(moments.count - 1) / 2]
  }

  /// The body at even steps of time; call it on what is ``filled()``.
  ///
  /// Between two moments a joint lies between its two places. Where it has only one of them, or where
  /// the moments are too far apart to say, it is at the nearer one's. Before the first moment and after
  /// the last one it is unknown, but for half a frame.
  ///
  /// - Returns: `count` times as many places as there are joints, step by step.
  func sampled(from start: Double, step: Double, count: Int) -> [Place] {
    var places = [Place](repeating: .unknown, count: count * Joint.allCases.count)
    guard let first = moments.first?.time, let last = moments.last?.time else { return places }
    let interval = interval ?? Self.longestGap
    let reach = max(Self.longestGap, 1.5 * interval)
    var low = 0
    for index in 0..<count {
      let wanted = start + Double(index) * step
      guard wanted >= first - interval / 2, wanted <= last + interval / 2 else { continue }
      let time = min(max(wanted, first), last)
      while low + 1 < moments.count, moments[low + 1].time <= time { low += 1 }
      let (a, b) = (moments[low], moments[min(low + 1, moments.count - 1)])
      let span = b.time - a.time
      let part = span > 0 ? (time - a.time) / span : 0
      let isWide = span > reach
      for joint in Joint.allCases {
        let (before, after) = (a[joint], b[joint])
        var place = Place.unknown
        if before.isKnown, after.isKnown, !isWide {
          place = before.moved(to: after, by: Float(part))
        } else if part < 0.5 {
          if !isWide || time - a.time <= interval / 2 { place = before }
        } else if !isWide || b.time - time <= interval / 2 {
          place = after
        }
        places[index * Joint.allCases.count + joint.rawValue] = place
      }
    }
    return places
  }
}

extension BodyMotion.Place {
  fileprivate func moved(to other: Self, by part: Float) -> Self {
    Self(
      x: x + (other.x - x) * part, y: y + (other.y - y) * part,
      belief: belief + (other.belief - belief) * part)
  }
}
