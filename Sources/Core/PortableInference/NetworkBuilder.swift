/// What a layer makes: `channels` numbers for each place of a plane.
public struct FeatureMap: Hashable, Sendable {
  let index: Int
  public let channels: Int
}

/// Writes down the layers of a network, in the order in which they run, with the weights of a file.
///
/// The file's shapes say how many channels a layer has and how large its kernels are; the
/// description says the rest.
///
/// ```swift
/// let network = try PortableNetwork(weights, inputChannels: 1) { layers, image in
///   let edges = try layers.convolution(image, "edges")
///   return try layers.dense(layers.maxPool(edges, size: 2, stride: 2), "digits", activation: .none)
/// }
/// ```
///
/// Feature maps lie interleaved in memory, all the channels of a place together, their number
/// rounded up to a multiple of 4; see ``PortableNetwork``.
public struct NetworkBuilder {
  /// `nil` once all layers are there: a file may be as large as the network.
  private var weights: Safetensors?
  private(set) var layers: [Layer] = []
  private(set) var maps: [Storage] = []
  private(set) var buffers: [Buffer] = []

  /// Where a feature map lies: from some channel of a buffer on.
  struct Storage {
    var buffer: Int
    var firstChannel: Int
    var channels: Int
  }

  /// Memory for one feature map, or for several that are read as one.
  struct Buffer {
    /// A multiple of 4.
    var channels: Int
  }

  init(_ weights: Safetensors, inputChannels: Int) {
    self.weights = weights
    _ = map(channels: inputChannels)
  }

  /// No further layers come.
  mutating func forgetWeights() { weights = nil }

  /// The picture.
  var input: FeatureMap { FeatureMap(index: 0, channels: maps[0].channels) }

  // MARK: Layers

  /// A convolution with a bias: `weight` is `[out, in, rows, columns]`, `bias` `[out]`.
  ///
  /// - Parameters:
  ///   - input: What it is done to.
  ///   - name: The tensors are `name.weight` and `name.bias`.
  ///   - stride: The step from one place of the output to the next.
  ///   - padding: Zeros on each side; `nil` for half a kernel along each axis, so that a stride of 1
  ///     and odd extents keep the plane's size.
  ///   - activation: What becomes of the sums.
  ///   - residual: A map of the output's shape that is added at last, as in a residual block.
  /// - Returns: What it makes.
  /// - Throws: ``NetworkError`` when the file has no such tensors, or of other shapes.
  @inline(never)
  public mutating func convolution(
    _ input: FeatureMap, _ name: String, stride: Int = 1, padding: Int? = nil,
    activation: Activation = .relu, adding residual: FeatureMap? = nil
  ) throws(NetworkError) -> FeatureMap {
    let shape = try shape(name + ".weight", rank: 4)
    guard shape[1] == input.channels else {
      throw .unexpectedShape(
        tensor: name + ".weight", expected: [shape[0], input.channels, shape[2], shape[3]],
        actual: shape)
    }
    if let residual, residual.channels != shape[0] {
      throw .unexpectedShape(
        tensor: name + ".weight", expected: [residual.channels] + shape[1...], actual: shape)
    }
    let convolution = Convolution(
      rows: shape[2], columns: shape[3], stride: stride,
      padding: Border(rows: padding ?? shape[2] / 2, columns: padding ?? shape[3] / 2),
      activation: activation,
      weights: try quantized(
        name, outputs: shape[0], inputs: shape[1], places: shape[2] * shape[3]))
    return append(
      .convolution(convolution), input, adding: residual, channels: shape[0])
  }

  /// A fully connected layer over a whole plane, flattened channel by channel as PyTorch does:
  /// `weight` is `[out, channels * rows * columns]`, `bias` `[out]`.
  public mutating func dense(
    _ input: FeatureMap, _ name: String, activation: Activation = .relu
  ) throws(NetworkError) -> FeatureMap {
    let shape = try shape(name + ".weight", rank: 2)
    guard shape[1].isMultiple(of: input.channels) else {
      throw .unexpectedShape(
        tensor: name + ".weight", expected: [shape[0], input.channels], actual: shape)
    }
    let places = shape[1] / input.channels
    let weights = try quantized(name, outputs: shape[0], inputs: input.channels, places: places)
    return append(
      .dense(places: places, activation: activation, weights: weights), input, channels: shape[0])
  }

