import VisionCore

/// Mean average precision (mAP) at one IoU threshold, as COCO counts it.
///
/// For each label the precision is interpolated at 101 recalls from 0 to 1; the mean is over the
/// labels that occur. Lin et al., "Microsoft COCO: Common Objects in Context" (2014), and
/// `pycocotools`. Answers down to a very low confidence belong in it: the measure asks how well the
/// confidences sort right from wrong.
struct AveragePrecision<Label: Hashable & Sendable>: Sendable {
  /// The minimum IoU at which an answer has found a thing, in `0...1`.
  let iouThreshold: Double

  private var truths: [Label: Int] = [:]
  private var answers: [Label: [(confidence: Float, isRight: Bool)]] = [:]

  init(iouThreshold: Double = 0.5) { self.iouThreshold = iouThreshold }

  /// Adds an image.
  ///
  /// - Parameters:
  ///   - answers: What was found, in any order.
  ///   - truth: What is there; confidences do not matter.
  ///   - ignored: Where an answer is not to be counted. As with COCO's crowds, an answer lies there
  ///     when `iouThreshold` of its own area does.
  mutating func add(
    _ answers: [RecognizedObjectObservation<Label>],
    truth: [RecognizedObjectObservation<Label>], ignored: [BoundingBox] = []
  ) {
    for object in truth { truths[object.label, default: 0] += 1 }
    var isTaken = [Bool](repeating: false, count: truth.count)
    for answer in answers.sorted(by: { $0.confidence > $1.confidence }) {
      var best: (index: Int, overlap: Double)?
      for (index, object) in truth.enumerated() where object.label == answer.label {
        let overlap = object.boundingBox.intersectionOverUnion(answer.boundingBox)
        if !isTaken[index], overlap >= max(iouThreshold, best?.overlap ?? 0) {
          best = (index, overlap)
        }
      }
      if let best {
        isTaken[best.index] = true
      } else if ignored.contains(where: {
        $0.intersection(answer.boundingBox).area >= iouThreshold * answer.boundingBox.area
      }) {
        continue
      }
      self.answers[answer.label, default: []].append((answer.confidence, best != nil))
    }
  }

  /// The mean over the labels that occur, in `0...1`; `nil` before any did.
  var mean: Double? {
    truths.isEmpty
      ? nil : truths.keys.reduce(0) { $0 + averagePrecision(of: $1) } / Double(truths.count)
  }

  private func averagePrecision(of label: Label) -> Double {
    let total = Double(truths[label] ?? 0)
    var curve: [(recall: Double, precision: Double)] = []
    var right = 0.0
    let sorted = (answers[label] ?? []).sorted { $0.confidence > $1.confidence }
    for (index, answer) in sorted.enumerated() {
      if answer.isRight { right += 1 }
      curve.append((right / total, right / Double(index + 1)))
    }
    // The best precision at this recall or a higher one, read off from the far end.
    var best = 0.0
    var sum = 0.0
    var next = curve.count - 1
    for step in (0...100).reversed() {
      while next >= 0, curve[next].recall >= Double(step) / 100 - 1e-9 {
        best = max(best, curve[next].precision)
        next -= 1
      }
      sum += best
    }
    return sum / 101
  }
}
