internal import PlayfieldMaths
internal import VisionCore

/// A way in the image, measured in the size of the die that went it, so that large and small dice,
/// and pictures of any shape, are judged alike.
struct Shift {
  var x: Double
  var y: Double

  static let none = Shift(x: 0, y: 0)

  /// In die sizes.
  var length: Double { (x * x + y * y).squareRoot() }

  static func - (a: Shift, b: Shift) -> Shift { Shift(x: a.x - b.x, y: a.y - b.y) }

  /// The way that most of `places` went to where dice are now, as when the camera is nudged.
  ///
  /// - Parameters:
  ///   - places: The boxes of dice at rest.
  ///   - boxes: Where dice are now, in any order.
  /// - Returns: A shift of less than one die size that two thirds of the dice still in sight, and at
  ///   least two of them, agree in; `nil` where they do not. One die alone can as well have been
  ///   pushed.
  static func common(of places: [BoundingBox], to boxes: [BoundingBox]) -> Shift? {
    let partners = minimumCostAssignment(rows: places.count, columns: boxes.count, limit: 1) {
      places[$0].shift(to: boxes[$1]).length
    }
    let shifts = zip(places, partners).compactMap { place, partner in
      partner.map { place.shift(to: boxes[$0]) }
    }
    guard shifts.count >= 2 else { return nil }
    let median = Shift(
      x: shifts.map { $0.x }.median() ?? 0, y: shifts.map { $0.y }.median() ?? 0)
    let agreeing = shifts.count { ($0 - median).length < DieTrack.stillShift }
    return agreeing >= 2 && agreeing * 3 >= shifts.count * 2 ? median : nil
  }
}

extension BoundingBox {
  /// The way from the centre of this box to that of `other`, in sizes of this one.
  func shift(to other: BoundingBox) -> Shift {
    Shift(x: (other.center.x - center.x) / width, y: (other.center.y - center.y) / height)
  }

  func moved(by shift: Shift) -> BoundingBox {
    BoundingBox(
      x: x + shift.x * width, y: y + shift.y * height, width: width, height: height)
  }

  /// The mean of this box and `other`, which weighs `weight`, in `0...1`.
  func moved(towards other: BoundingBox, by weight: Double) -> BoundingBox {
    BoundingBox(
      x: x + (other.x - x) * weight, y: y + (other.y - y) * weight,
      width: width + (other.width - width) * weight,
      height: height + (other.height - height) * weight)
  }
}
