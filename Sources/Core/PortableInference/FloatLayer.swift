/// A layer that computes in floats and keeps the plane's size.
///
/// Its work is a closure that the builder makes, so that the page's module holds only the code of
/// layers that its networks have.
struct FloatLayer {
  typealias Work = (
    _ input: NetworkPlan.Plane, _ output: NetworkPlan.Plane, _ scratch: Int,
    _ memory: UnsafeMutablePointer<Float>
  ) -> Void

  /// The largest plane.
  var maximumPlaces = Int.max
  /// How many floats of memory it works in, by the number of places.
  var scratch: (_ places: Int) -> Int = { _ in 0 }
  /// Floating-point operations, by the number of places.
  var operations: (_ places: Int) -> Int = { _ in 0 }
  var work: Work
}

extension NetworkPlan.Plane {
  /// How many places there are.
  var places: Int { width * height }
}
