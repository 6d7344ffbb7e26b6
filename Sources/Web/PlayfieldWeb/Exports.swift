// The exports of the WebAssembly module.
//
// One file an area: FrameArea.swift, DiceArea.swift, and so on. An area is a value whose methods do the work;
// all of them make up the `Session`. An export is a public function with both attributes, so that the linker
// keeps it, and one line that calls a method of the module's `session`:
//
//     @_expose(wasm, "area_verb") @_cdecl("area_verb")
//     public func areaVerb(_ count: Int32) -> Int32 { session.area.verb(count) }
//
// It takes and returns `Int32`, `Float`, `Double`, `Bool` and pointers, which JavaScript sees as
// numbers. Names begin with their area. A fault is a negative return value (``WebFault``), never a
// trap: after a trap the module's memory is worth nothing.
//
// From JavaScript; the module imports a clock, in milliseconds, and nothing else:
//
//     const page = { now: () => performance.now() };
//     const { instance } = await WebAssembly.instantiate(bytes, { page });
//     const web = instance.exports;
//     const pointer = web.memory_allocate(file.length);
//     new Uint8Array(web.memory.buffer, pointer, file.length).set(file);
//     const fault = web.dice_load(pointer, file.length);
//     web.memory_free(pointer);
//
// A view of `web.memory.buffer` is made again after each call: whenever the memory grows, the buffer
// is detached and views of it become empty. A pointer stays what it is.

/// What an export returns when it could not do its work; otherwise it returns 0 or more.
public enum WebFault: Int32, Error {
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
  init?(argument: Int32) {
    guard let rawValue = UInt8(exactly: argument) else { return nil }
    self.init(rawValue: rawValue)
  }
}
