import ArgumentParser
import VisionCore

/// Where a board lies in the picture: "0.2,0.1,0.8,0.1,0.9,0.9,0.1,0.9" for the far left, far right,
/// near right and near left corner.
struct BoardArgument: ExpressibleByArgument, Equatable {
  let corners: GameboardObservation.Corners

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false)
      .compactMap { Double($0) }
    guard numbers.count == 8, numbers.allSatisfy(\.isFinite) else { return nil }
    func point(_ index: Int) -> NormalizedPoint {
      NormalizedPoint(x: numbers[2 * index], y: numbers[2 * index + 1])
    }
    corners = GameboardObservation.Corners(
      farLeft: point(0), farRight: point(1), nearRight: point(2), nearLeft: point(3))
  }

  /// What is wrong with these corners; `nil` where nothing is.
  var fault: String? {
    let points = corners.all
    // In a convex outline that goes clockwise each corner turns to the right.
    let isClockwise = points.indices.allSatisfy { index in
      let (a, b, c) = (points[index], points[(index + 1) % 4], points[(index + 2) % 4])
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0
    }
    guard isClockwise else {
      return """
        The corners do not go round the board clockwise. Give those of the hole's end first, left and \
        right as one who stands at the other end sees them, then the near right and the near left.
        """
    }
    guard shareInPicture >= 0.125 else {
      return "Less than an eighth of this board is in the picture. Corners go from 0 to 1 of it."
    }
    return nil
  }

  /// As much of the board as is in the picture, roughly.
  private var shareInPicture: Double {
    let steps = 20
    var inside = 0
    for row in 0..<steps {
      for column in 0..<steps {
        let (s, t) = ((Double(column) + 0.5) / Double(steps), (Double(row) + 0.5) / Double(steps))
        func mix(_ of: (NormalizedPoint) -> Double) -> Double {
          (1 - t) * ((1 - s) * of(corners.farLeft) + s * of(corners.farRight))
            + t * ((1 - s) * of(corners.nearLeft) + s * of(corners.nearRight))
        }
        if (0...1).contains(mix { $0.x }), (0...1).contains(mix { $0.y }) { inside += 1 }
      }
    }
    return Double(inside) / Double(steps * steps)
  }
}
