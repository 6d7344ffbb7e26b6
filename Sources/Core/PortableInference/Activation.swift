/// What becomes of a layer's numbers.
public enum Activation: Hashable, Sendable {
  case none
  /// What is below 0 becomes 0.
  case relu
  /// That, and what is above 6 becomes 6.
  case relu6

  @inline(__always)
  func apply(to vector: inout SIMD4<Float>) {
    guard self != .none else { return }
    vector.replace(with: 0, where: vector .< 0)
    if self == .relu6 { vector.replace(with: 6, where: vector .> 6) }
  }
}
