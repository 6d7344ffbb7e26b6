/// A network that runs on plain Swift, for where there is no engine: in the browser.
///
/// One kernel does nearly all the work (`Convolution.swift`). Feature maps lie interleaved, all the
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
  private let outputMap: FeatureMap
  private let parameters: UnsafeMutablePointer<Float>
  private var memory: UnsafeMutablePointer<Float>
  private var memorySize: Int
  private var plans: [NetworkPlan] = []
  /// The plan that is in use; the last ones stand last.
  private var plan: NetworkPlan { plans[plans.count - 1] }
  /// The answer, channel by channel.
  private var answer: [Float] = []

  /// How many sizes' plans are kept.
  private static let keptPlans = 8

  /// - Parameters:
  ///   - weights: The file.
  ///   - inputChannels: How many numbers a place of the picture has.
  ///   - describe: Writes down the layers over the picture, and returns the one that is asked for.
  /// - Throws: ``NetworkError`` when the file holds another network.
  public init(
    _ weights: Safetensors, inputChannels: Int,
    _ describe: (inout NetworkBuilder, FeatureMap) throws(NetworkError) -> FeatureMap
  ) throws(NetworkError) {
    var builder = NetworkBuilder(weights, inputChannels: inputChannels)
    outputMap = try describe(&builder, builder.input)
    self.builder = builder
    parameters = .allocateVectors(builder.parameters.count)
    for (index, value) in builder.parameters.enumerated() { parameters[index] = value }
    memory = .allocateVectors(0)
    memorySize = 0
  }

  deinit {
    UnsafeMutableRawPointer(parameters).deallocate()
    UnsafeMutableRawPointer(memory).deallocate()
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
      let plan = try NetworkPlan(builder, output: outputMap, width: width, height: height)
      if plans.count == Self.keptPlans { plans.removeFirst() }
      plans.append(plan)
      if plan.memory > memorySize {
        UnsafeMutableRawPointer(memory).deallocate()
        memory = .allocateVectors(plan.memory)
        memorySize = plan.memory
      }
    }
    let plane = plan.planes[outputMap.index]
    let shape = [1, outputMap.channels, plane.height, plane.width]
    if outputShape != shape {
      outputShape = shape
      answer = [Float](repeating: 0, count: shape.reduce(1, *))
    }
  }

  /// The picture's width in places; 0 before the first ``prepare(width:height:)``.
  public var inputWidth: Int { plans.last?.width ?? 0 }

  /// The picture's height in places; 0 before the first ``prepare(width:height:)``.
  public var inputHeight: Int { plans.last?.height ?? 0 }

  /// Lets `write` fill the picture row by row.
  ///
  /// - Parameter write: Is handed a row's number and its floats, the channels of a place together,
  ///   their number rounded up to a multiple of 4. Those that are too many count for nothing, but
  ///   have to be finite.
  public func fill(_ write: (_ row: Int, UnsafeMutableBufferPointer<Float>) -> Void) {
    let plane = plan.planes[0]
    clear(plane)
    for row in 0..<plane.height {
      write(
        row,
        UnsafeMutableBufferPointer(
          start: memory + plane.origin + row * plane.rowStep, count: plane.width * plane.channels))
    }
  }

  /// Runs the network on the picture that was filled in, which is used up by it.
  public func run() {
    for step in plan.steps {
      if let plane = step.clears { clear(plane) }
      step.run(in: memory, parameters: parameters)
    }
    let plane = plan.planes[outputMap.index]
    var index = 0
    for channel in 0..<outputMap.channels {
      for row in 0..<plane.height {
        var place = plane.origin + row * plane.rowStep + channel
        for _ in 0..<plane.width {
          answer[index] = memory[place]
          index += 1
          place += plane.columnStep
        }
      }
    }
  }

  /// The answer's extents: `[1, channels, rows, columns]`.
  public private(set) var outputShape: [Int] = []

  /// Lets `read` take what it needs of the last run's answer, the columns changing fastest.
  public func withOutput<Result>(_ read: (Span<Float>) -> Result) -> Result {
    answer.withUnsafeBufferPointer { read($0.span) }
  }

  /// Makes the border round a plane zero, and its padding channels.
  private func clear(_ plane: NetworkPlan.Plane) {
    guard plane.border > 0 else { return }
    let edge = plane.border * plane.columnStep
    var row = memory + plane.origin - plane.border * plane.rowStep - edge
    for y in -plane.border..<plane.height + plane.border {
      if y < 0 || y >= plane.height {
        row.update(repeating: 0, count: plane.rowStep)
      } else {
        row.update(repeating: 0, count: edge)
        (row + plane.rowStep - edge).update(repeating: 0, count: edge)
      }
      row += plane.rowStep
    }
  }
}

extension NetworkPlan.Step {
  fileprivate func run(in memory: UnsafeMutablePointer<Float>, parameters: UnsafePointer<Float>) {
    switch operation {
    case .convolution(let rows, let columns, let stride, let padding, let relu, _, let start):
      Convolution(rows: rows, columns: columns, stride: stride, padding: padding, relu: relu)
        .run(input, to: output, adding: residual, in: memory, parameters: parameters + start)
    case .dense(_, let relu, let start):
      Convolution(rows: input.height, columns: input.width, stride: 1, padding: 0, relu: relu)
        .run(input, to: output, adding: nil, in: memory, parameters: parameters + start)
    case .maxPool(let size, let stride, let padding):
      MaxPool(size: size, stride: stride, padding: padding).run(input, to: output, in: memory)
    case .upsample:
      Upsampling().run(input, to: output, in: memory)
    }
  }

  fileprivate var operations: Int {
    let products = 2 * input.unpaddedChannels * output.unpaddedChannels
    switch operation {
    case .convolution(let rows, let columns, _, _, _, _, _):
      return products * rows * columns * output.width * output.height
    case .dense(let places, _, _):
      return products * places
    case .maxPool, .upsample:
      return 0
    }
  }
}

extension UnsafeMutablePointer<Float> {
  /// Memory for some floats, at a vector's alignment.
  fileprivate static func allocateVectors(_ count: Int) -> UnsafeMutablePointer<Float> {
    UnsafeMutableRawPointer.allocate(byteCount: max(16, count * 4), alignment: 16)
      .bindMemory(to: Float.self, capacity: count)
  }
}
