public import VisionCore

/// A network's outputs, in the order of its file; like each `Tensor`, only for the closure that is
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
