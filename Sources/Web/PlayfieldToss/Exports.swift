// The toss's module: it watches a game, or runs the networks for one that another instance watches.
//
// A worker that runs networks:
//
//     toss.toss_load(network, bytes, count);              // 0, or a fault
//     toss.toss_run(network, width, height, input);       // how many numbers toss_output() has
//
// A worker that sees frames:
//
//     toss.toss_begin(isCornhole);
//     const samples = toss.toss_frame(width, height);     // I420 is written there
//     toss.toss_see(matrix, isFullRange, orientation, microseconds);
//     while ((network = toss.toss_next()) >= 0) {         // on toss_input(), of toss_input_width() x toss_input_height()
//       toss.toss_answer(numbers, count);                 // what another worker's toss_output() has
//     }
//     toss.toss_waits();                                  // whether an answer is missing before the next frame
//     toss.toss_give_up();                                // where networks cannot be run: what was seen stands
//     toss.toss_finish();

internal import VisionCore

/// What went wrong in a call.
public enum TossFault: Int32, Error {
  /// Called out of turn, as when a frame is to be seen while the one before waits for an answer.
  case outOfTurn = -1
  /// An argument lies outside its range.
  case badArgument = -2
  /// The bytes are not a whole safetensors file.
  case damagedWeights = -3
  /// The file is whole, or the answer, but of another network.
  case otherNetwork = -4
}

/// One thread calls the module.
nonisolated(unsafe) private var session = TossSession()

/// Memory for JavaScript to write to: `count` bytes at a multiple of 16; 0 bytes are allowed.
@_expose(wasm, "toss_allocate") @_cdecl("toss_allocate")
public func tossAllocate(_ count: Int32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: max(0, Int(count)), alignment: 16)
}

/// Gives back what ``tossAllocate(_:)`` gave.
@_expose(wasm, "toss_free") @_cdecl("toss_free")
public func tossFree(_ memory: UnsafeMutableRawPointer?) { memory?.deallocate() }

@_expose(wasm, "toss_load") @_cdecl("toss_load")
public func tossLoad(_ network: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.load(network, bytes, count)
}

@_expose(wasm, "toss_run") @_cdecl("toss_run")
public func tossRun(
  _ network: Int32, _ width: Int32, _ height: Int32, _ input: UnsafeRawPointer?
) -> Int32 {
  session.runNetwork(network, width, height, input)
}

@_expose(wasm, "toss_output") @_cdecl("toss_output")
public func tossOutput() -> UnsafePointer<Float>? { session.answer }

@_expose(wasm, "toss_begin") @_cdecl("toss_begin")
public func tossBegin(_ isCornhole: Bool) { session.begin(isCornhole) }

@_expose(wasm, "toss_frame") @_cdecl("toss_frame")
public func tossFrame(_ width: Int32, _ height: Int32) -> UnsafeMutablePointer<UInt8>? {
  session.frame(width, height)
}

@_expose(wasm, "toss_see") @_cdecl("toss_see")
public func tossSee(
  _ matrix: Int32, _ isFullRange: Bool, _ orientation: Int32, _ microseconds: Double
) -> Int32 {
  session.see(matrix, isFullRange, orientation, microseconds)
}

@_expose(wasm, "toss_next") @_cdecl("toss_next")
public func tossNext() -> Int32 { session.next() }

@_expose(wasm, "toss_input") @_cdecl("toss_input")
public func tossInput() -> UnsafeRawPointer? { session.nextInput }

@_expose(wasm, "toss_input_width") @_cdecl("toss_input_width")
public func tossInputWidth() -> Int32 { Int32(session.nextSize.width) }

@_expose(wasm, "toss_input_height") @_cdecl("toss_input_height")
public func tossInputHeight() -> Int32 { Int32(session.nextSize.height) }

@_expose(wasm, "toss_answer") @_cdecl("toss_answer")
public func tossAnswer(_ numbers: UnsafePointer<Float>?, _ count: Int32) -> Int32 {
  session.takeAnswer(numbers, count)
}

@_expose(wasm, "toss_waits") @_cdecl("toss_waits")
public func tossWaits() -> Bool { session.isWaiting }

@_expose(wasm, "toss_give_up") @_cdecl("toss_give_up")
public func tossGiveUp() { session.giveUp() }

@_expose(wasm, "toss_finish") @_cdecl("toss_finish")
public func tossFinish() -> Int32 { session.finish() }

/// The hash over the bits of all events so far, its lower and its upper half.
@_expose(wasm, "toss_hash_low") @_cdecl("toss_hash_low")
public func tossHashLow() -> UInt32 { UInt32(truncatingIfNeeded: session.hash.value) }

@_expose(wasm, "toss_hash_high") @_cdecl("toss_hash_high")
public func tossHashHigh() -> UInt32 { UInt32(truncatingIfNeeded: session.hash.value >> 32) }
