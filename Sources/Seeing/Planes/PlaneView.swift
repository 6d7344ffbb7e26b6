package import VisionCore

/// Where the table is in the picture that was followed last.
package struct PlaneView: Hashable, Sendable {
  package enum State: UInt8, CaseIterable, Sendable {
    /// Where it was in the picture before, to the last digit.
    case held
    case moved
    /// Not to be made out; the matrix is the last one that was.
    case lost
    /// The same, of a table that itself shows too little to be followed: only dice at rest say where it is.
    case plain
  }

  package internal(set) var state = State.held
  /// From places of the picture that was begun with to those of this one, both normalized.
  package internal(set) var matrix = Matrix3.identity
  /// How many cells of the picture ``PlaneFollower/cover`` says something about; zero where nothing is over the table.
  package internal(set) var cover = PixelSize(width: 0, height: 0)

  /// Of a table about which nothing is known.
  package init() {}
}
