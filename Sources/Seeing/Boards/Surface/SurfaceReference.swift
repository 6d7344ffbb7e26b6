internal import VisionCore

/// A picture with the minimum and the maximum about each pixel: a camera that trembles by one pixel
/// changes nothing about them.
struct SurfaceReference {
  private(set) var picture: ColorPlanes
  private var low: ColorPlanes
  private var high: ColorPlanes

  init(_ picture: ColorPlanes) {
    self.picture = picture
    low = picture.eroded
    high = picture.dilated
  }

  /// Takes over what another picture shows where a mask is filled, and looks at it again there.
  mutating func replace(with other: ColorPlanes, where mask: BytePlane) {
    let rows = mask.filledRows
    guard !rows.isEmpty else { return }
    picture.bytes.withUnsafeMutableBytes { bytes in
      other.bytes.withUnsafeBytes { other in
        mask.bytes.withUnsafeBytes { mask in
          forEachVector(of: mask.count) { index, count in
            let isReplaced = load(mask, index, count) .!= 0
            for plane in 0..<3 {
              let start = plane &* mask.count &+ index
              let old = load(bytes, start, count)
              store(
                old.replacing(with: load(other, start, count), where: isReplaced), to: bytes, start,
                count)
            }
          }
        }
      }
    }
    update(rows: max(0, rows.lowerBound - 1)..<min(picture.size.height, rows.upperBound + 1))
  }

  /// Takes over what another picture shows at some pixels; ``update()`` is to follow.
  mutating func replace(with other: ColorPlanes, at pixels: [Int]) {
    let count = picture.count
    for pixel in pixels {
      for plane in 0..<3 {
        picture.bytes[plane * count + pixel] = other.bytes[plane * count + pixel]
      }
    }
  }

  /// Follows another picture by a part of what differs, where a mask is empty, with the numbers of
  /// OpenCV's `addWeighted`, which rounds each of two sums of 32 bits once.
  mutating func follow(_ other: ColorPlanes, by share: Float, butFor mask: BytePlane) {
    let count = picture.count
    let kept = Double(1 - share)
    // Half a level more, or what is a little lighter would never be reached.
    let followed = (0...255).map { Double(Float(Double($0) * Double(share) + 0.5)) }
    picture.bytes.withUnsafeMutableBufferPointer { bytes in
      other.bytes.withUnsafeBufferPointer { other in
        for plane in 0..<3 {
          for pixel in 0..<count where mask.bytes[pixel] == 0 {
            let index = plane &* count &+ pixel
            let level = Float(Double(bytes[index]) * kept + followed[Int(other[index])])
            bytes[index] = UInt8(min(level.rounded(.toNearestOrEven), 255))
          }
        }
      }
    }
  }

  /// Looks at the picture again, after it was changed.
  mutating func update() { update(rows: 0..<picture.size.height) }

  private mutating func update(rows: Range<Int>) {
    low.erode(picture, rows: rows)
    high.dilate(picture, rows: rows)
  }

  /// Where a frame lies outside of what is about each pixel by more than a limit, in any colour.
  func differences(to frame: ColorPlanes, above limit: UInt8, within mask: BytePlane) -> BytePlane {
    let limit = SIMD16<UInt8>(repeating: limit)
    let planes = frame.count
    return low.bytes.withUnsafeBytes { low in
      high.bytes.withUnsafeBytes { high in
        frame.bytes.withUnsafeBytes { frame in
          mask.bytes.withUnsafeBytes { mask in
            BytePlane(size: picture.size) { target in
              forEachVector(of: planes) { index, count in
                var maximum = SIMD16<UInt8>.zero
                for start in [index, index &+ planes, index &+ 2 &* planes] {
                  let level = load(frame, start, count)
                  maximum = maximum.maximum(level.subtractingToZero(load(high, start, count)))
                  maximum = maximum.maximum(load(low, start, count).subtractingToZero(level))
                }
                let differs = SIMD16<UInt8>.zero.replacing(
                  with: load(mask, index, count), where: maximum .> limit)
                store(differs, to: target, index, count)
              }
            }
          }
        }
      }
    }
  }
}
