public import VisionCore

/// A network from a file, ready to answer for pictures of any size it can take.
///
/// The network has one image-shaped input of RGB, as its ``PictureInput`` says, and one or more
/// outputs that are read as 32-bit floats. The session takes bytes, row by row, red, green and blue
/// interleaved.
///
/// Calls wait for each other: a network serves one picture at a time, on a queue of the session's own.
public actor InferenceSession {
  private enum Runner {
    case openVINO(OpenVINOModel)
    case portable(PortableModel)
  }

  private let runner: Runner
  private let executor = SerialQueueExecutor(label: "playfield.inference")

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// Reads a network for OpenVINO. It is compiled at the first picture of each size.
  ///
  /// - Parameters:
  ///   - path: An ONNX or TensorFlow Lite file.
  ///   - input: How the network wants the picture.
  ///   - outputs: How many outputs it has.
  ///   - precision: What to compute in. ``Precision/int8`` reads the quantised file beside `path`.
  ///   - threads: How many threads one picture may use, at least 1; `nil` leaves it to OpenVINO.
  /// - Throws: ``InferenceError`` when the file is missing, is no network, or is one of another
  ///   kind.
  public init(
    contentsOf path: String, input: PictureInput = .planar, outputs: Int = 1,
    precision: Precision = .f32, threads: Int? = nil
  ) throws(InferenceError) {
    precondition(threads ?? 1 > 0, "a network needs a thread")
    runner = .openVINO(
      try OpenVINOModel(
        contentsOf: path, input: input, outputs: outputs, precision: precision, threads: threads))
  }

  /// Reads a network for one of the engines.
  ///
  /// - Parameters:
  ///   - path: An ONNX or TensorFlow Lite file, for OpenVINO.
  ///   - portable: The same network for plain Swift.
  ///   - engine: Which of them is read. Plain Swift computes in its own precision, on one thread.
  ///   - input: How the network wants the picture.
  ///   - outputs: How many outputs the file has.
  ///   - precision: What OpenVINO computes in.
  ///   - threads: How many threads OpenVINO may use for one picture.
  /// - Throws: ``InferenceError`` when the file is missing, is no network, or is one of another
  ///   kind, or the engine is missing.
  package init(
    contentsOf path: String, portable: PortableForm, engine: Engine, input: PictureInput = .planar,
    outputs: Int = 1, precision: Precision = .f32, threads: Int? = nil
  ) throws(InferenceError) {
    runner =
      try engine.isPortable
      ? .portable(try PortableModel(portable, range: input.range))
      : .openVINO(
        try OpenVINOModel(
          contentsOf: path, input: input, outputs: outputs, precision: precision, threads: threads))
  }

  /// Runs the network on one picture.
  ///
  /// - Parameters:
  ///   - size: The input's size.
  ///   - write: Draws the picture into the input, `height * width * 3` bytes; every one of them,
  ///     for the last picture is still there.
  ///   - read: Takes what is needed from the output.
  /// - Returns: What `read` returned.
  /// - Throws: What `write` throws; ``InferenceError/modelUnsuitable(path:expected:actual:)`` when
  ///   the network cannot take a picture of this size;
  ///   ``InferenceError/engineFailed(step:status:reason:)`` when it cannot be run.
  public func run<Output: Sendable>(
    _ size: PixelSize,
    write: @Sendable (UnsafeMutableBufferPointer<UInt8>) throws(InferenceError) -> Void,
    read: @Sendable (Tensor) -> Output
  ) throws(InferenceError) -> Output {
    try run(size, write: write, readAll: { read($0[0]) })
  }

  /// Runs a network of several outputs on one picture, as ``run(_:write:read:)`` does.
  public func run<Output: Sendable>(
    _ size: PixelSize,
    write: @Sendable (UnsafeMutableBufferPointer<UInt8>) throws(InferenceError) -> Void,
    readAll: @Sendable (Tensors) -> Output
  ) throws(InferenceError) -> Output {
    switch runner {
    case .openVINO(let model): try model.run(size, write: write, read: readAll)
    case .portable(let model): try model.run(size, write: write, read: readAll)
    }
  }
}
