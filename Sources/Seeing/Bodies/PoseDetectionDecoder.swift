internal import PlayfieldMaths
package import VisionCore

/// A person as the pose detector finds it, in `0...1` of the square that it looked at.
package struct PoseDetection: Hashable, Sendable {
  package var confidence: Float
  /// The head and what is about it.
  package var box: BoundingBox
  /// The middle of the hips.
  package var hips: SquarePoint
  /// A point above the hips on the circle round the person.
  package var top: SquarePoint
}

/// Reads the outputs of MediaPipe's `pose_detection.tflite`, a single-shot detector (SSD).
///
/// For each of 2254 anchors `boxes` (`[1, 2254, 12]`) holds the box's centre and size and four
/// points, in pixels of the input and relative to the anchor; `scores` (`[1, 2254, 1]`) the logit.
package struct PoseDetectionDecoder: Sendable {
  /// The minimum confidence of a detection, in `0...1`.
  let threshold: Float

  package init(threshold: Float) { self.threshold = threshold }

  package static let inputSide = 224
  static let coordinates = 12
  /// Detections whose boxes overlap more than this are of one person.
  private static let iouThreshold = 0.3
  /// The anchors' centres in `0...1`: two for every cell of 8 and of 16 pixels, six for every cell
  /// of 32.
  private static let anchors: [SIMD2<Double>] = [(8, 2), (16, 2), (32, 6)].flatMap {
    stride, count in
    let cells = inputSide / stride
    return (0..<cells * cells * count).map { index in
      let cell = index / count
      return (SIMD2(Double(cell % cells), Double(cell / cells)) + 0.5) / Double(cells)
    }
  }

  /// - Returns: One detection a person, by falling confidence.
  /// - Throws: ``UnexpectedShape`` for another network's outputs.
  package func detections(boxes: Tensor, scores: Tensor) throws(UnexpectedShape) -> [PoseDetection]
  {
    let count = Self.anchors.count
    guard boxes.shape == [1, count, Self.coordinates] else {
      throw UnexpectedShape(
        tensor: "boxes", expected: [1, count, Self.coordinates], actual: boxes.shape)
    }
    guard scores.shape == [1, count, 1] else {
      throw UnexpectedShape(tensor: "scores", expected: [1, count, 1], actual: scores.shape)
    }
    var found: [PoseDetection] = []
    for anchor in 0..<count {
      let confidence = Float(logit: scores.values[anchor])
      guard confidence >= threshold else { continue }
      func pair(_ index: Int) -> SIMD2<Double> {
        let start = anchor * Self.coordinates + index
        return SIMD2(Double(boxes.values[start]), Double(boxes.values[start + 1]))
          / Double(Self.inputSide)
      }
      let center = pair(0) + Self.anchors[anchor]
      let size = pair(2)
      found.append(
        PoseDetection(
          confidence: confidence,
          box: BoundingBox(
            x: center.x - size.x / 2, y: center.y - size.y / 2, width: size.x, height: size.y),
          hips: SquarePoint(pair(4) + Self.anchors[anchor]),
          top: SquarePoint(pair(6) + Self.anchors[anchor])))
    }
    return Self.merged(found)
  }

  /// One detection for each cluster: the mean of its members, weighted by their confidence, with the
  /// confidence of the best. ("Blending" instead of suppression, as in Bazarevsky et al.,
  /// "BlazeFace" (2019), <https://arxiv.org/abs/1907.05047>; it halves the jitter.)
  static func merged(_ detections: [PoseDetection]) -> [PoseDetection] {
    var rest = detections.sorted { $0.confidence > $1.confidence }
    var merged: [PoseDetection] = []
    while !rest.isEmpty {
      let best = rest.removeFirst()
      let isNear = { (other: PoseDetection) in
        best.box.intersectionOverUnion(other.box) > iouThreshold
      }
      let cluster = [best] + rest.filter(isNear)
      rest.removeAll(where: isNear)
      let total = cluster.reduce(0) { $0 + Double($1.confidence) }
      func mean(_ value: (PoseDetection) -> SIMD2<Double>) -> SIMD2<Double> {
        cluster.reduce(SIMD2()) { $0 + Double($1.confidence) * value($1) } / total
      }
      let (origin, corner) = (
        mean { SIMD2($0.box.x, $0.box.y) }, mean { SIMD2($0.box.maxX, $0.box.maxY) }
      )
      merged.append(
        PoseDetection(
          confidence: best.confidence,
          box: BoundingBox(
            x: origin.x, y: origin.y, width: corner.x - origin.x, height: corner.y - origin.y),
          hips: SquarePoint(mean { $0.hips.coordinates }),
          top: SquarePoint(mean { $0.top.coordinates })))
    }
    return merged
  }
}
