// The toss's module: it watches a game, or runs the networks for one that another instance watches.
//
// A worker that runs networks:
//
//     toss.toss_load(network, bytes, count);
//     toss.toss_run(network, width, height, input);       // how many numbers toss_output() has
//
// A worker that sees frames:
//
//     toss.toss_begin(isCornhole, began);                 // or toss_continue(text, count) with a game's record
//     if (toss.toss_wants(microseconds, newest)) {        // else the device is too slow for it
//       toss.frame_memory(count);                         // the picture is written there: see FrameMemory
//       toss.frame_describe(…);
//       toss.toss_see(microseconds);
//     }
//     while (toss.toss_next()) {                          // toss_network() is to be run on toss_input()
//       toss.toss_answer(numbers, count);                 // what another worker's toss_output() has
//     }
//     toss.toss_waits();                                  // whether an answer is missing before the next frame
//     toss.toss_events();                                 // a list of `eventRecord`
//     toss.toss_throw(number);                            // a list of one `throwRecord`
//     toss.toss_finish();
//     toss.toss_record();                                 // how many bytes of JSON toss_written() has
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
public func tossBegin(_ isCornhole: Bool, _ began: Double) { session.begin(isCornhole, began) }

@_expose(wasm, "toss_continue") @_cdecl("toss_continue")
public func tossContinue(_ text: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.proceed(text, count)
}

@_expose(wasm, "toss_wants") @_cdecl("toss_wants")
public func tossWants(_ microseconds: Double, _ newest: Double) -> Bool {
  session.wants(microseconds, newest: newest)
}

@_expose(wasm, "toss_lose") @_cdecl("toss_lose")
public func tossLose(_ microseconds: Double) { session.lose(microseconds) }

// Under the names that the games' module has for the same.
@_expose(wasm, "frame_memory") @_cdecl("toss_frame_memory")
public func tossFrameMemory(_ count: Int32) -> UnsafeMutableRawPointer? {
  session.frame.memory(count)
}

@_expose(wasm, "frame_describe") @_cdecl("toss_frame_describe")
public func tossFrameDescribe(
  _ format: Int32, _ matrix: Int32, _ isFullRange: Bool, _ width: Int32, _ height: Int32,
  _ orientation: Int32, _ offset0: Int32, _ stride0: Int32, _ offset1: Int32, _ stride1: Int32,
  _ offset2: Int32, _ stride2: Int32
) -> Int32 {
  session.frame.describe(
    FrameDescription(
      format: format, matrix: matrix, isFullRange: isFullRange, width: width, height: height,
      orientation: orientation,
      planes: [(offset0, stride0), (offset1, stride1), (offset2, stride2)]))
}

@_expose(wasm, "toss_see") @_cdecl("toss_see")
public func tossSee(_ microseconds: Double) -> Int32 { session.see(microseconds) }

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

@_expose(wasm, "toss_forget_board") @_cdecl("toss_forget_board")
public func tossForgetBoard() -> Int32 { session.forgetBoard() }

// MARK: What the page is let know

@_expose(wasm, "toss_events") @_cdecl("toss_events")
public func tossEvents() -> UnsafePointer<Double> { session.takeEvents() }

@_expose(wasm, "toss_throw") @_cdecl("toss_throw")
public func tossThrow(_ number: Int32) -> UnsafePointer<Double> { session.throwMade(number) }

@_expose(wasm, "toss_throws") @_cdecl("toss_throws")
public func tossThrows() -> UnsafePointer<Double> { session.throwsMade() }

@_expose(wasm, "toss_styles") @_cdecl("toss_styles")
public func tossStyles() -> UnsafePointer<Double> { session.styles() }

@_expose(wasm, "toss_scene") @_cdecl("toss_scene")
public func tossScene() -> UnsafePointer<Double> { session.scene() }

@_expose(wasm, "toss_board") @_cdecl("toss_board")
public func tossBoard() -> UnsafePointer<Double> { session.board() }

@_expose(wasm, "toss_paths") @_cdecl("toss_paths")
public func tossPaths() -> UnsafePointer<Double> { session.paths() }

@_expose(wasm, "toss_people") @_cdecl("toss_people")
public func tossPeople() -> UnsafePointer<Double> { session.people() }

/// Red, green and blue of `toss_picture_width()` x `toss_picture_height()` pixels.
@_expose(wasm, "toss_picture") @_cdecl("toss_picture")
public func tossPicture() -> UnsafePointer<UInt8>? { session.picture() }

@_expose(wasm, "toss_picture_width") @_cdecl("toss_picture_width")
public func tossPictureWidth() -> Int32 { Int32(session.pictureSize.width) }

@_expose(wasm, "toss_picture_height") @_cdecl("toss_picture_height")
public func tossPictureHeight() -> Int32 { Int32(session.pictureSize.height) }

/// How many bytes of `toss_written()` the game's record has.
@_expose(wasm, "toss_record") @_cdecl("toss_record")
public func tossRecord() -> Int32 { session.writeRecord() }

/// How many bytes of `toss_written()` the game's report has; its options are JSON.
@_expose(wasm, "toss_report") @_cdecl("toss_report")
public func tossReport(_ options: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.writeReport(options, count)
}

@_expose(wasm, "toss_written") @_cdecl("toss_written")
public func tossWritten() -> UnsafePointer<UInt8>? { session.written.start }

@_expose(wasm, "toss_path") @_cdecl("toss_path")
public func tossPath(_ number: Int32) -> UnsafePointer<Double> { session.path(number) }

@_expose(wasm, "toss_hash") @_cdecl("toss_hash")
public func tossHash() -> UnsafePointer<Double> { session.eventHash() }
