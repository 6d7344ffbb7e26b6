internal import PageInterface
internal import PortableInference
internal import SceneReading
internal import VisionCore

/// The networks that were loaded into a module, and what they answer.
struct NetworkRunner: ~Copyable {
  /// Of networks' inputs, in pixels: what the module's memory holds.
  private static let sides: ClosedRange<Int32> = 1...4_096

  private var networks = [PortableNetwork?](repeating: nil, count: TossNetwork.allCases.count)
  private var numbers = SharedMemory<Float>()

  /// Takes in a network's safetensors file; returns 0, or a ``WebFault``.
  mutating func load(_ network: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard let network = TossNetwork(argument: network), let bytes, count >= 0 else {
      return WebFault.badArgument.rawValue
    }
    let weights: Safetensors
    do throws(SafetensorsError) {
      weights = try Safetensors(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
    } catch {
      return WebFault.damagedWeights.rawValue
    }
    do throws(NetworkError) {
      networks[Int(network.rawValue)] = try network.makeNetwork(weights)
    } catch {
      return WebFault.otherNetwork.rawValue
    }
    return 0
  }

  /// Runs a network.
  ///
  /// - Parameters:
  ///   - network: Its number.
  ///   - width: Of its input.
  ///   - height: Of its input.
  ///   - input: As ``TossSession/nextInput`` of the instance that asks for it.
  /// - Returns: How many numbers it has answered, in ``answer``, or a ``WebFault``.
  mutating func run(
    _ network: Int32, _ width: Int32, _ height: Int32, _ input: UnsafeRawPointer?
  ) -> Int32 {
    guard let network = TossNetwork(argument: network), Self.sides.contains(width),
      Self.sides.contains(height), let input
    else {
      return WebFault.badArgument.rawValue
    }
    guard let loaded = networks[Int(network.rawValue)] else { return WebFault.outOfTurn.rawValue }
    let size = PixelSize(width: Int(width), height: Int(height))
    do throws(NetworkError) {
      let found =
        network == .styles
        ? [try Self.styles(loaded, input, count: size.width * size.height)]
        : try network.run(
          loaded,
          on: UnsafeBufferPointer(
            start: input.assumingMemoryBound(to: UInt8.self), count: 3 * size.width * size.height),
          size: size)
      numbers.fill(TossAnswer.numbers(of: found))
    } catch {
      return WebFault.badArgument.rawValue
    }
    return Int32(numbers.count)
  }

  private static func styles(
    _ network: PortableNetwork, _ input: UnsafeRawPointer, count: Int
  ) throws(NetworkError) -> NetworkAnswer {
    let values = UnsafeBufferPointer(
      start: input.assumingMemoryBound(to: Float.self), count: count)
    guard let window = ThrowStyleWindow(values: Array(values)) else {
      throw .unsuitableSize(width: count, height: 1)
    }
    let logits = try ThrowStyleNetwork.logits(of: window, by: network)
    return NetworkAnswer(shape: [1, 4], values: [logits[0], logits[1], logits[2], logits[3]])
  }

  /// What the network that was run last has answered.
  var answer: UnsafePointer<Float>? { numbers.start }
}
