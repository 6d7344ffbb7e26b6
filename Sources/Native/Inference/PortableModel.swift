internal import CZlib
internal import Foundation
package import PortableInference
internal import VisionCore

/// A network as plain Swift runs it.
package struct PortableForm: Sendable {
  /// A safetensors file, deflated where its name ends in `.z`.
  package var weights: String
  package var outputOrder = PortableNetwork.OutputOrder.channelByChannel
  /// Writes its layers down, and returns those that are asked for.
  package var describe:
    @Sendable (inout NetworkBuilder, FeatureMap) throws(NetworkError) -> [FeatureMap]
  /// Makes of its last run what the network's file answers in OpenVINO.
  package var answers: @Sendable (PortableNetwork) -> [NetworkAnswer]

  package init(
    weights: String, outputOrder: PortableNetwork.OutputOrder = .channelByChannel,
    describe:
      @escaping @Sendable (inout NetworkBuilder, FeatureMap) throws(NetworkError) -> [FeatureMap],
    answers: @escaping @Sendable (PortableNetwork) -> [NetworkAnswer] = { network in
      network.outputShapes.indices.map {
        NetworkAnswer(shape: network.outputShapes[$0], values: network.values(ofOutput: $0))
      }
    }
  ) {
    self.weights = weights
    self.outputOrder = outputOrder
    self.describe = describe
    self.answers = answers
  }

  /// The network, with memory of its own.
  package func makeNetwork(inputChannels: Int) throws(InferenceError) -> PortableNetwork {
    let file = try Self.read(weights)
    do throws(NetworkError) {
      return try PortableNetwork(
        file, inputChannels: inputChannels, outputOrder: outputOrder, describe)
    } catch {
      throw .weightsUnsuitable(path: weights, reason: "\(error)")
    }
  }

  private static func read(_ path: String) throws(InferenceError) -> Safetensors {
    guard let content = FileManager.default.contents(atPath: path) else {
      throw .weightsNotFound(path: path)
    }
    guard let bytes = path.hasSuffix(".z") ? inflated([UInt8](content)) : [UInt8](content) else {
      throw .weightsUnsuitable(path: path, reason: "it is not deflated as RFC 1950 says")
    }
    do throws(SafetensorsError) {
      return try Safetensors(bytes)
    } catch {
      throw .weightsUnsuitable(path: path, reason: "\(error)")
    }
  }

  /// The size, in bytes, above which a file is not one of our networks.
  private static let maximumFile = 64 << 20

  /// What was deflated (zlib, RFC 1950); `nil` where it is damaged, cut short, or larger than any network.
  static func inflated(_ deflated: [UInt8]) -> [UInt8]? {
    var capacity = min(max(1 << 16, 4 * deflated.count), maximumFile)
    while true {
      var length = uLong(capacity)
      var status = Z_OK
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        status = uncompress(buffer.baseAddress, &length, deflated, uLong(deflated.count))
        count = status == Z_OK ? Int(length) : 0
      }
      if status == Z_OK { return bytes }
      guard status == Z_BUF_ERROR, capacity < maximumFile else { return nil }
      capacity = min(2 * capacity, maximumFile)
    }
  }
}

/// A network on plain Swift that is shown pictures.
final class PortableModel {
  private let path: String
  private let network: PortableNetwork
  private let answers: (PortableNetwork) -> [NetworkAnswer]
  /// The bytes `0` and `255` become its bounds.
  private let range: ClosedRange<Float>
  private var picture: [UInt8] = []

  init(_ form: PortableForm, range: ClosedRange<Float>) throws(InferenceError) {
    path = form.weights
    network = try form.makeNetwork(inputChannels: 3)
    answers = form.answers
    self.range = range
  }

  func run<Output>(
    _ size: PixelSize,
    write: (UnsafeMutableBufferPointer<UInt8>) throws(InferenceError) -> Void,
    read: (Tensors) -> Output
  ) throws(InferenceError) -> Output {
    do throws(NetworkError) {
      try network.prepare(width: size.width, height: size.height)
    } catch {
      throw .modelUnsuitable(
        path: path, expected: "one that takes pictures of \(size.width) x \(size.height) pixels",
        actual: "an input of another shape")
    }
    let count = size.width * size.height * 3
    if picture.count != count { picture = [UInt8](repeating: 0, count: count) }
    var failure: InferenceError?
    picture.withUnsafeMutableBufferPointer { buffer in
      do throws(InferenceError) {
        try write(buffer)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    fill(width: size.width)
    network.run()
    let answers = answers(network)
    let values = answers.flatMap(\.values)
    return values.withUnsafeBufferPointer { values in
      var start = 0
      let elements = answers.map { answer -> Tensors.Elements in
        defer { start += answer.values.count }
        return (
          answer.shape,
          UnsafeBufferPointer(rebasing: values[start..<start + answer.values.count])
        )
      }
      return read(Tensors(elements))
    }
  }

  private func fill(width: Int) {
    let (zero, step) = (range.lowerBound, (range.upperBound - range.lowerBound) / 255)
    picture.withUnsafeBufferPointer { bytes in
      network.fill { row, floats in
        var byte = row * width * 3
        for column in 0..<width {
          for channel in 0..<3 {
            floats[column * 4 + channel] = zero + step * Float(bytes[byte + channel])
          }
          floats[column * 4 + 3] = 0
          byte += 3
        }
      }
    }
  }
}
