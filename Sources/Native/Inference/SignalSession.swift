internal import COpenVINO
internal import Glibc

/// A network from a file that takes numbers, not pictures: one input of 32-bit floats and a shape that
/// does not change, one output.
///
/// Calls wait for each other, as ``InferenceSession``'s do. One thread does the work: such networks are
/// small.
public actor SignalSession {
  private let count: Int
  private let request: Handle
  private let input: Handle
  private let output: Handle
  private let executor = SerialQueueExecutor(label: "playfield.signal")

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Reads and compiles a network.
  ///
  /// - Parameters:
  ///   - path: An ONNX file.
  ///   - shape: The extents of its input, outermost first.
  /// - Throws: ``InferenceError`` when the file is missing, is no network, or is one of another kind.
  public init(contentsOf path: String, shape: [Int]) throws(InferenceError) {
    guard access(path, R_OK) == 0 else { throw .modelNotFound(path: path) }
    let core = try OpenVINO.core()
    let model: Handle
    do throws(InferenceError) {
      model = try Handle(.start, free: ov_model_free) {
        ov_core_read_model(core.pointer, path, nil, $0)
      }
    } catch .engineFailed(_, _, let reason) {
      throw .modelUnreadable(path: path, reason: reason)
    }
    var (inputs, outputs) = (0, 0)
    try validate(ov_model_inputs_size(model.pointer, &inputs), .describeInput)
    try validate(ov_model_outputs_size(model.pointer, &outputs), .describeInput)
    guard inputs == 1, outputs == 1 else {
      throw .modelUnsuitable(
        path: path, expected: "1 input and 1 output", actual: "\(inputs) and \(outputs)")
    }
    do throws(InferenceError) {
      try Self.reshape(model, to: shape)
    } catch {
      throw .modelUnsuitable(
        path: path, expected: "one that takes numbers, \(shape)",
        actual: "an input of another shape")
    }
    let compiled = try Handle(.compile, free: ov_compiled_model_free) { made in
      "1".withCString {
        copenvino_compile(core.pointer, model.pointer, Precision.f32.hint, $0, made)
      }
    }
    request = try Handle(.compile, free: ov_infer_request_free) {
      ov_compiled_model_create_infer_request(compiled.pointer, $0)
    }
    input = try Handle(.prepareTensors, free: ov_tensor_free) { [request] in
      ov_infer_request_get_input_tensor(request.pointer, $0)
    }
    output = try Handle(.prepareTensors, free: ov_tensor_free) { [request] in
      ov_infer_request_get_output_tensor(request.pointer, $0)
    }
    count = shape.reduce(1, *)
    for tensor in [input, output] {
      var type = ov_element_type_e(0)
      try validate(ov_tensor_get_element_type(tensor.pointer, &type), .prepareTensors)
      guard type == F32 else {
        throw .modelUnsuitable(
          path: path, expected: "32-bit floats", actual: "numbers of another kind")
      }
    }
  }

  /// Runs the network once.
  ///
  /// - Parameter values: As many as the input has, the last extent changing fastest.
  /// - Returns: The output and its extents.
  /// - Throws: ``InferenceError/engineFailed(step:status:reason:)`` when the network cannot be run.
  public func run(
    _ values: [Float]
  ) throws(InferenceError) -> (shape: [Int], values: [Float]) {
    precondition(values.count == count, "a network is given what its input holds")
    var data: UnsafeMutableRawPointer?
    try validate(ov_tensor_data(input.pointer, &data), .prepareTensors)
    let destination = UnsafeMutableBufferPointer(
      start: data?.assumingMemoryBound(to: Float.self), count: count)
    _ = destination.update(fromContentsOf: values)
    try validate(copenvino_infer(request.pointer), .infer)
    let (shape, found) = try CompiledNetwork.elements(of: output)
    return (shape, Array(found))
  }

  private static func reshape(_ model: Handle, to shape: [Int]) throws(InferenceError) {
    var partial = ov_partial_shape_t()
    let extents = shape.map(Int64.init)
    try validate(
      ov_partial_shape_create_static(Int64(extents.count), extents, &partial), .reshape)
    defer { ov_partial_shape_free(&partial) }
    try validate(ov_model_reshape_single_input(model.pointer, partial), .reshape)
  }
}