  /// The maximum over squares of `size`; what lies outside the plane does not count.
  public mutating func maxPool(
    _ input: FeatureMap, size: Int, stride: Int, padding: Int = 0
  ) -> FeatureMap {
    append(
      .maxPool(size: size, stride: stride, padding: padding), input, channels: input.channels)
  }

  /// Each place becomes four.
  public mutating func upsampledTwice(_ input: FeatureMap) -> FeatureMap {
    append(.upsample, input, channels: input.channels)
  }

  /// The Gaussian error linear unit of each number.
  public mutating func gelu(_ input: FeatureMap) -> FeatureMap {
    let layer = FloatLayer { planes, _, memory in
      GELU().run(planes.input, to: planes.output, in: memory)
    }
    return append(.floats(layer), input, channels: input.channels)
  }

  /// Each place's channels brought to a mean of 0 and a variance of 1, times `weight` plus `bias`, both
  /// `[channels]`.
  ///
  /// - Parameters:
  ///   - input: What it is done to; a multiple of 4 channels.
  ///   - name: The tensors are `name.weight` and `name.bias`.
  /// - Returns: A map of the same shape.
  /// - Throws: ``NetworkError`` when the file has no such tensors, or of other shapes.
  public mutating func layerNorm(
    _ input: FeatureMap, _ name: String
  ) throws(NetworkError) -> FeatureMap {
    precondition(input.channels.isMultiple(of: 4), "a vector of channels would be torn")
    let norm = LayerNorm(
      weights: try finite(name + ".weight", count: input.channels),
      biases: try finite(name + ".bias", count: input.channels))
    let layer = FloatLayer { planes, _, memory in
      norm.run(planes.input, to: planes.output, in: memory)
    }
    return append(.floats(layer), input, channels: input.channels)
  }

  /// Attention among all places of a map, of several heads.
  ///
  /// - Parameters:
  ///   - input: Queries, keys and values, a third of the channels each, the heads of each one after the
  ///     other.
  ///   - heads: How many there are; each has a multiple of 4 channels.
  /// - Returns: The heads' answers one after the other, a third of the channels.
  public mutating func attention(_ input: FeatureMap, heads: Int) -> FeatureMap {
    precondition(input.channels.isMultiple(of: 12 * heads), "a vector of channels would be torn")
    let (attention, outputs) = (Attention(heads: heads), input.channels / 3)
    let layer = FloatLayer(
      scratch: { attention.scratch(places: $0, outputs: outputs) },
      operations: { 4 * $0 * $0 * outputs }
    ) { planes, scratch, memory in
      attention.run(planes.input, to: planes.output, scratch: scratch, in: memory)
    }
    return append(.floats(layer), input, channels: outputs)
  }

  /// Adds numbers that are always the same, such as where in a sequence a place is.
  ///
  /// - Parameters:
  ///   - numbers: Place by place, the channels of a place together; there may be more places than a plane
  ///     has, but not fewer.
  ///   - input: What they are added to; a multiple of 4 channels.
  /// - Returns: A map of the same shape.
  public mutating func adding(_ numbers: [Float], to input: FeatureMap) -> FeatureMap {
    precondition(input.channels.isMultiple(of: 4), "a vector of channels would be torn")
    let addition = Addition(numbers: numbers)
    let layer = FloatLayer(maximumPlaces: numbers.count / input.channels) { planes, _, memory in
      addition.run(planes.input, to: planes.output, in: memory)
    }
    return append(.floats(layer), input, channels: input.channels)
  }

