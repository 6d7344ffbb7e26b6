internal import COpenCV
internal import SceneReading
internal import VisionCore

extension BoardQuadrilateral {
  var shimValue: copencv_quadrilateral {
    get {
      copencv_quadrilateral(
        points: (
          points[0].x, points[0].y, points[1].x, points[1].y, points[2].x, points[2].y,
          points[3].x, points[3].y
        ))
    }
    set {
      let (ax, ay, bx, by, cx, cy, dx, dy) = newValue.points
      points = [(ax, ay), (bx, by), (cx, cy), (dx, dy)].map { PixelPoint(x: $0.0, y: $0.1) }
    }
  }
}
