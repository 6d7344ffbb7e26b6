public import Inference
internal import VisionCore

/// What can go wrong while a request is performed.
public enum VisionError: Error, Hashable {
  /// The model could not be loaded or run.
  case inference(InferenceError)
  /// The network answered with a tensor of another shape than the request reads.
  case unexpectedShape(tensor: String, expected: [Int], actual: [Int])
  /// Whisper's encoder, with which spoken numbers are heard, has not been fetched.
  case encoderMissing(path: String)
  /// A file of weights for our own runtime is cut short or no safetensors file.
  case weightsDamaged(path: String)
  /// A file of weights holds another network than the one `wanted`, such as "reads digits".
  case weightsUnsuitable(path: String, wanted: String)
  /// A threshold that is no share of 1.
  case thresholdOutOfRange(Double)
  /// A frame has another size than the first one.
  case frameSizeChanged
  /// Less than an eighth of the board is in the picture.
  case tooLittleOfBoard
}

extension VisionError {
  init(_ error: UnexpectedShape) {
    self = .unexpectedShape(tensor: error.tensor, expected: error.expected, actual: error.actual)
  }
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
    case .encoderMissing(let path):
      Checkout.isThere
        ? "There is no '\(path)', with which numbers are heard; 'make voice' fetches it."
        : "There is no '\(path)', with which numbers are heard. Install it with the program's models."
    case .weightsDamaged(let path):
      Checkout.isThere
        ? """
        '\(path)' is no whole safetensors file. 'git checkout -- Models' brings the project's back, \
        'make voice' Whisper's encoder.
        """
        : "'\(path)' is no whole safetensors file. Install it again."
    case .weightsUnsuitable(let path, let wanted):
      "'\(path)' holds another network than the one that \(wanted)."
    case .thresholdOutOfRange(let threshold):
      "A threshold is \(threshold). Give one from 0 to 1."
    case .frameSizeChanged:
      "A frame has another size than the first one. Cut the film where its size changes."
    case .tooLittleOfBoard:
      """
      Less than an eighth of the board is in the picture, too little to watch it. Film so that all of it is seen, \
      and check its corners where you gave them.
      """
    }
  }
}
