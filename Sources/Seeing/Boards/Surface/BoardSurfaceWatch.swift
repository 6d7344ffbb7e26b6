internal import PlayfieldMaths
package import VisionCore

/// Watches a board's surface before a static camera: moving objects, bags that have arrived and
/// bags that have gone.
package struct BoardSurfaceWatch: Sendable {
  package enum Failure: Error {
    /// Less than an eighth of the board is in the picture.
    case tooLittleOfBoard
    /// The frame has another size than the first one.
    case anotherSize
  }

  /// The minimum difference in levels, above noise and the errors of codecs: from the background,
  /// and from the frames just before, where shade and light change less.
  private static let (different, changed): (UInt8, UInt8) = (20, 16)
  /// How long an object must not change to be at rest, in seconds.
  private static let rest = 0.4
  /// The part of the view that must differ for it to be hidden; for how long, in seconds, it must
  /// keep still to be taken for a new one; and how much of it may change meanwhile.
  private static let (hidden, newView, restless) = (0.6, 2.0, 0.02)
  /// The background follows slow changes of the light: this share of the difference, every this
  /// many seconds.
  private static let (follow, followEvery) = (Float(0.1), 0.25)
  /// An outline that is stronger than before by this many levels is an arrived object's; one that is
  /// weaker by as many, and weaker than this share of it, is a departed object's. A part with
  /// neither is light or shade.
  private static let (outline, gone) = (5.0, 0.75)
  /// A mean difference in levels above that of light and shade, whatever the outline.
  private static let noShade = 60.0
  /// How far from a bag's middle, in metres, there is nothing but the bag, wherever it is turned.
  private static let core = 0.04
  private static let maximumBlobs = 64

  private let corners: GameboardObservation.Corners
  private var board: FlatBoard?
  private var scene: Scene?

  /// What is known of the surface.
  private struct Scene: Sendable {
    /// The background with the objects at rest; the bare board; the last steady colour of each
    /// pixel.
    var still: SurfaceReference
    var empty: SurfaceReference
    var anchor: SurfaceReference
    /// When each pixel took on its steady colour, in seconds.
    var since: [Double]
    /// Where the last frame differed from the background.
    var foreground: BytePlane
    var followed: Double
    var hiddenSince: Double?

    init(_ view: ColorPlanes, at time: Double) {
      still = SurfaceReference(view)
      (empty, anchor) = (still, still)
      since = [Double](repeating: time - 1, count: view.count)
      foreground = BytePlane(size: view.size, repeating: 0)
      followed = time
    }
  }

  /// - Parameter corners: Of the playing surface in the upright picture; outside of `0...1` where
  ///   its edge cuts the board.
  package init(corners: GameboardObservation.Corners) { self.corners = corners }

  /// Compares the next frame with the background.
  ///
  /// - Parameters:
  ///   - frame: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: The moving objects of this frame, and the changes of objects at rest.
  /// - Throws: ``Failure``.
  package mutating func update(
    with frame: some Picture, orientation: ImageOrientation, time: Double
  ) throws(Failure) -> BoardSurfaceObservation {
    let picture = frame.uprightSize(orientation)
    if board == nil { board = FlatBoard(corners: corners, in: picture) }
    guard let board else { throw .tooLittleOfBoard }
    guard board.picture == picture else { throw .anotherSize }
    var view = board.view(of: frame, orientation: orientation)
    guard var scene else {
      scene = Scene(view, at: time)
      return BoardSurfaceObservation()
    }
    view = Self.inLight(of: scene, view, board)
    // Meanwhile changed where it is.
    self.scene = nil
    let seen = Self.compare(view, with: &scene, board, time)
    self.scene = scene
    return seen
  }

  /// Where in the upright picture a place on the board is seen; `nil` for one behind the camera,
  /// and before the first frame.
  package func location(of place: BoardPoint) -> NormalizedPoint? { board?.location(of: place) }

  /// The mean colour of the background in the middle of a bag at this place: red, green and blue in
  /// `0...255`; `nil` if it is not in view.
  package func color(of place: BoardPoint) -> SIMD3<Double>? {
    guard let board, let picture = scene?.still.picture,
      let pixels = board.pixels(about: place, reach: Self.core)
    else { return nil }
    func mean(_ plane: Int) -> Double {
      let sum = pixels.reduce(0) { $0 + Int(picture.bytes[plane * picture.count + $1]) }
      return Double(sum) / Double(pixels.count)
    }
    return SIMD3(mean(0), mean(1), mean(2))
  }

  /// Undoes what a camera's exposure does to the whole picture.
  private static func inLight(
    of scene: Scene, _ view: ColorPlanes, _ board: FlatBoard
  ) -> ColorPlanes {
    let (minimumPixels, step) = (100, 5)
    let still = scene.still.picture
    var pixels: [Int] = []
    for y in stride(from: 2, to: board.size.height, by: step) {
      for x in stride(from: 2, to: board.size.width, by: step) {
        let pixel = y * board.size.width + x
        if board.seen.bytes[pixel] != 0, scene.foreground.bytes[pixel] == 0 { pixels.append(pixel) }
      }
    }
    var gains: [Float] = [1, 1, 1]
    var differs = false
    for plane in 0..<3 {
      let start = plane * view.count
      var ratios = pixels.compactMap { pixel -> Float? in
        let was = still.bytes[start + pixel]
        return was > 30 && was < 235 ? Float(view.bytes[start + pixel]) / Float(was) : nil
      }
      guard ratios.count >= minimumPixels, let median = ratios.takeMedian() else { continue }
      let ratio = min(max(median, 0.4), 2.5)
      differs = differs || abs(ratio - 1) > 0.015
      gains[plane] = 1 / ratio
    }
    guard differs else { return view }
    var lit = view
    for plane in 0..<3 {
      let levels = (0...255).map {
        UInt8(min((Float($0) * gains[plane]).rounded(.toNearestOrEven), 255))
      }
      lit.bytes.withUnsafeMutableBufferPointer { bytes in
        for index in plane * view.count..<(plane + 1) * view.count {
          bytes[index] = levels[Int(bytes[index])]
        }
      }
    }
    return lit
  }

  private static func compare(
    _ view: ColorPlanes, with scene: inout Scene, _ board: FlatBoard, _ time: Double
  ) -> BoardSurfaceObservation {
    let changes = scene.anchor.differences(to: view, above: changed, within: board.seen)
    let changedCount = changes.filledCount
    if changedCount > 0 {
      scene.anchor.replace(with: view, where: changes)
      for pixel in changes.bytes.indices where changes.bytes[pixel] != 0 {
        scene.since[pixel] = time
      }
    }

    let differing = scene.still.differences(to: view, above: different, within: board.seen)
    guard Double(differing.filledCount) <= hidden * Double(board.seenCount) else {
      let isQuiet = Double(changedCount) < restless * Double(board.seenCount)
      if scene.hiddenSince == nil || !isQuiet { scene.hiddenSince = time }
      guard let since = scene.hiddenSince, time - since > newView else {
        return BoardSurfaceObservation(isHidden: true)
      }
      scene = Scene(view, at: time)
      return BoardSurfaceObservation(isHidden: true, isNewView: true)
    }
    scene.hiddenSince = nil
    scene.foreground = differing.opened
    let differs = scene.foreground.filledCount > 0
    let follows = time - scene.followed >= followEvery
    guard differs || follows else { return BoardSurfaceObservation() }
    let onEmpty = scene.empty.differences(to: view, above: different, within: board.seen)

    var observation = BoardSurfaceObservation()
    var isChanged = follows
    if differs {
      let covered = scene.foreground.intersection(onEmpty).closed(by: .ellipseOf7)
      let covering = SurfacePart.all(
        of: covered.intersection(board.seen), on: board, view: view, since: scene.since, time: time
      )
      let uncovering = SurfacePart.all(
        of: scene.foreground.subtracting(onEmpty).opened, on: board, view: view,
        since: scene.since, time: time)
      observation.moving = moving(among: covering)
      for (parts, isBare) in [(covering, false), (uncovering, true)] {
        for part in parts where time - part.stillSince >= rest {
          if let change = settle(part, isBare: isBare, view, &scene, board) {
            observation.changes.append(change)
          }
          isChanged = true
        }
      }
      observation.changes.removeLast(max(0, observation.changes.count - maximumBlobs))
    }
    if follows {
      scene.followed = time
      scene.still.follow(view, by: follow, butFor: scene.foreground.dilated(by: .ellipseOf7))
      scene.empty.follow(view, by: follow, butFor: onEmpty.dilated(by: .ellipseOf7))
      scene.empty.update()
    }
    if isChanged { scene.still.update() }
    return observation
  }

  /// The largest first.
  private static func moving(among parts: [SurfacePart]) -> [BoardBlob] {
    parts.filter { $0.movingArea >= max(SurfacePart.minimumArea, $0.area / 10) }
      .map { $0.blob }.sorted { $0.area > $1.area }.prefix(maximumBlobs).map { $0 }
  }

  /// Adds a part at rest to the background.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - isBare: Whether it shows the bare board.
  ///   - view: The frame, laid out flat.
  ///   - scene: The background.
  ///   - board: The flat board.
  /// - Returns: The change; `nil` if only the light has changed.
  private static func settle(
    _ part: SurfacePart, isBare: Bool, _ view: ColorPlanes, _ scene: inout Scene, _ board: FlatBoard
  ) -> BoardChange? {
    let mask = PartMask(part.pixels, in: board.size)
    let band = mask.outline.filter { board.seen.bytes[$0] != 0 }
    let edge = edgeStrength(along: band, in: view)
    let edgeBefore = edgeStrength(along: band, in: scene.still.picture)
    let isLight =
      abs(edge - edgeBefore) < outline
      && contrast(of: part.pixels, view, scene.still.picture) < noShade
    // One bag in another's place has an outline, too.
    let isUncovered = isBare || (edge < edgeBefore - outline && edge < gone * edgeBefore)
    scene.still.replace(with: view, at: mask.surroundings)
    if (isLight || isUncovered) && !isBare {
      scene.empty.replace(with: view, at: mask.surroundings)
      scene.empty.update()
    }
    guard !isLight else { return nil }
    return BoardChange(
      kind: isUncovered ? .uncovered : .covered, blob: part.blob, time: part.stillSince)
  }

  /// How strong the edges along a band are, as the mean spread of levels about its pixels, of the
  /// colour with most.
  private static func edgeStrength(along band: [Int], in picture: ColorPlanes) -> Double {
    guard !band.isEmpty else { return 0 }
    let (width, height) = (picture.size.width, picture.size.height)
    var sums = [0, 0, 0]
    for pixel in band {
      let (row, column) = pixel.quotientAndRemainder(dividingBy: width)
      for plane in 0..<3 {
        var (low, high): (UInt8, UInt8) = (255, 0)
        for y in max(0, row - 1)...min(height - 1, row + 1) {
          for x in max(0, column - 1)...min(width - 1, column + 1) {
            let level = picture.bytes[plane * picture.count + y * width + x]
            (low, high) = (min(low, level), max(high, level))
          }
        }
        sums[plane] += Int(high - low)
      }
    }
    return Double(sums.max() ?? 0) / Double(band.count)
  }

  /// By how many levels some pixels differ in two pictures, in the mean, of the colour that differs
  /// most.
  private static func contrast(of pixels: [Int], _ a: ColorPlanes, _ b: ColorPlanes) -> Double {
    let sums = (0..<3).map { plane in
      pixels.reduce(0) { sum, pixel in
        let index = plane * a.count + pixel
        return sum + abs(Int(a.bytes[index]) - Int(b.bytes[index]))
      }
    }
    return Double(sums.max() ?? 0) / Double(pixels.count)
  }
}
