internal import PageInterface
internal import PortableInference

/// Has a network made of a safetensors file; returns 0, or a ``WebFault``.
func loadNetwork(
  _ bytes: UnsafePointer<UInt8>?, _ count: Int32,
  _ make: (Safetensors) throws(NetworkError) -> Void
) -> Int32 {
  guard let bytes, count >= 0 else { return WebFault.badArgument.rawValue }
  let weights: Safetensors
  do throws(SafetensorsError) {
    weights = try Safetensors(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
  } catch {
    return WebFault.damagedWeights.rawValue
  }
  do throws(NetworkError) {
    try make(weights)
  } catch {
    return WebFault.otherNetwork.rawValue
  }
  return 0
}
