package import VisionCore

/// What is over a plane in a picture, cell by cell, row by row.
package struct PlaneCover: Hashable, Sendable {
  /// In cells; zero before any picture.
  package internal(set) var size = PixelSize(width: 0, height: 0)
  /// How much of each cell shows something that is over the plane, 0 to 255.
  package internal(set) var opacity: [UInt8] = []
  /// How much darker the plane is in each cell than without the shadow on it, 0 to 255.
  package internal(set) var shade: [UInt8] = []

  /// Of a plane of which nothing is known.
  package init() {}

  /// Makes all cells clear; there are as many as `size` says from now on.
  mutating func clear(_ size: PixelSize) {
    self.size = size
    opacity.fill(0, count: size.width * size.height)
    shade.fill(0, count: size.width * size.height)
  }
}

extension [UInt8] {
  /// Makes all elements the same, in the memory that is there where that has room.
  fileprivate mutating func fill(_ value: UInt8, count: Int) {
    removeAll(keepingCapacity: true)
    append(contentsOf: repeatElement(value, count: count))
  }
}
