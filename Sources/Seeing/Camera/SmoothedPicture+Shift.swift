internal import PlayfieldMaths
internal import VisionCore

extension SmoothedPicture {
  /// A shift is believed when it explains the picture so much better than none at all: a picture of
  /// plain wall, or one in which only a player moves, has a peak somewhere, too.
  private static let better: Float = 0.9
  /// How far from its peak the correlation is weighed, in pixels.
  private static let peak = 2

  /// By how many pixels a later picture is shifted against this one; `nil` where a shift does not
  /// explain it much better than none.
  ///
  /// By phase correlation: Kuglin and Hines, "The phase correlation image alignment method" (1975),
  /// with a sine window, and the centroid of the peak.
  package func shift(to now: SmoothedPicture) -> SIMD2<Double>? {
    precondition(size == now.size, "pictures of one size")
    let shift = correlatedShift(to: now)
    let still = difference(from: now, shifted: .zero)
    guard let still, still > 0, let moved = difference(from: now, shifted: shift),
      moved < Self.better * still
    else { return nil }
    return shift
  }

  private func correlatedShift(to now: SmoothedPicture) -> SIMD2<Double> {
    let rows = FourierPlane.length(holding: size.height)
    let columns = FourierPlane.length(holding: size.width)
    // Two real pictures are transformed as one complex one.
    var plane = FourierPlane(
      rows: rows, columns: columns, real: windowed(rows: rows, columns: columns),
      imaginary: now.windowed(rows: rows, columns: columns))
    plane.transform()
    plane.keepPhases()
    plane.transform()
    return Self.peak(of: plane)
  }

  /// The levels, less and less towards the edges, in a larger plane.
  private func windowed(rows: Int, columns: Int) -> [Float] {
    func window(_ count: Int) -> [Float] {
      (0..<count).map { Float(sine(of: .pi * Double($0) / Double(max(1, count - 1)))) }
    }
    let (across, down) = (window(size.width), window(size.height))
    var plane = [Float](repeating: 0, count: rows * columns)
    for y in 0..<size.height {
      for x in 0..<size.width {
        plane[y * columns + x] = levels[y * size.width + x] * across[x] * down[y]
      }
    }
    return plane
  }

  /// The shift at which the correlation is highest, to a part of a pixel.
  private static func peak(of correlation: FourierPlane) -> SIMD2<Double> {
    let (rows, columns) = (correlation.rows, correlation.columns)
    let highest = correlation.real.indices.max { correlation.real[$0] < correlation.real[$1] } ?? 0
    let (row, column) = highest.quotientAndRemainder(dividingBy: columns)
    var (sum, moment) = (0.0, SIMD2<Double>.zero)
    for y in row - peak...row + peak {
      for x in column - peak...column + peak {
        let (inside, wrapped) = ((y + rows) % rows, (x + columns) % columns)
        let value = Double(correlation.real[inside * columns + wrapped])
        sum += value
        moment += value * SIMD2(Double(x), Double(y))
      }
    }
    let place = sum > 0 ? moment / sum : SIMD2(Double(column), Double(row))
    // Beyond the middle it is the other way.
    let period = SIMD2(Double(columns), Double(rows))
    return place.replacing(with: place - period, where: place .>= period / 2)
  }

  /// How much another picture differs in the mean where it, moved back by a shift, lies on this
  /// one; `nil` where hardly any of it does.
  private func difference(from other: SmoothedPicture, shifted shift: SIMD2<Double>) -> Float? {
    let (width, height) = (size.width, size.height)
    guard abs(shift.x) < Double(width), abs(shift.y) < Double(height) else { return nil }
    let (edgeX, edgeY) = (Int(abs(shift.x)) + 2, Int(abs(shift.y)) + 2)
    let (innerWidth, innerHeight) = (width - 2 * edgeX, height - 2 * edgeY)
    guard innerWidth >= width / 4, innerHeight >= height / 4, innerWidth > 0, innerHeight > 0 else {
      return nil
    }
    let whole = shift.rounded(.down)
    let part = SIMD2<Float>(shift - whole)
    let away = Int(whole.y) * width + Int(whole.x)
    let (a, b) = ((1 - part.x) * (1 - part.y), part.x * (1 - part.y))
    let (c, d) = ((1 - part.x) * part.y, part.x * part.y)
    var sum = Float(0)
    levels.withUnsafeBufferPointer { from in
      other.levels.withUnsafeBufferPointer { to in
        for y in edgeY..<edgeY + innerHeight {
          var row = Float(0)
          for x in edgeX..<edgeX + innerWidth {
            let index = y &* width &+ x
            let place = index &+ away
            let upper = a * to[place] + b * to[place &+ 1]
            let lower = c * to[place &+ width] + d * to[place &+ width &+ 1]
            row += abs(from[index] - upper - lower)
          }
          sum += row
        }
      }
    }
    return sum / Float(innerWidth * innerHeight)
  }
}

extension FourierPlane {
  /// Of a transform of two real planes, as the parts of one complex one, keeps how far each
  /// frequency is shifted from the first to the second.
  fileprivate mutating func keepPhases() {
    let (rows, columns) = (rows, columns)
    let (sumReal, sumImaginary) = (real, imaginary)
    for row in 0..<rows {
      let other = (rows - row) % rows
      for column in 0..<columns {
        let index = row * columns + column
        let mirror = other * columns + (columns - column) % columns
        let z = SIMD2(sumReal[index], sumImaginary[index])
        let w = SIMD2(sumReal[mirror], -sumImaginary[mirror])
        // Twice the first plane's frequency, and twice the second's.
        let (first, turned) = (z + w, z - w)
        let second = SIMD2(turned.y, -turned.x)
        // The first's times the conjugate of the second's, scaled to a length of 1.
        let product = SIMD2(
          first.x * second.x + first.y * second.y, first.y * second.x - first.x * second.y)
        let length = (product * product).sum().squareRoot()
        let unit = length > 0 ? product / length : .zero
        real[index] = unit.x
        imaginary[index] = unit.y
      }
    }
  }
}
