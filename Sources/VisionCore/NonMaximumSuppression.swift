extension Sequence {
  /// Non-maximum suppression (NMS): keeps the best of each cluster of overlapping detections.
  ///
  /// Greedy, best first, as in Felzenszwalb et al., "Object Detection with Discriminatively Trained
  /// Part-Based Models" (2010), <https://doi.org/10.1109/TPAMI.2009.167>.
  ///
  /// ```swift
  /// let dice = detections.nonMaximaSuppressed(iouThreshold: 0.3, acrossLabels: true)
  /// ```
  ///
  /// - Parameters:
  ///   - iouThreshold: The largest IoU two kept boxes may share, in `0...1`.
  ///   - acrossLabels: Whether boxes of different labels suppress each other too. Objects that wear
  ///     one label at a time want that: a die that looks like a 6 and a little like a 4 is one die.
  ///     Objects that may truly coincide, such as a rider and a horse, do not.
  /// - Returns: The kept detections, by falling confidence.
  /// - Complexity: O(*n* log *n* + *n*·*k*) for *n* detections of which *k* are kept.
  public func nonMaximaSuppressed<Label>(
    iouThreshold: Double = 0.45, acrossLabels: Bool = false
  ) -> [RecognizedObjectObservation<Label>] where Element == RecognizedObjectObservation<Label> {
    nonMaximaSuppressed {
      $0.confidence > $1.confidence
    } suppressing: { kept, other in
      (acrossLabels || kept.label == other.label)
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
