// The toss's module: it watches a game, or runs the networks for one that another instance watches.
//
// A worker that runs networks:
//
//     toss.toss_load(network, bytes, count);
//     toss.toss_run(network, width, height, input);       // how many numbers toss_output() has
//
// A worker that sees frames:
//
//     toss.toss_begin(isCornhole);
//     if (toss.toss_wants(microseconds, newest)) {        // else the device is too slow for it
//       const samples = toss.toss_frame(width, height);   // I420 is written there
//       toss.toss_see(matrix, isFullRange, orientation, microseconds);
//     }
//     while (toss.toss_next()) {                          // toss_network() is to be run on toss_input()
//       toss.toss_answer(numbers, count);                 // what another worker's toss_output() has
//     }
//     toss.toss_waits();                                  // whether an answer is missing before the next frame
//     toss.toss_events();                                 // a list of `eventRecord`
//     toss.toss_throw(number);                            // a list of one `throwRecord`
//     toss.toss_give_up();                                // where networks cannot be run: what was seen stands
//     toss.toss_finish();
//
// Exports are made, and faults returned, as in PlayfieldWeb/Exports.swift.

internal import PageInterface
internal import VisionCore

/// One thread calls the module.
nonisolated(unsafe) private var session = TossSession()
nonisolated(unsafe) private var networks = NetworkRunner()

// MARK: Networks

@_expose(wasm, "toss_load") @_cdecl("toss_load")
public func tossLoad(_ network: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  networks.load(network, bytes, count)
}

@_expose(wasm, "toss_run") @_cdecl("toss_run")
public func tossRun(
  _ network: Int32, _ width: Int32, _ height: Int32, _ input: UnsafeRawPointer?
) -> Int32 {
  networks.run(network, width, height, input)
}

@_expose(wasm, "toss_output") @_cdecl("toss_output")
public func tossOutput() -> UnsafePointer<Float>? { networks.answer }

// MARK: Frames

@_expose(wasm, "toss_begin") @_cdecl("toss_begin")
public func tossBegin(_ isCornhole: Bool) { session.begin(isCornhole) }

@_expose(wasm, "toss_wants") @_cdecl("toss_wants")
public func tossWants(_ microseconds: Double, _ newest: Double) -> Bool {
  session.wants(microseconds, newest: newest)
}

@_expose(wasm, "toss_lose") @_cdecl("toss_lose")
public func tossLose(_ microseconds: Double) { session.lose(microseconds) }

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

@_expose(wasm, "toss_waits") @_cdecl("toss_waits")
public func tossWaits() -> Bool { session.isWaiting }

@_expose(wasm, "toss_finish") @_cdecl("toss_finish")
public func tossFinish() -> Int32 { session.finish() }

// MARK: What is asked of networks

@_expose(wasm, "toss_next") @_cdecl("toss_next")
public func tossNext() -> Bool { session.next() }

/// An index of `networks`, or a fault where no run was asked for.
@_expose(wasm, "toss_network") @_cdecl("toss_network")
public func tossNetwork() -> Int32 {
  session.nextNetwork.map { Int32($0.rawValue) } ?? WebFault.outOfTurn.rawValue
}

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

@_expose(wasm, "toss_give_up") @_cdecl("toss_give_up")
public func tossGiveUp() { session.giveUp() }

// MARK: What the player knows better

@_expose(wasm, "toss_correct") @_cdecl("toss_correct")
public func tossCorrect(_ number: Int32, _ outcome: Int32) -> Int32 {
  session.correct(number, outcome)
}

@_expose(wasm, "toss_withdraw") @_cdecl("toss_withdraw")
public func tossWithdraw(_ number: Int32) -> Int32 { session.withdraw(number) }

@_expose(wasm, "toss_corners") @_cdecl("toss_corners")
public func tossCorners() -> UnsafeMutablePointer<Double>? { session.cornerMemory() }

@_expose(wasm, "toss_put_board") @_cdecl("toss_put_board")
public func tossPutBoard() -> Int32 { session.putBoard() }

// MARK: What the page is let know

@_expose(wasm, "toss_events") @_cdecl("toss_events")
public func tossEvents() -> UnsafePointer<Double> { session.takeEvents() }

@_expose(wasm, "toss_throw") @_cdecl("toss_throw")
public func tossThrow(_ number: Int32) -> UnsafePointer<Double> { session.throwMade(number) }

@_expose(wasm, "toss_path") @_cdecl("toss_path")
public func tossPath(_ number: Int32) -> UnsafePointer<Double> { session.path(number) }

@_expose(wasm, "toss_poses") @_cdecl("toss_poses")
public func tossPoses(_ number: Int32) -> UnsafePointer<Double> { session.poses(number) }

@_expose(wasm, "toss_hash") @_cdecl("toss_hash")
public func tossHash() -> UnsafePointer<Double> { session.eventHash() }
