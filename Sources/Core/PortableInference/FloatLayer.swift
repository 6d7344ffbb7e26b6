/// A layer that computes in floats.
///
/// Its work is a closure that the builder makes, so that the page's module holds only the code of
/// layers that its networks have.
struct FloatLayer {
  typealias Work = (
    _ planes: Planes, _ scratch: Int, _ memory: UnsafeMutablePointer<Float>
  ) -> Void

  /// What a layer reads and what it makes.
  struct Planes {
    var input: NetworkPlan.Plane
    /// A second input of the output's shape, for a layer that has one.
    var added: NetworkPlan.Plane?
    var output: NetworkPlan.Plane
  }

  /// The largest plane.
  var maximumPlaces = Int.max
  /// How large a plane it makes of one.
  var outputSize: (MapSizes.Size) -> MapSizes.Size = { $0 }
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
