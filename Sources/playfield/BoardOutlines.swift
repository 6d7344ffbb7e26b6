import BeanBagToss
import Foundation
import Media
import VisionCore

extension TossWatch {
  /// The board, its hole, the bags that lie there and what moves.
  var outlines: [Annotator.Outline] {
    let (width, length) = (Gameboard.width, Gameboard.length)
    var outlines = [
      outline(.board, [(0, 0), (width, 0), (width, length), (0, length)]),
      outline(
        .board, circle(Gameboard.holeCenter.x, Gameboard.holeCenter.y, Gameboard.holeRadius)),
    ]
    for bag in restingBags {
      outlines.append(
        outline(.bag, circle(bag.place.x, bag.place.y, 0.08), label: "\(bag.landing)"))
    }
    for blob in surface.moving where blob.area > 0.1 {
      let radius = 0.086 * min(2, blob.area).squareRoot()
      outlines.append(outline(.moving, circle(blob.place.x, blob.place.y, radius)))
    }
    return outlines
  }

  private func circle(_ x: Double, _ y: Double, _ radius: Double) -> [(x: Double, y: Double)] {
    (0..<32).map { step in
      let angle = Double(step) / 32 * 2 * Double.pi
      return (x + radius * cos(angle), y + radius * sin(angle))
    }
  }

  private func outline(
    _ kind: Annotator.Outline.Kind, _ places: [(x: Double, y: Double)], label: String = ""
  ) -> Annotator.Outline {
    var points: [NormalizedPoint] = []
    for place in places {
      if let point = location(of: BoardPoint(x: place.x, y: place.y)) {
        points.append(point)
      }
    }
    return Annotator.Outline(kind: kind, points: points, label: label)
  }
}

extension TossNotice {
  /// The notice as it is worded where only bags are watched.
  var wordsOfBags: String {
    guard case .cameraMoved(let time) = self else { return description }
    return """
      The camera moves at \(seconds(time)); where bags land meanwhile is not known. \
      Put it on a stand, or cut the clip there.
      """
  }
}
