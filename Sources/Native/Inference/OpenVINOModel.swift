internal import COpenVINO
internal import Glibc
internal import VisionCore

/// A network that OpenVINO runs, compiled at the first picture of each size.
final class OpenVINOModel {
  private let path: String
  private let model: Handle
  private let precision: Precision
  private let threads: Int?
  /// Compiled networks by input size; the one used last stands last.
  private var compiled: [(size: PixelSize, network: CompiledNetwork)] = []

  /// How many input sizes stay compiled; each holds its own weights and activations, some 10 MB.
  static let compiledSizes = 8

  init(
    contentsOf path: String, input: PictureInput, outputs: Int, precision: Precision, threads: Int?
  ) throws(InferenceError) {
    let file = precision.modelPath(besides: path)
    guard access(file, R_OK) == 0 else {
      throw file == path ? .modelNotFound(path: path) : .quantizedModelNotFound(path: file)
    }
    model = try Self.readModel(file, input: input, outputs: outputs)
    self.path = file
    self.precision = precision
    self.threads = threads
  }

  func run<Output>(
    _ size: PixelSize,
    write: (UnsafeMutableBufferPointer<UInt8>) throws(InferenceError) -> Void,
    read: (Tensors) -> Output
  ) throws(InferenceError) -> Output {
    try network(for: size).run(write: write, read: read)
  }

  private func network(for size: PixelSize) throws(InferenceError) -> CompiledNetwork {
    if let index = compiled.lastIndex(where: { $0.size == size }) {
      let found = compiled.remove(at: index)
      compiled.append(found)
      return found.network
    }
    let network: CompiledNetwork
    do throws(InferenceError) {
      network = try CompiledNetwork(
        model, size: size, precision: precision, threads: threads)
    } catch .engineFailed(.reshape, _, _) {
      throw .modelUnsuitable(
        path: path, expected: "one that takes pictures of \(size.width) x \(size.height) pixels",
        actual: "an input of another shape")
    }
    if compiled.count == Self.compiledSizes { compiled.removeFirst() }
    compiled.append((size, network))
    return network
  }

  private static func readModel(
    _ path: String, input: PictureInput, outputs: Int
  ) throws(InferenceError) -> Handle {
    let core = try OpenVINO.core()
    let file: Handle
    do throws(InferenceError) {
      file = try Handle(.start, free: ov_model_free) {
        ov_core_read_model(core.pointer, path, nil, $0)
      }
    } catch .engineFailed(_, _, let reason) {
      throw .modelUnreadable(path: path, reason: reason)
    }

    var inputsFound = 0
    var outputsFound = 0
    try validate(ov_model_inputs_size(file.pointer, &inputsFound), .describeInput)
    try validate(ov_model_outputs_size(file.pointer, &outputsFound), .describeInput)
    guard inputsFound == 1, outputsFound == outputs else {
      throw .modelUnsuitable(
        path: path, expected: "1 input and \(outputs) output\(outputs == 1 ? "" : "s")",
        actual: "\(inputsFound) and \(outputsFound)")
    }
    do throws(InferenceError) {
      return try takingBytes(file, input, outputs: outputs)
    } catch .engineFailed(.describeInput, _, _) {
      let extents =
        switch input.layout {
        case .planar: "[1, 3, height, width]"
        case .interleaved: "[1, height, width, 3]"
        }
      throw .modelUnsuitable(
        path: path, expected: "one that takes pictures, \(extents)",
        actual: "an input of another shape")
    }
  }

  /// The model with bytes `[1, height, width, 3]` for its input, and 32-bit floats for its output.
  private static func takingBytes(
    _ model: Handle, _ picture: PictureInput, outputs: Int
  ) throws(InferenceError) -> Handle {
    let step = InferenceError.EngineStep.describeInput
    let steps = try Handle(step, free: ov_preprocess_prepostprocessor_free) {
      ov_preprocess_prepostprocessor_create(model.pointer, $0)
    }
    let input = try Handle(step, free: ov_preprocess_input_info_free) {
      ov_preprocess_prepostprocessor_get_input_info(steps.pointer, $0)
    }

    let tensor = try Handle(step, free: ov_preprocess_input_tensor_info_free) {
      ov_preprocess_input_info_get_tensor_info(input.pointer, $0)
    }
    let interleaved = try Handle(step, free: ov_layout_free) { ov_layout_create("NHWC", $0) }
    try validate(ov_preprocess_input_tensor_info_set_element_type(tensor.pointer, U8), step)
    try validate(
      ov_preprocess_input_tensor_info_set_layout(tensor.pointer, interleaved.pointer), step)

    let conversion = try Handle(step, free: ov_preprocess_preprocess_steps_free) {
      ov_preprocess_input_info_get_preprocess_steps(input.pointer, $0)
    }
    try validate(
      ov_preprocess_preprocess_steps_convert_element_type(conversion.pointer, F32), step)
    let scale = 255 / (picture.range.upperBound - picture.range.lowerBound)
    let zero = -picture.range.lowerBound * scale
    if zero != 0 {
      try validate(ov_preprocess_preprocess_steps_mean(conversion.pointer, zero), step)
    }
    try validate(ov_preprocess_preprocess_steps_scale(conversion.pointer, scale), step)

    let network = try Handle(step, free: ov_preprocess_input_model_info_free) {
      ov_preprocess_input_info_get_model_info(input.pointer, $0)
    }
    let wanted = try Handle(step, free: ov_layout_free) { ov_layout_create(picture.letters, $0) }
    try validate(ov_preprocess_input_model_info_set_layout(network.pointer, wanted.pointer), step)

    for index in 0..<outputs {
      let output = try Handle(step, free: ov_preprocess_output_info_free) {
        ov_preprocess_prepostprocessor_get_output_info_by_index(steps.pointer, index, $0)
      }
      let answer = try Handle(step, free: ov_preprocess_output_tensor_info_free) {
        ov_preprocess_output_info_get_tensor_info(output.pointer, $0)
      }
      // The answer is read as floats, whatever the file's numbers are.
      try validate(ov_preprocess_output_set_element_type(answer.pointer, F32), step)
    }

    return try Handle(step, free: ov_model_free) {
      ov_preprocess_prepostprocessor_build(steps.pointer, $0)
    }
  }
}
