extension Sequence {
  /// Non-maximum suppression (NMS): keeps the best of each cluster of overlapping detections of one
  /// label.
  ///
  /// Greedy, best first, as in Felzenszwalb et al., "Object Detection with Discriminatively Trained
  /// Part-Based Models" (2010), <https://doi.org/10.1109/TPAMI.2009.167>.
  ///
  /// ```swift
  /// let objects = detections.nonMaximaSuppressed(iouThreshold: 0.45)
  /// ```
  ///
  /// For detectors of objects that may truly coincide, such as a rider and a horse. Dice wear one
  /// value at a time; the requests that read them suppress across values, and nested boxes too.
  ///
  /// - Parameter iouThreshold: The largest IoU two kept boxes of one label may share, in `0...1`.
  /// - Returns: The kept detections, by falling confidence.
  /// - Complexity: O(*n* log *n* + *n*·*k*) for *n* detections of which *k* are kept.
  public func nonMaximaSuppressed<Label>(
    iouThreshold: Double = 0.45
  ) -> [RecognizedObjectObservation<Label>] where Element == RecognizedObjectObservation<Label> {
    nonMaximaSuppressed {
      $0.confidence > $1.confidence
    } suppressing: { kept, other in
      kept.label == other.label
        && kept.boundingBox.intersectionOverUnion(other.boundingBox) > iouThreshold
    }
  }

  /// Greedy suppression with an order and a notion of overlap of the caller's own.
  package func nonMaximaSuppressed(
    bestFirst: (Element, Element) -> Bool, suppressing: (_ kept: Element, Element) -> Bool
  ) -> [Element] {
    var kept: [Element] = []
    for candidate in sorted(by: bestFirst)
    where !kept.contains(where: { suppressing($0, candidate) }) {
      kept.append(candidate)
    }
    return kept
  }
}
