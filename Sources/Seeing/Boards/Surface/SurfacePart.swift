internal import VisionCore

/// A connected part of a flat board that differs from what lay still there.
struct SurfacePart {
  var blob: BoardBlob
  /// What has just changed of it, in square metres.
  var movingArea: Double
  /// When it last changed, but for what flickers, in seconds.
  var stillSince: Double
  /// Its pixels, row by row.
  var pixels: [Int]

  /// In square metres.
  var area: Double { blob.area * Gameboard.bagArea }

  /// The minimum area, in square metres: a twelfth of a bag.
  static let minimumArea = 0.002
  /// For how long a change counts as motion, in seconds.
  private static let motion = 0.09
  /// The part of it that may still flicker when it lies still.
  private static let restless = 0.06

  /// All parts of a mask that are large enough.
  ///
  /// - Parameters:
  ///   - mask: On the flat board.
  ///   - board: The flat board.
  ///   - view: What it shows.
  ///   - since: When each pixel changed last, in seconds.
  ///   - time: When it is, in seconds.
  /// - Returns: The parts, in the order of their first pixels.
  static func all(
    of mask: BytePlane, on board: FlatBoard, view: ColorPlanes, since: [Double], time: Double
  ) -> [SurfacePart] {
    let connected = ConnectedParts(of: mask)
    var pixels = [[Int]](repeating: [], count: connected.parts.count)
    for run in connected.runs {
      let row = run.row * mask.size.width
      pixels[run.part] += run.columns.map { row + $0 }
    }
    let squareMetre = FlatBoard.pixelsPerMetre * FlatBoard.pixelsPerMetre
    return zip(connected.parts, pixels).compactMap { part, pixels in
      guard Double(part.area) / squareMetre >= minimumArea else { return nil }
      return SurfacePart(
        pixels, middle: part.center, on: board, view: view, since: since, time: time)
    }
  }

  private init(
    _ pixels: [Int], middle: PixelPoint, on board: FlatBoard, view: ColorPlanes, since: [Double],
    time: Double
  ) {
    let squareMetre = FlatBoard.pixelsPerMetre * FlatBoard.pixelsPerMetre
    let count = view.count
    var (moving, onBoard, inHole, onRim, onEdge) = (0, 0, 0, 0, 0)
    var spread = SIMD3<Double>.zero
    var color = SIMD3<Int>.zero
    for pixel in pixels {
      let (row, column) = pixel.quotientAndRemainder(dividingBy: board.size.width)
      let away = SIMD2(Double(column), Double(row)) - middle.coordinates
      spread += SIMD3(away.x * away.x, away.x * away.y, away.y * away.y)
      color &+= SIMD3(
        Int(view.bytes[pixel]), Int(view.bytes[count + pixel]), Int(view.bytes[2 * count + pixel]))
      moving += time - since[pixel] < Self.motion ? 1 : 0
      onBoard += board.surface.bytes[pixel] != 0 ? 1 : 0
      inHole += board.hole.bytes[pixel] != 0 ? 1 : 0
      onRim += board.rim.bytes[pixel] != 0 ? 1 : 0
      onEdge += board.edge.bytes[pixel] != 0 ? 1 : 0
    }
    func bags(_ pixels: Int) -> Double { Double(pixels) / squareMetre / Gameboard.bagArea }
    let difference = spread.x - spread.z
    let longer = (difference * difference + 4 * spread.y * spread.y).squareRoot()
    let sum = spread.x + spread.z
    blob = BoardBlob(
      place: board.place(of: middle), area: bags(pixels.count), areaOnBoard: bags(onBoard),
      areaInHole: bags(inHole), colour: SIMD3<Double>(color) / Double(pixels.count),
      elongation: ((sum + longer) / max(1e-6, sum - longer)).squareRoot(), touchesEdge: onRim > 0,
      isCut: onEdge > 0)
    movingArea = Double(moving) / squareMetre
    let changes = pixels.map { since[$0] }.sorted()
    stillSince = changes[Int(Double(changes.count) * (1 - Self.restless))]
    self.pixels = pixels
  }
}
