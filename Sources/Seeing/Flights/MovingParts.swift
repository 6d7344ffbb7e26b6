internal import PlayfieldMaths
internal import VisionCore

/// The parts of a picture that move: those that differ from the background, and those that move just now.
struct MovingParts {
  /// The largest first.
  private(set) var all: [Part] = []

  struct Part {
    var box: PixelRect
    var center: PixelPoint
    /// In pixels.
    var area: Int
    /// The mean of its red, green and blue.
    var color: SIMD3<Double>
    /// Whether it stands alone, rather than being part of something larger that moves.
    var isIsolated: Bool
  }

  /// - Parameters:
  ///   - picture: What is seen.
  ///   - foreground: Where it differs from the background.
  ///   - moving: Where it differs from the pictures before and after it.
  ///   - radius: Of an object, in widths of the picture.
  init(
    of picture: ColorPlanes, foreground: BytePlane, moving: BytePlane, radius: ClosedRange<Double>
  ) {
    let width = Double(picture.size.width)
    func isObject(_ part: ConnectedParts.Part) -> Bool {
      radius.contains((Double(part.area) / .pi).squareRoot() / width) && part.isCompact
    }
    func part(_ number: Int, of parts: ConnectedParts, isIsolated: Bool) -> Part {
      let part = parts.parts[number]
      return Part(
        box: part.box, center: part.center, area: part.area,
        color: parts.meanColor(of: number, in: picture), isIsolated: isIsolated)
    }
    let still = ConnectedParts(of: foreground.opened.closed)
    for number in still.parts.indices where isObject(still.parts[number]) {
      all.append(part(number, of: still, isIsolated: true))
    }
    // What moves just now. Against the foreground it has no ghosts, and a ball that leaves a hand
    // stands out sooner; against that, of what moves slowly only the edges are seen.
    let known = all
    let fast = ConnectedParts(of: moving.closed)
    for number in fast.parts.indices where isObject(fast.parts[number]) {
      let found = fast.parts[number]
      let isKnown = known.contains { other in
        let reach = (Double(max(found.area, other.area)) / .pi).squareRoot() / 2
        return (other.center - found.center).length < reach
      }
      guard !isKnown else { continue }
      all.append(part(number, of: fast, isIsolated: !fast.isMost(of: number, within: still)))
    }
    all.sort { $0.area > $1.area }
  }
}

extension MovingParts.Part {
  /// As it is reported.
  ///
  /// - Parameters:
  ///   - picture: In which it lies.
  ///   - seen: Which of the picture's pixels there are; `nil` for all.
  /// - Returns: Its place and size in widths of the picture.
  func object(in picture: ColorPlanes, seen: BytePlane?) -> MovingObject {
    let size = picture.size
    return MovingObject(
      place: size.inWidths(center),
      radius: (Double(area) / .pi).squareRoot() / Double(size.width), isIsolated: isIsolated,
      fill: Double(area) / Double(box.width * box.height), color: color,
      touchesEdge: touchesEdge(of: size, seen))
  }

  /// Whether the box touches the edge of what was seen.
  private func touchesEdge(of size: PixelSize, _ seen: BytePlane?) -> Bool {
    if box.x == 0 || box.y == 0 || box.x + box.width == size.width
      || box.y + box.height == size.height
    {
      return true
    }
    guard let seen else { return false }
    for y in box.y - 1...box.y + box.height {
      for x in box.x - 1...box.x + box.width where seen[x, y] == 0 { return true }
    }
    return false
  }
}

extension ConnectedParts.Part {
  /// Neither a line nor a net.
  fileprivate var isCompact: Bool {
    Double(area) > 0.2 * Double(box.width * box.height)
      && max(box.width, box.height) < 5 * min(box.width, box.height)
  }
}

extension ConnectedParts {
  fileprivate func meanColor(of number: Int, in picture: ColorPlanes) -> SIMD3<Double> {
    let part = parts[number]
    var sum = SIMD3<Int>.zero
    for row in part.box.y..<part.box.y + part.box.height {
      for run in runs(inRow: row) where run.part == number {
        for x in run.columns {
          let index = row &* picture.size.width &+ x
          sum &+= SIMD3(
            Int(picture.bytes[index]), Int(picture.bytes[picture.count &+ index]),
            Int(picture.bytes[2 &* picture.count &+ index]))
        }
      }
    }
    return SIMD3(Double(sum.x), Double(sum.y), Double(sum.z)) / Double(part.area)
  }

  /// Whether most of a part lies in parts of others that are much larger than itself.
  fileprivate func isMost(of number: Int, within others: ConnectedParts) -> Bool {
    let part = parts[number]
    var inside = 0
    for row in part.box.y..<part.box.y + part.box.height {
      for run in runs(inRow: row) where run.part == number {
        for other in others.runs(inRow: row)
        where other.columns.overlaps(run.columns) && others.parts[other.part].area > 4 * part.area {
          inside += other.columns.clamped(to: run.columns).count
        }
      }
    }
    return 2 * inside > part.area
  }
}
