internal import PortableInference

/// Takes in a safetensors file of a network that looks at pictures; returns 0, or a ``WebFault``.
func loadPictureNetwork(
  _ file: UnsafePointer<UInt8>, _ count: Int32,
  _ describe: (inout NetworkBuilder, FeatureMap) throws(NetworkError) -> FeatureMap,
  _ keep: (PortableNetwork) throws(NetworkError) -> Void
) -> Int32 {
  let weights: Safetensors
  do throws(SafetensorsError) {
    weights = try Safetensors(Array(UnsafeBufferPointer(start: file, count: max(0, Int(count)))))
  } catch {
    return WebFault.damagedWeights.rawValue
  }
  do throws(NetworkError) {
    try keep(PortableNetwork(weights, inputChannels: 3, describe))
  } catch {
    return WebFault.otherNetwork.rawValue
  }
  return 0
}

extension UnsafeMutableBufferPointer<SIMD4<UInt8>> {
  /// Makes room for `count` pixels, whatever was here before.
  mutating func resize(_ count: Int) {
    guard count != self.count else { return }
    deallocate()
    self = .allocate(capacity: count)
    update(repeating: .zero)
  }
}
