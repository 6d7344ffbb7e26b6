/// How a flat square looks in a picture, where it is so small that it looks like a parallelogram: the affine image
/// of a square.
///
/// A square looks the same after a quarter of a turn. What is kept of its looks does, too: not its corners, whose
/// order nobody knows, but what they are made of.
package struct SeenSquare: Hashable, Sendable {
  package let middle: EdgePoint
  /// The symmetric matrix, in pixels, by which a square with half diagonals of 1, somehow turned, comes to look so.
  package let shape: Symmetric2

  package init(middle: EdgePoint, shape: Symmetric2) {
    self.middle = middle
    self.shape = shape
  }
}
