public import Inference

/// What can go wrong while a request is performed.
public enum VisionError: Error, Hashable {
  /// The model could not be loaded or run.
  case inference(InferenceError)
  /// The network answered with a tensor of another shape than the request reads.
  case unexpectedShape(tensor: String, expected: [Int], actual: [Int])
  /// A picture could not be worked on.
  case imageProcessingFailed(reason: String)
}

extension VisionError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inference(let error):
      error.description
    case .unexpectedShape(let tensor, let expected, let actual):
      """
      Tensor '\(tensor)' is \(actual), expected \(expected). \
      Is the model that of another request, or exported at a fixed size?
      """
    case .imageProcessingFailed(let reason):
      "OpenCV could not work on a picture (\(reason)). Is there enough memory?"
    }
  }
}
