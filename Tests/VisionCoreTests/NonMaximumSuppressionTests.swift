import Testing
import VisionCore

private typealias Observation = RecognizedObjectObservation<String>

private func box(_ label: String, _ confidence: Float, x: Double, width: Double = 0.2)
  -> Observation
{
  Observation(
    label: label, confidence: confidence,
    boundingBox: BoundingBox(x: x, y: 0.4, width: width, height: 0.2))
}

@Suite("Non-maximum suppression")
struct NonMaximumSuppressionTests {
  @Test(
    "keeps the best of each cluster",
    arguments: [
      // Nothing in, nothing out.
      ([], []),
      // Apart: both stay, the better first.
      ([box("a", 0.5, x: 0), box("a", 0.9, x: 0.5)], [0.9, 0.5]),
      // The same box twice: the better stays.
      ([box("a", 0.5, x: 0), box("a", 0.9, x: 0)], [0.9]),
      // A third of a box shared is IoU 0.2, under the threshold of 0.3.
      ([box("a", 0.9, x: 0), box("a", 0.5, x: 0.13)], [0.9, 0.5]),
      // Half a box shared is IoU 1/3, over it.
      ([box("a", 0.9, x: 0), box("a", 0.5, x: 0.1)], [0.9]),
      // Labels do not see each other.
      ([box("a", 0.9, x: 0), box("b", 0.5, x: 0)], [0.9, 0.5]),
      // A chain: the first suppresses the second, which then cannot suppress the third.
      (
        [box("a", 0.9, x: 0), box("a", 0.8, x: 0.1), box("a", 0.7, x: 0.2)], [0.9, 0.7]
      ),
      // A small box inside a large one shares little of it.
      ([box("a", 0.9, x: 0, width: 0.8), box("a", 0.5, x: 0.3)], [0.9, 0.5]),
    ] as [([RecognizedObjectObservation<String>], [Float])])
  func keepsTheBest(
    detections: [RecognizedObjectObservation<String>], kept: [Float]
  ) {
    let result = detections.nonMaximaSuppressed(iouThreshold: 0.3)
    #expect(result.map(\.confidence) == kept)
  }
}
