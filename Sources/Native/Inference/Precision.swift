/// The numbers a network is computed in.
public enum Precision: String, CaseIterable, Hashable, Sendable {
  /// 32-bit floating point: the reference.
  case f32
  /// 16-bit "brain" floating point, where the CPU has it; faster, with 8 bits of mantissa.
  case bf16
  /// 8-bit integers. The scales lie in the model file, so it needs a file of its own; see
  /// ``modelPath(besides:)``.
  case int8

  /// The path of the file that holds a model in this precision.
  ///
  /// - Parameter path: The model's path, such as `Models/dice.onnx`.
  /// - Returns: The same path; for ``int8`` that of the quantised file beside it,
  ///   `Models/dice-int8.onnx`.
  public func modelPath(besides path: String) -> String {
    guard self == .int8, !path.hasSuffix("-int8.onnx"), path.hasSuffix(".onnx") else { return path }
    return path.dropLast(".onnx".count) + "-int8.onnx"
  }

  /// OpenVINO's hint. A quantised file says itself which layers are integers; the others stay f32.
  var hint: String {
    switch self {
    case .f32, .int8: "f32"
    case .bf16: "bf16"
    }
  }
}
