/// A network's output, read in place: it points into the engine's memory and cannot outlive it.
public struct Tensor: ~Escapable {
  /// The extents, outermost first: `[batch, channels, rows, columns]` for an image-shaped output.
  public let shape: [Int]
  /// The elements, the last extent changing fastest; as many as the product of ``shape``.
  public let values: Span<Float>

  /// - Precondition: `values` has as many elements as the product of `shape`.
  @_lifetime(copy values)
  public init(shape: [Int], values: Span<Float>) {
    precondition(
      shape.reduce(1, *) == values.count, "a tensor has as many values as its shape says")
    self.shape = shape
    self.values = values
  }
}