  /// The channels of several maps one after the other. Costs nothing: the maps are made in place.
  ///
  /// - Precondition: Each map has a multiple of 4 channels, is not the picture, and is in no other
  ///   concatenation.
  public mutating func concatenated(_ parts: [FeatureMap]) -> FeatureMap {
    let whole = map(channels: parts.reduce(0) { $0 + $1.channels })
    let buffer = maps[whole.index].buffer
    var channel = 0
    for part in parts {
      let old = maps[part.index]
      precondition(part.channels.isMultiple(of: 4), "a vector of channels would be torn")
      precondition(part.index != 0, "the picture stays where it is")
      precondition(buffers[old.buffer].channels == part.channels, "a map lies in one place")
      maps[part.index] = Storage(buffer: buffer, firstChannel: channel, channels: part.channels)
      channel += part.channels
    }
    return whole
  }

  // Copied into every network's description, this and `convolution` took 38 kB of the page's module.
  @inline(never)
  mutating func append(
    _ operation: Layer.Operation, _ input: FeatureMap, adding added: FeatureMap? = nil,
    channels: Int
  ) -> FeatureMap {
    let output = map(channels: channels)
    layers.append(
      Layer(
        operation: operation, input: input.index, added: added?.index, output: output.index))
    return output
  }

  // MARK: Weights

  private mutating func map(channels: Int) -> FeatureMap {
    buffers.append(Buffer(channels: (channels + 3) / 4 * 4))
    maps.append(Storage(buffer: buffers.count - 1, firstChannel: 0, channels: channels))
    return FeatureMap(index: maps.count - 1, channels: channels)
  }

  func shape(_ tensor: String, rank: Int) throws(NetworkError) -> [Int] {
    guard let shape = weights?.shape(of: tensor) else { throw .missingTensor(tensor) }
    guard shape.count == rank, !shape.contains(0) else {
      throw .unexpectedRank(tensor: tensor, expected: rank, actual: shape)
    }
    return shape
  }

  /// The weights `[out, in, places]` and the biases of a layer. Weights of 8 bits are multiples of a step that
  /// each output has for itself, `name.step`.
  private func quantized(
    _ name: String, outputs: Int, inputs: Int, places: Int
  ) throws(NetworkError) -> QuantizedWeights {
    let weight = try finite(name + ".weight")
    let bias = try finite(name + ".bias", count: outputs)
    let steps =
      weights?.isWhole(name + ".weight") == true ? try finite(name + ".step", count: outputs) : nil
    return QuantizedWeights(weight, steps: steps, biases: bias, inputs: inputs, places: places)
  }

  func finite(_ tensor: String, count: Int) throws(NetworkError) -> [Float] {
    let values = try finite(tensor)
    guard values.count == count else {
      throw .unexpectedShape(tensor: tensor, expected: [count], actual: [values.count])
    }
    return values
  }

  func finite(_ tensor: String) throws(NetworkError) -> [Float] {
    guard let values = weights?.values(of: tensor) else { throw .missingTensor(tensor) }
    guard values.allSatisfy({ $0.isFinite }) else { throw .notFinite(tensor: tensor) }
    return values
  }
}

/// What a layer does, and between which maps.
struct Layer {
  enum Operation {
    case convolution(Convolution)
    case dense(places: Int, activation: Activation, weights: QuantizedWeights)
    case maxPool(size: Int, stride: Int, padding: Int)
    case upsample
    case floats(FloatLayer)
  }

  var operation: Operation
  var input: Int
  /// A second input, of the output's shape.
  var added: Int?
  var output: Int
}

/// What keeps a description and a file of weights, or a picture's size, from being a network.
public enum NetworkError: Error, Hashable {
  case missingTensor(String)
  case unexpectedRank(tensor: String, expected: Int, actual: [Int])
  case unexpectedShape(tensor: String, expected: [Int], actual: [Int])
  /// A weight or bias is infinite or not a number.
  case notFinite(tensor: String)
  /// A layer cannot take a plane of this size.
  case unsuitableSize(width: Int, height: Int)
}
