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
///   return try layers.dense(layers.maxPool(edges, size: 2, stride: 2), "digits", relu: false)
/// }
/// ```
///
/// Feature maps lie interleaved in memory, all the channels of a place together, their number
/// rounded up to a multiple of 4; see ``PortableNetwork``.
public struct NetworkBuilder {
  private let weights: Safetensors
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
  ///   - relu: Whether what is below 0 becomes 0.
  ///   - residual: A map of the output's shape that is added at last, as in a residual block.
  /// - Returns: What it makes.
  /// - Throws: ``NetworkError`` when the file has no such tensors, or of other shapes.
  public mutating func convolution(
    _ input: FeatureMap, _ name: String, stride: Int = 1, padding: Int? = nil, relu: Bool = true,
    adding residual: FeatureMap? = nil
  ) throws(NetworkError) -> FeatureMap {
    let shape = try shape(name + ".weight", rank: 4)
    guard shape[1] == input.channels else {
      throw .unexpectedShape(
        tensor: name + ".weight", expected: [shape[0], input.channels, shape[2], shape[3]],
        actual: shape)
    }
    let convolution = Convolution(
      rows: shape[2], columns: shape[3], stride: stride,
      padding: Border(rows: padding ?? shape[2] / 2, columns: padding ?? shape[3] / 2),
      relu: relu,
      weights: try quantized(
        name, outputs: shape[0], inputs: shape[1], places: shape[2] * shape[3]))
    let output = map(channels: shape[0])
    layers.append(
      Layer(
        operation: .convolution(convolution, residual: residual?.index), input: input.index,
        output: output.index))
    return output
  }

  /// A fully connected layer over a whole plane, flattened channel by channel as PyTorch does:
  /// `weight` is `[out, channels * rows * columns]`, `bias` `[out]`.
  public mutating func dense(
    _ input: FeatureMap, _ name: String, relu: Bool = true
  ) throws(NetworkError) -> FeatureMap {
    let shape = try shape(name + ".weight", rank: 2)
    guard shape[1].isMultiple(of: input.channels) else {
      throw .unexpectedShape(
        tensor: name + ".weight", expected: [shape[0], input.channels], actual: shape)
    }
    let places = shape[1] / input.channels
    let weights = try quantized(name, outputs: shape[0], inputs: input.channels, places: places)
    let output = map(channels: shape[0])
    layers.append(
      Layer(
        operation: .dense(places: places, relu: relu, weights: weights), input: input.index,
        output: output.index))
    return output
  }

  /// The maximum over squares of `size`; what lies outside the plane does not count.
  public mutating func maxPool(
    _ input: FeatureMap, size: Int, stride: Int, padding: Int = 0
  ) -> FeatureMap {
    let output = map(channels: input.channels)
    layers.append(
      Layer(
        operation: .maxPool(size: size, stride: stride, padding: padding), input: input.index,
        output: output.index))
    return output
  }

  /// Each place becomes four.
  public mutating func upsampledTwice(_ input: FeatureMap) -> FeatureMap {
    let output = map(channels: input.channels)
    layers.append(Layer(operation: .upsample, input: input.index, output: output.index))
    return output
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

  // MARK: Weights

  private mutating func map(channels: Int) -> FeatureMap {
    buffers.append(Buffer(channels: (channels + 3) / 4 * 4))
    maps.append(Storage(buffer: buffers.count - 1, firstChannel: 0, channels: channels))
    return FeatureMap(index: maps.count - 1, channels: channels)
  }

  private func shape(_ tensor: String, rank: Int) throws(NetworkError) -> [Int] {
    guard let shape = weights.shape(of: tensor) else { throw .missingTensor(tensor) }
    guard shape.count == rank, !shape.contains(0) else {
      throw .unexpectedRank(tensor: tensor, expected: rank, actual: shape)
    }
    return shape
  }

  /// The weights `[out, in, places]` and the biases of a layer.
  private func quantized(
    _ name: String, outputs: Int, inputs: Int, places: Int
  ) throws(NetworkError) -> QuantizedWeights {
    let weight = try finite(name + ".weight")
    let bias = try finite(name + ".bias")
    guard bias.count == outputs else {
      throw .unexpectedShape(tensor: name + ".bias", expected: [outputs], actual: [bias.count])
    }
    return QuantizedWeights(weight, biases: bias, inputs: inputs, places: places)
  }

  private func finite(_ tensor: String) throws(NetworkError) -> [Float] {
    guard let values = weights.values(of: tensor) else { throw .missingTensor(tensor) }
    guard values.allSatisfy({ $0.isFinite }) else { throw .notFinite(tensor: tensor) }
    return values
  }
}

/// What a layer does, and between which maps.
struct Layer {
  enum Operation {
    case convolution(Convolution, residual: Int?)
    case dense(places: Int, relu: Bool, weights: QuantizedWeights)
    case maxPool(size: Int, stride: Int, padding: Int)
    case upsample
  }

  var operation: Operation
  var input: Int
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
