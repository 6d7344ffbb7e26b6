/// An object of a known class, and where it is.
///
/// `Label` is the class. A label that is a type of its own, such as ``DieValue``, keeps a misspelt
/// class out of the rules; Vision's strings are one choice of it.
public struct RecognizedObjectObservation<Label: Hashable & Sendable>: Hashable, Sendable {
  public var label: Label
  /// How sure the model is, in `0...1`.
  public var confidence: Float
  public var boundingBox: BoundingBox

  public init(label: Label, confidence: Float, boundingBox: BoundingBox) {
    self.label = label
    self.confidence = confidence
    self.boundingBox = boundingBox
  }
}
