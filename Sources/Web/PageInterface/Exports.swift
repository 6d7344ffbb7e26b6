/// What an export returns when it could not do its work; otherwise it returns 0 or more.
package enum WebFault: Int32, Error {
  /// Called out of turn, as when dice are to be read before weights are there.
  case outOfTurn = -1
  /// An argument lies outside its range.
  case badArgument = -2
  /// The bytes are not a whole safetensors file.
  case damagedWeights = -3
  /// The file is whole, but holds another network.
  case otherNetwork = -4
}

/// Memory for JavaScript to write to: `count` bytes at a multiple of 16; 0 bytes are allowed.
@_expose(wasm, "memory_allocate") @_cdecl("memory_allocate")
public func memoryAllocate(_ count: Int32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: max(0, Int(count)), alignment: 16)
}

/// Gives back what ``memoryAllocate(_:)`` gave.
@_expose(wasm, "memory_free") @_cdecl("memory_free")
public func memoryFree(_ memory: UnsafeMutableRawPointer?) {
  memory?.deallocate()
}

extension RawRepresentable<UInt8> {
  /// The case that an argument of an export means; `nil` for a number that means none.
  package init?(argument: Int32) {
    guard let rawValue = UInt8(exactly: argument) else { return nil }
    self.init(rawValue: rawValue)
  }
}
