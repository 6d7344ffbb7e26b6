internal import COpenVINO
internal import VisionCore

/// A network compiled for one input size, with the memory of its input and outputs.
final class CompiledNetwork {
  private let request: Handle
  private let input: Handle
  private let outputs: [Handle]
  private let size: PixelSize

  init(
    _ model: Handle, size: PixelSize, precision: Precision, threads: Int?
  ) throws(InferenceError) {
    let core = try OpenVINO.core()
    try Self.reshape(model, to: size)
    let compiled = try Handle(.compile, free: ov_compiled_model_free) { made in
      withOptionalCString(threads.map { String($0) }) {
        copenvino_compile(core.pointer, model.pointer, precision.hint, $0, made)
      }
    }
    let request = try Handle(.compile, free: ov_infer_request_free) {
      ov_compiled_model_create_infer_request(compiled.pointer, $0)
    }
    input = try Handle(.prepareTensors, free: ov_tensor_free) {
      ov_infer_request_get_input_tensor(request.pointer, $0)
    }
    var count = 0
    try validate(ov_model_outputs_size(model.pointer, &count), .prepareTensors)
    var outputs: [Handle] = []
    for index in 0..<count {
      outputs.append(
        try Handle(.prepareTensors, free: ov_tensor_free) {
          ov_infer_request_get_output_tensor_by_index(request.pointer, index, $0)
        })
    }
    self.outputs = outputs
    self.request = request
    self.size = size
  }

  /// Runs once: `write` fills the input, `read` takes what it needs from the outputs.
  func run<Output>(
    write: (UnsafeMutableBufferPointer<UInt8>) throws(InferenceError) -> Void,
    read: (Tensors) -> Output
  ) throws(InferenceError) -> Output {
    var data: UnsafeMutableRawPointer?
    try validate(ov_tensor_data(input.pointer, &data), .prepareTensors)
    let count = size.width * size.height * 3
    try write(
      UnsafeMutableBufferPointer(start: data?.assumingMemoryBound(to: UInt8.self), count: count))
    try validate(copenvino_infer(request.pointer), .infer)
    var elements: [Tensors.Elements] = []
    for output in outputs { elements.append(try Self.elements(of: output)) }
    return read(Tensors(elements))
  }

  static func elements(of output: Handle) throws(InferenceError) -> Tensors.Elements {
    var shape = ov_shape_t()
    try validate(ov_tensor_get_shape(output.pointer, &shape), .infer)
    defer { ov_shape_free(&shape) }
    let extents = UnsafeBufferPointer(start: shape.dims, count: Int(shape.rank)).map { Int($0) }
    var data: UnsafeMutableRawPointer?
    try validate(ov_tensor_data(output.pointer, &data), .infer)
    return (
      extents,
      UnsafeBufferPointer(
        start: data.map { UnsafePointer($0.assumingMemoryBound(to: Float.self)) },
        count: extents.reduce(1, *))
    )
  }

  /// The input as the session describes it: a batch of one, rows, columns, colours.
  private static func reshape(
    _ model: Handle, to size: PixelSize
  ) throws(InferenceError) {
    var shape = ov_partial_shape_t()
    try validate(
      ov_partial_shape_create_static(4, [1, Int64(size.height), Int64(size.width), 3], &shape),
      .reshape)
    defer { ov_partial_shape_free(&shape) }
    try validate(ov_model_reshape_single_input(model.pointer, shape), .reshape)
  }
}

private func withOptionalCString<Result>(
  _ string: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let string else { return body(nil) }
  return string.withCString { body($0) }
}
