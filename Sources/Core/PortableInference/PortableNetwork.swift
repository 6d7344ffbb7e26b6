/// A network that runs on plain Swift, for where there is no engine: in the browser.
///
/// One kernel does nearly all the work (`Convolution.swift`). It multiplies 16-bit integers, of which a
/// processor takes twice as many at a time as of floats: weights become integers once, and a layer's
/// input each time, in units that its largest number decides. Feature maps lie interleaved, all the
/// channels of a place together, so that a row of a convolution's kernel is one run through memory,
/// whatever its size and stride. Memory is planned once for each size of the picture; a run of a size
/// that was run before allocates nothing.
///
/// ```swift
/// try network.prepare(width: 320, height: 240)
/// network.fill { row, floats in … }
/// network.run()
/// network.withOutput { logits in … }
/// ```
///
/// One thread at a time.
public final class PortableNetwork {
  private let builder: NetworkBuilder
  private let outputMaps: [FeatureMap]
  private let outputOrder: OutputOrder
  /// The feature maps.
  private var memory = VectorMemory<Float>(capacity: 0)
  /// The input of the convolution that is at work.
  private var quantized = VectorMemory<Int32>(capacity: 0)
  private var plans: [NetworkPlan] = []
  /// The plan that is in use; the last ones stand last.
  private var plan: NetworkPlan { plans[plans.count - 1] }
  private var answers: [[Float]] = []

  /// How many sizes' plans are kept.
  private static let keptPlans = 8

  /// In which order the numbers of an answer lie.
  public enum OutputOrder: Sendable {
    /// As PyTorch's: the columns of a channel's row change fastest. `[1, channels, rows, columns]`.
    case channelByChannel
    /// As TensorFlow's: the channels of a place change fastest. `[1, rows, columns, channels]`.
    case placeByPlace
  }

  /// - Parameters:
  ///   - weights: The file.
  ///   - inputChannels: How many numbers a place of the picture has.
  ///   - describe: Writes down the layers over the picture, and returns the one that is asked for.
  /// - Throws: ``NetworkError`` when the file holds another network.
  public convenience init(
    _ weights: Safetensors, inputChannels: Int,
    _ describe: (inout NetworkBuilder, FeatureMap) throws(NetworkError) -> FeatureMap
  ) throws(NetworkError) {
    try self.init(weights, inputChannels: inputChannels, outputOrder: .channelByChannel) {
      (layers, image) throws(NetworkError) in [try describe(&layers, image)]
    }
  }

  /// - Parameters:
  ///   - weights: The file.
  ///   - inputChannels: How many numbers a place of the picture has.
  ///   - outputOrder: In which order the numbers of each answer lie.
  ///   - describe: Writes down the layers over the picture, and returns those that are asked for.
  /// - Throws: ``NetworkError`` when the file holds another network.
  public init(
    _ weights: Safetensors, inputChannels: Int, outputOrder: OutputOrder,
    _ describe: (inout NetworkBuilder, FeatureMap) throws(NetworkError) -> [FeatureMap]
  ) throws(NetworkError) {
    var builder = NetworkBuilder(weights, inputChannels: inputChannels)
    outputMaps = try describe(&builder, builder.input)
    self.outputOrder = outputOrder
    builder.forgetWeights()
    self.builder = builder
  }

  /// Floating-point operations of one run, a product with its addition counted as two.
  public var operations: Int {
    plans.isEmpty ? 0 : plan.steps.reduce(0) { $0 + $1.operations }
  }

  /// Makes the network ready for pictures of a size.
  ///
  /// - Throws: ``NetworkError/unsuitableSize(width:height:)``.
  public func prepare(width: Int, height: Int) throws(NetworkError) {
    if let index = plans.lastIndex(where: { $0.width == width && $0.height == height }) {
      if index < plans.count - 1 { plans.append(plans.remove(at: index)) }
    } else {
      let plan = try NetworkPlan(builder, outputs: outputMaps, width: width, height: height)
      if plans.count == Self.keptPlans { plans.removeFirst() }
      plans.append(plan)
      memory.reserve(plan.memory)
      quantized.reserve(plan.quantizedPairs)
    }
    let shapes = outputMaps.map { map in
      let plane = plan.planes[map.index]
      return switch outputOrder {
      case .channelByChannel: [1, map.channels, plane.height, plane.width]
      case .placeByPlace: [1, plane.height, plane.width, map.channels]
      }
    }
    if outputShapes != shapes {
      outputShapes = shapes
      answers = shapes.map { [Float](repeating: 0, count: $0.reduce(1, *)) }
    }
  }

