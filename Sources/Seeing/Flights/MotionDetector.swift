package import VisionCore

/// Finds what moves before a camera: where a frame differs from both its neighbours and from the background.
///
/// Frames are compared on a canvas that stands still: at first it is the picture, later a homography leads
/// from this to it.
package struct MotionDetector: Sendable {
  package struct Bounds: Hashable, Sendable {
    /// An object's minimum and maximum radius, in widths of the picture.
    package var radius: ClosedRange<Double>
    /// The part of the upright picture in which objects count.
    package var region: BoundingBox

    package init(radius: ClosedRange<Double>, region: BoundingBox) {
      self.radius = radius
      self.region = region
    }
  }

  /// A frame as it is looked at.
  package struct Look: Hashable, Sendable {
    package var size: PixelSize
    /// Whether it shows the same as the one before it. Such a frame is forgotten.
    package var isDuplicate: Bool
    /// In which part of what has edges it differs from the one before.
    package var changed: Double
    /// In which part of its pixels it does.
    package var changedPixels: Double
  }

  private let bounds: Bounds
  private var background: SigmaDeltaBackground?
  /// The frames as they are looked at, and by how much they differ.
  private var frame: ColorPlanes?
  private var frameBefore: ColorPlanes?
  private var luma: BytePlane?
  private var lumaBefore: BytePlane?
  private var frameDifference: BytePlane?
  /// The last frames on the canvas, and which of its pixels they have; `nil` for all.
  private var current: Sight?
  private var last: Sight?
  /// The difference between the frame before ``last`` and that.
  private var lastDifference: BytePlane?
  /// Whether ``current`` is ``frame``, or the frame before, as it is.
  private var (isCurrentFrame, isCurrentFrameBefore) = (false, false)
  /// How much of the scene changed with the last frame, in pixels, where the camera had moved; and how many frames
  /// have repeated that.
  private var (changes, repeats) = (0, 0)

  private struct Sight: Sendable {
    var picture: ColorPlanes
    var seen: BytePlane?
    /// Where it differs from the background.
    var foreground: BytePlane

    mutating func move(by movement: Matrix3) {
      picture = picture.warped(by: movement, .linear)
      seen = (seen ?? BytePlane(size: picture.size, repeating: 255)).warped(by: movement, .nearest)
      foreground = foreground.warped(by: movement, .nearest)
    }
  }

  /// A change of fewer levels than this is noise of sensor and codec.
  private static let noise: UInt8 = 12
  /// A frame in which fewer pixels change is a copy of the last one.
  private static let minimumChanges = 8
  /// Where the camera moves, only after one in which more of the scene changed than this: a scene may be at rest,
  /// but does not come to rest from one picture to the next.
  private static let manyChanges = 200
  /// For more frames than these no film shows a picture, but a scene may be at rest.
  private static let maximumRepeats = 6
  /// A picture's tiles, and in how many of its pixels one has to differ to have changed.
  private static let (tile, minimumOfTile) = (16, 4)
  /// Fewer tiles with edges say nothing of the camera.
  private static let minimumTiles = 12

  package init(_ bounds: Bounds) { self.bounds = bounds }

  // MARK: - Frames as they are

  /// Takes in the next frame.
  ///
  /// - Parameter picture: Upright; its size must be that of the first one.
  /// - Returns: By how much it differs from the one before.
  package mutating func look(at picture: ColorPlanes) -> Look {
    precondition(frame.map { $0.size == picture.size } ?? true, "frames of one size")
    var look = Look(size: picture.size, isDuplicate: false, changed: 0, changedPixels: 0)
    if let frame, let luma {
      let difference = picture.maximumDifference(to: frame)
      let changes = difference.above(Self.noise)
      let count = changes.filledCount
      if count < Self.minimumChanges {
        look.isDuplicate = true
        return look
      }
      look.changed = Self.changedPart(of: changes, edges: luma)
      look.changedPixels = Double(count) / Double(picture.count)
      frameDifference = difference
    }
    isCurrentFrameBefore = current != nil && isCurrentFrame
    isCurrentFrame = false
    (frameBefore, lumaBefore) = (frame, luma)
    (frame, luma) = (picture, picture.luma)
    return look
  }

  /// The grey levels of the frame that was taken in last, or of the one before.
  package func grey(isPrevious: Bool) -> BytePlane? { isPrevious ? lumaBefore : luma }

  /// In which part of the tiles with edges something has changed: where there are none a camera may turn, and
  /// nothing changes.
  private static func changedPart(of changes: BytePlane, edges: BytePlane) -> Double {
    let size = changes.size
    var (changed, all) = (0, 0)
    edges.slopes.withUnsafeBufferPointer { slopes in
      changes.bytes.withUnsafeBufferPointer { changes in
        for top in stride(from: 0, through: size.height - tile, by: tile) {
          for left in stride(from: 0, through: size.width - tile, by: tile) {
            let first = top &* size.width &+ left
            guard hasEnough(first, size.width, where: { slopes[$0] > 8 * UInt16(noise) }) else {
              continue
            }
            all += 1
            if hasEnough(first, size.width, where: { changes[$0] != 0 }) { changed += 1 }
          }
        }
      }
    }
    return all >= minimumTiles ? Double(changed) / Double(all) : 0
  }

  /// Whether a condition holds for enough pixels of a tile, the first of which is given.
  @inline(__always)
  private static func hasEnough(
    _ first: Int, _ width: Int, where holds: (_ index: Int) -> Bool
  ) -> Bool {
    var (count, row) = (0, first)
    for _ in 0..<tile {
      // Row by row, for the compiler vectorizes a loop without an early exit.
      for index in row..<row &+ tile { count &+= holds(index) ? 1 : 0 }
      if count >= minimumOfTile { return true }
      row &+= width
    }
    return false
  }

  // MARK: - On the canvas

  /// What moved in the frame that was compared before the one that was taken in last. Once for each frame at
  /// most.
  ///
  /// - Parameters:
  ///   - seconds: Since the frame before, above 0.
  ///   - toCanvas: From pixels of the frame that was taken in last to those of the canvas; `nil` where they
  ///     are the same.
  /// - Returns: The objects as they are on the canvas, the largest first; `nil` where the last frame shows there
  ///   what the one before does, though its camera has moved. Such a frame is forgotten.
  package mutating func compare(seconds: Double, toCanvas: Matrix3?) -> [MovingObject]? {
    guard let frame else { return [] }
    var (picture, seen): (ColorPlanes, BytePlane?) = (frame, nil)
    if let toCanvas {
      picture = frame.warped(by: toCanvas, .cubic)
      let all = BytePlane(size: frame.size, repeating: 255)
      seen = all.warped(by: toCanvas, .nearest).eroded
    }
    guard let difference = difference(to: picture, seen: seen) else { return nil }

    let hasBeforeLast = last != nil
    last = current
    if background == nil { background = SigmaDeltaBackground(picture, seen: seen) }
    let foreground = background?.foreground(of: picture, seen: seen, seconds: seconds)
    current = Sight(
      picture: picture, seen: seen,
      foreground: foreground ?? BytePlane(size: picture.size, repeating: 0))
    isCurrentFrame = toCanvas == nil
    defer { lastDifference = difference }
    guard hasBeforeLast, let last, let lastDifference else { return [] }
    let parts = MovingParts(
      of: last.picture, foreground: last.foreground,
      moving: lastDifference.minimum(difference).above(Self.noise), radius: bounds.radius)
    let back = toCanvas?.inverse ?? .identity
    return parts.all.filter { counts($0, back) }.map {
      $0.object(in: last.picture, seen: last.seen)
    }
  }

  /// By how much a frame differs from the last one on the canvas; `nil` where it repeats that, though its camera
  /// has moved.
  private mutating func difference(to picture: ColorPlanes, seen: BytePlane?) -> BytePlane? {
    guard let current else { return BytePlane(size: picture.size, repeating: 0) }
    if seen == nil, current.seen == nil {
      changes = 0
      return isCurrentFrameBefore
        ? frameDifference : picture.maximumDifference(to: current.picture)
    }
    var difference = picture.maximumDifference(to: current.picture)
    difference.combine(with: picture.misplacement(against: current.picture)) {
      $0.subtractingToZero($1)
    }
    for mask in [seen, current.seen] {
      if let mask { difference.combine(with: mask) { $0 & $1 } }
    }
    let count = difference.above(Self.noise).opened.filledCount
    if count == 0, changes >= Self.manyChanges, repeats < Self.maximumRepeats {
      repeats += 1
      return nil
    }
    (changes, repeats) = (count, 0)
    return difference
  }

  /// Whether an object lies where it counts, as it is seen in the last frame.
  private func counts(_ part: MovingParts.Part, _ fromCanvas: Matrix3) -> Bool {
    guard let size = frame?.size, let place = fromCanvas.map(part.center) else { return false }
    let point = size.normalized(place)
    let region = bounds.region
    return point.x >= region.x && point.x <= region.maxX && point.y >= region.y
      && point.y <= region.maxY
  }

  /// Moves what is remembered to another canvas.
  package mutating func move(by movement: Matrix3) {
    guard current != nil else { return }
    current?.move(by: movement)
    last?.move(by: movement)
    lastDifference = lastDifference?.warped(by: movement, .linear)
    background?.move(by: movement)
    (isCurrentFrame, isCurrentFrameBefore) = (false, false)
  }

  /// Forgets all but the frame that was taken in last.
  package mutating func forget() {
    (background, current, last, lastDifference) = (nil, nil, nil, nil)
    (changes, repeats) = (0, 0)
    (isCurrentFrame, isCurrentFrameBefore) = (false, false)
  }
}

extension BytePlane {
  /// The minimum of both, pixel by pixel.
  fileprivate func minimum(_ other: BytePlane) -> BytePlane {
    var minimum = self
    minimum.combine(with: other) { $0.minimum($1) }
    return minimum
  }
}
