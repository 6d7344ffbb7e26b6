/// What can go wrong between a model file and its answer.
public enum InferenceError: Error, Hashable {
  case modelNotFound(path: String)
  /// The file is there, but it is not a network that OpenVINO can read.
  case modelUnreadable(path: String, reason: String)
  /// The file is a network of another kind than the caller needs.
  case modelUnsuitable(path: String, expected: String, actual: String)
  /// A network quantised to 8-bit integers was asked for, and none lies beside the full one.
  case quantizedModelNotFound(path: String)
  /// Plain Swift reads weights, and there is no such file.
  case weightsNotFound(path: String)
  /// The file is there, but its weights are damaged, or another network's.
  case weightsUnsuitable(path: String, reason: String)
  /// OpenVINO was asked for, and is nowhere that was looked, for these reasons.
  case engineNotFound(reasons: [String])
  /// The input could not be drawn into the network's memory.
  case inputNotDrawn(width: Int, height: Int)
  /// OpenVINO refused a step.
  case engineFailed(step: EngineStep, status: Int, reason: String)

  /// The steps in which OpenVINO is called.
  public enum EngineStep: String, Hashable, Sendable {
    case start = "start"
    case describeInput = "describe the network's input"
    case reshape = "bring the network to the input's size"
    case compile = "compile the network"
    case prepareTensors = "prepare the network's tensors"
    case infer = "run the network"
  }
}

extension InferenceError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .modelNotFound(let path):
      Checkout.isThere
        ? """
        No model at '\(path)'. 'git checkout -- Models' brings back those of the repository, \
        'make setup' those that are fetched; 'PLAYFIELD_MODELS' names another folder.
        """
        : """
        No model at '\(path)'. Install the program again, or name the folder of its models in the \
        environment variable PLAYFIELD_MODELS.
        """
    case .modelUnreadable(let path, let reason):
      "'\(path)' is not a network that OpenVINO can read (\(reason)). Export it again as ONNX."
    case .modelUnsuitable(let path, let expected, let actual):
      "'\(path)' has \(actual), expected \(expected). Is it the model of another request?"
    case .quantizedModelNotFound(let path):
      """
      No quantised model at '\(path)', which precision int8 needs. Choose f32 or bf16, or export \
      a quantised network there.
      """
    case .weightsNotFound(let path):
      """
      No weights for plain Swift at '\(path)'. Export them beside the ONNX file\
      \(Checkout.isThere ? ", bring back those of the repository with 'git checkout -- Models'" : ""), or run the \
      network on OpenVINO\(Checkout.isThere ? ": 'make openvino'" : "").
      """
    case .weightsUnsuitable(let path, let reason):
      "'\(path)' does not hold the weights of this network (\(reason)). Copy or export it again."
    case .engineNotFound(let reasons):
      """
      OpenVINO was not found (\(reasons.joined(separator: "; "))). \
      \(Checkout.isThere ? "'make openvino' fetches it. " : "")Name the folder of its libraries in the environment \
      variable PLAYFIELD_OPENVINO, or do without: '--engine portable'.
      """
    case .inputNotDrawn(let width, let height):
      "An input of \(width) x \(height) pixels could not be drawn. Is there enough memory?"
    case .engineFailed(let step, let status, let reason):
      "OpenVINO could not \(step.rawValue) (status \(status): \(reason))."
    }
  }
}