  /// The picture's width in places; 0 before the first ``prepare(width:height:)``.
  public var inputWidth: Int { plans.last?.width ?? 0 }

  /// The picture's height in places; 0 before the first ``prepare(width:height:)``.
  public var inputHeight: Int { plans.last?.height ?? 0 }

  /// Lets `write` fill the picture row by row.
  ///
  /// - Parameter write: Takes a row's number and its floats, the channels of a place together, their
  ///   number rounded up to a multiple of 4. Those beyond the picture's own have to be 0.
  public func fill(_ write: (_ row: Int, UnsafeMutableBufferPointer<Float>) -> Void) {
    let plane = plan.planes[0]
    for row in 0..<plane.height {
      write(
        row,
        UnsafeMutableBufferPointer(
          start: memory.start + plane.origin + row * plane.rowStep,
          count: plane.width * plane.channels))
    }
  }

  /// Runs the network on the picture that was filled in, which is used up by it.
  public func run() {
    for step in plan.steps {
      step.run(in: memory.start, scratch: plan.scratch, quantized: quantized.start)
    }
    for (number, map) in outputMaps.enumerated() { readAnswer(number, map) }
  }

  private func readAnswer(_ number: Int, _ map: FeatureMap) {
    let plane = plan.planes[map.index]
    // From one row, column and channel to the next in the answer.
    let (row, column, channel) =
      switch outputOrder {
      case .channelByChannel: (plane.width, 1, plane.width * plane.height)
      case .placeByPlace: (plane.width * map.channels, map.channels, 1)
      }
    for y in 0..<plane.height {
      for x in 0..<plane.width {
        let place = memory.start + plane.place(x, y)
        var index = y * row + x * column
        for k in 0..<map.channels {
          answers[number][index] = place[k]
          index += channel
        }
      }
    }
  }

  /// The answers' extents, in ``OutputOrder``.
  public private(set) var outputShapes: [[Int]] = []

  /// Those of the first.
  public var outputShape: [Int] { outputShapes.first ?? [] }

  /// Lets `read` take what it needs of an answer of the last run.
  public func withOutput<Result>(
    _ number: Int = 0, _ read: (Span<Float>) -> Result
  ) -> Result {
    answers[number].withUnsafeBufferPointer { read($0.span) }
  }
}

extension NetworkPlan.Step {
  fileprivate func run(
    in memory: UnsafeMutablePointer<Float>, scratch: Int,
    quantized: UnsafeMutablePointer<Int32>
  ) {
    func run(_ convolution: Convolution) {
      let plane = QuantizedPlane(input, in: memory, border: convolution.padding, to: quantized)
      convolution.run(plane, to: output, adding: added, in: memory)
    }
    switch operation {
    case .convolution(let convolution): run(convolution)
    case .dense(_, let activation, let weights):
      run(
        Convolution(
          rows: input.height, columns: input.width, stride: 1, padding: .none,
          activation: activation,
          weights: weights))
    case .maxPool(let size, let stride, let padding):
      MaxPool(size: size, stride: stride, padding: padding).run(input, to: output, in: memory)
    case .upsample:
      Upsampling().run(input, to: output, in: memory)
    case .floats(let layer):
      layer.work(
        FloatLayer.Planes(input: input, added: added, output: output), scratch, memory)
    }
  }

  fileprivate var operations: Int {
    let products = 2 * input.unpaddedChannels * output.unpaddedChannels
    switch operation {
    case .convolution(let it):
      return products * it.rows * it.columns * output.width * output.height
    case .dense(let places, _, _):
      return products * places
    case .floats(let layer):
      return layer.operations(output.places)
    case .maxPool, .upsample:
      return 0
    }
  }
}

/// Memory at a vector's alignment.
private struct VectorMemory<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private var capacity: Int

  init(capacity: Int) {
    self.capacity = capacity
    start = UnsafeMutableRawPointer.allocate(
      byteCount: max(16, capacity * MemoryLayout<Element>.stride), alignment: 16
    ).bindMemory(to: Element.self, capacity: capacity)
  }

  deinit { UnsafeMutableRawPointer(start).deallocate() }

  /// Makes room for so many elements; what was written before is gone where that takes other memory.
  mutating func reserve(_ count: Int) {
    if count > capacity { self = VectorMemory(capacity: count) }
  }
}
