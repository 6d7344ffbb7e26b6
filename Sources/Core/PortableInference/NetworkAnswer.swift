/// Numbers and their extents.
public struct NetworkAnswer: Hashable, Sendable {
  /// Outermost first.
  public var shape: [Int]
  /// The last extent changing fastest.
  public var values: [Float]

  public init(shape: [Int], values: [Float]) {
    self.shape = shape
    self.values = values
  }
}

extension PortableNetwork {
  /// An answer of the last run, copied.
  public func values(ofOutput number: Int) -> [Float] {
    withOutput(number) { span in span.indices.map { span[$0] } }
  }
}
