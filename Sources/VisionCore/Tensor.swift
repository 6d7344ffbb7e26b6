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

/// A network's outputs, in the order of its file; like each ``Tensor``, only for the closure that is
/// handed them.
public struct Tensors: ~Escapable {
  typealias Elements = (shape: [Int], values: UnsafeBufferPointer<Float>)

  private let elements: [Elements]

  /// - Parameter elements: Must stay valid for the life of this value.
  @_lifetime(immortal)
  init(_ elements: [Elements]) {
    self.elements = elements
  }

  public var count: Int { elements.count }

  /// - Precondition: `index` is below ``count``.
  public subscript(index: Int) -> Tensor {
    @_lifetime(copy self) get {
      let (shape, values) = elements[index]
      return _overrideLifetime(
        Tensor(shape: shape, values: Span(_unsafeElements: values)), copying: self)
    }
  }
}
