// Reading dice.
//
// A reading is split, so that the page can time its parts, and show what the network saw:
//
//     const pixels = web.dice_frame(width, height);            // once a size; write RGBA there
//     web.dice_begin(orientation, isLive);
//     while (web.dice_draw() === 1) { web.dice_infer(); web.dice_decode(); }
//     const count = web.dice_finish();
//     const dice = new Float64Array(web.memory.buffer, web.dice_results(), 12 * count);
//
// What the dice network saw last can be looked at again, with other thresholds:
//
//     const all = web.dice_inspect(0.1, 0.3);
//     new Float64Array(web.memory.buffer, web.dice_inspected(), 12 * all);
//     new Float64Array(web.memory.buffer, web.dice_kept(), 12 * web.dice_kept_count());
//
// Dice and sightings are records of 12 `Float64`: value, confidence, x, y, width, height of the box
// (normalized to the upright picture, origin at the top left), and the confidence of each value,
// "1" first.

internal import DiceReading
internal import PortableInference
internal import VisionCore

/// The numbers of a die's record.
let recordLength = 12

/// What is kept between calls.
private struct DiceReader {
  /// Finds dice.
  var network: PortableNetwork?
  /// Looks at each die of a still picture alone, beside the dice network.
  var portraitNetwork: PortableNetwork?
  /// The least confidence of a die, and the largest IoU of two.
  static let confidenceThreshold: Float = 0.2
  static let iouThreshold = 0.3

  var frame = UnsafeMutableBufferPointer<SIMD4<UInt8>>(start: nil, count: 0)
  var frameSize = PixelSize(width: 0, height: 0)
  var orientation = ImageOrientation.up

  var search = Search.none
  /// The frames' search, kept from frame to frame.
  var frames = newFrames
  var step: ReadingStep?
  /// What the dice network gets, as the page can show it.
  var picture = UnsafeMutableBufferPointer<SIMD4<UInt8>>(start: nil, count: 0)
  /// What the portrait network gets.
  var portrait = UnsafeMutableBufferPointer<SIMD4<UInt8>>(start: nil, count: 0)
  /// The look whose answer the dice network still holds.
  var seen: Look?
  var dice: [Double] = []
  var observations: [DieObservation] = []
  var inspected: [Double] = []
  var kept: [Double] = []

  static var newFrames: FrameSearch { FrameSearch(confidenceThreshold: confidenceThreshold) }

  enum Search {
    case none
    case still(PictureSearch)
    case live
  }
}

nonisolated(unsafe) private var reader = DiceReader()

// MARK: Setting up

/// Takes in a safetensors file of the dice network.
@_expose(wasm, "dice_load") @_cdecl("dice_load")
public func diceLoad(_ file: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  load(file, count, DiceNetwork.describe) { network throws(NetworkError) in
    // Room for the largest look at a frame, at once: memory that grew look by look would leave holes.
    let largest = FrameSearch.largestInput
    try network.prepare(width: largest.width, height: largest.height)
    reader.network = network
    reader.seen = nil
  }
}

/// Takes in a safetensors file of the portrait network.
@_expose(wasm, "dice_load_portraits") @_cdecl("dice_load_portraits")
public func diceLoadPortraits(_ file: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  load(file, count, PortraitNetwork.describe) { reader.portraitNetwork = $0 }
}

private func load(
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
    // What was drawn for the network before is gone with it.
    reader.search = .none
    reader.step = nil
  } catch {
    return WebFault.otherNetwork.rawValue
  }
  return 0
}

/// Forgets the frames before, as when another camera is taken.
@_expose(wasm, "dice_forget_frames") @_cdecl("dice_forget_frames")
public func diceForgetFrames() {
  reader.frames = DiceReader.newFrames
}

// MARK: Reading

/// Where the page writes a picture's RGBA, `width * height * 4` bytes; the same place as long as the
/// size stays the same. `nil` for a size without pixels or of more than 50 million.
@_expose(wasm, "dice_frame") @_cdecl("dice_frame")
public func diceFrame(_ width: Int32, _ height: Int32) -> UnsafeMutableRawPointer? {
  let size = PixelSize(width: Int(width), height: Int(height))
  guard (1...16_384).contains(size.width), (1...16_384).contains(size.height),
    size.width * size.height <= 50_000_000
  else { return nil }
  if size != reader.frameSize {
    reader.search = .none
    reader.frame.resize(size.width * size.height)
    reader.frameSize = size
  }
  return UnsafeMutableRawPointer(reader.frame.baseAddress)
}

/// Begins to read the picture in ``diceFrame(_:_:)``.
///
/// - Parameters:
///   - orientation: How it is to be turned, `1...8` as in EXIF; 1 is upright, 2 mirrored, 6 is to be
///     turned 90° clockwise, 3 upside down, 8 is to be turned 90° counterclockwise.
///   - isLive: Whether it is a frame of a film or a camera. These are read more quickly, with the
///     frames before in mind; a still picture is searched more thoroughly.
/// - Returns: 0, or a ``WebFault``.
@_expose(wasm, "dice_begin") @_cdecl("dice_begin")
public func diceBegin(_ orientation: Int32, _ isLive: Bool) -> Int32 {
  guard reader.network != nil, !reader.frame.isEmpty else { return WebFault.outOfTurn.rawValue }
  guard let turn = UInt8(exactly: orientation).flatMap({ ImageOrientation(rawValue: $0) }) else {
    return WebFault.badArgument.rawValue
  }
  reader.orientation = turn
  reader.dice.removeAll(keepingCapacity: true)
  reader.step = nil
  let picture = turn.uprightSize(of: reader.frameSize)
  if isLive {
    reader.frames.begin(picture)
    reader.search = .live
  } else {
    let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
    let looks = Look.thorough(whole, of: picture, cropAndScale: .scaleToFit)
    reader.search = .still(
      PictureSearch(
        looks, confidenceThreshold: DiceReader.confidenceThreshold,
        iouThreshold: DiceReader.iouThreshold, makesPortraits: true,
        makesViews: reader.portraitNetwork != nil))
  }
  return 0
}

/// Draws the next picture for a network: 1, or 0 when the picture has been seen.
@_expose(wasm, "dice_draw") @_cdecl("dice_draw")
public func diceDraw() -> Int32 {
  reader.step =
    switch reader.search {
    case .none: nil
    case .still(let search): search.nextStep
    case .live: reader.frames.nextLook.map { .look($0) }
    }
  guard let step = reader.step, let pixels = reader.frame.baseAddress else { return 0 }
  let frame = RGBAPixels(size: reader.frameSize, pixels: pixels)
  let orientation = reader.orientation
  switch step {
  case .look(let look):
    let network = reader.network
    return draw(look.drawing, of: frame, orientation, for: network, by: &reader.picture)
  case .portrait(let view):
    let network = reader.portraitNetwork
    return draw(view, of: frame, orientation, for: network, by: &reader.portrait)
  }
}

private func draw(
  _ drawing: Drawing, of frame: RGBAPixels, _ orientation: ImageOrientation,
  for network: PortableNetwork?, by picture: inout UnsafeMutableBufferPointer<SIMD4<UInt8>>
) -> Int32 {
  guard let network else { return 0 }
  let size = drawing.inputSize
  do throws(NetworkError) {
    try network.prepare(width: size.width, height: size.height)
  } catch {
    return WebFault.otherNetwork.rawValue
  }
  picture.resize(size.width * size.height)
  drawing.draw(frame, orientation: orientation, into: picture)
  network.fill(picture)
  return 1
}

/// Runs the network on the picture that was drawn.
@_expose(wasm, "dice_infer") @_cdecl("dice_infer")
public func diceInfer() -> Int32 {
  switch reader.step {
  case .look(let look):
    reader.network?.run()
    reader.seen = look
  case .portrait: reader.portraitNetwork?.run()
  case nil: return WebFault.outOfTurn.rawValue
  }
  return 0
}

/// Reads the network's answer.
@_expose(wasm, "dice_decode") @_cdecl("dice_decode")
public func diceDecode() -> Int32 {
  guard let step = reader.step else { return WebFault.outOfTurn.rawValue }
  do throws(UnexpectedShape) {
    switch step {
    case .look(let look): try learn(from: look)
    case .portrait: try learnFromPortrait()
    }
  } catch {
    return WebFault.otherNetwork.rawValue
  }
  reader.step = nil
  return 0
}

private func learn(from look: Look) throws(UnexpectedShape) {
  guard let network = reader.network else { return }
  switch reader.search {
  case .none: break
  case .still(var search):
    let decoder = DiceDecoder(look: look, threshold: search.sightingThreshold)
    search.learn(try decoder.sightings(in: network))
    reader.search = .still(search)
  case .live:
    let decoder = DiceDecoder(look: look, threshold: reader.frames.sightingThreshold)
    reader.frames.learn(try decoder.sightings(in: network))
  }
}

private func learnFromPortrait() throws(UnexpectedShape) {
  guard let network = reader.portraitNetwork, case .still(var search) = reader.search else {
    return
  }
  search.learn(try PortraitAnswer(from: network))
  reader.search = .still(search)
}

/// Makes one die of each heap of sightings; returns the number of dice.
@_expose(wasm, "dice_finish") @_cdecl("dice_finish")
public func diceFinish() -> Int32 {
  let dice: [Sighting]
  switch reader.search {
  case .none: return WebFault.outOfTurn.rawValue
  case .still(let search): dice = search.dice
  case .live: dice = reader.frames.sightings.merged(iouThreshold: DiceReader.iouThreshold)
  }
  reader.search = .none
  reader.step = nil
  reader.dice.removeAll(keepingCapacity: true)
  reader.observations.removeAll(keepingCapacity: true)
  for sighting in dice {
    reader.dice.append(sighting)
    reader.observations.append(sighting.die)
  }
  return Int32(reader.dice.count / recordLength)
}

/// Reads the dice network's last answer once more, with these thresholds, for whoever wants to see how it
/// comes to its dice; returns the number of sightings before suppression.
@_expose(wasm, "dice_inspect") @_cdecl("dice_inspect")
public func diceInspect(_ confidence: Float, _ iou: Double) -> Int32 {
  guard let network = reader.network, let look = reader.seen else {
    return WebFault.outOfTurn.rawValue
  }
  guard confidence > 0, confidence < 1, (0...1).contains(iou) else {
    return WebFault.badArgument.rawValue
  }
  let found: [Sighting]
  do throws(UnexpectedShape) {
    found = try DiceDecoder(look: look, threshold: confidence).sightings(in: network)
  } catch {
    return WebFault.otherNetwork.rawValue
  }
  reader.inspected.removeAll(keepingCapacity: true)
  for sighting in found { reader.inspected.append(sighting, in: look) }
  reader.kept.removeAll(keepingCapacity: true)
  for sighting in found.merged(iouThreshold: iou) { reader.kept.append(sighting, in: look) }
  return Int32(reader.inspected.count / recordLength)
}

// MARK: What came out

/// The dice that ``diceFinish()`` counted, left to right, as records.
@_expose(wasm, "dice_results") @_cdecl("dice_results")
public func diceResults() -> UnsafePointer<Double>? { reader.dice.address }

/// What ``diceInspect(_:_:)`` counted, as records; boxes are normalized to ``dicePicture()``.
@_expose(wasm, "dice_inspected") @_cdecl("dice_inspected")
public func diceInspected() -> UnsafePointer<Double>? { reader.inspected.address }

/// What suppression leaves of ``diceInspected()``, as such records.
@_expose(wasm, "dice_kept") @_cdecl("dice_kept")
public func diceKept() -> UnsafePointer<Double>? { reader.kept.address }

@_expose(wasm, "dice_kept_count") @_cdecl("dice_kept_count")
public func diceKeptCount() -> Int32 { Int32(reader.kept.count / recordLength) }

/// The picture that the dice network got last, RGBA; see ``dicePictureWidth()``.
@_expose(wasm, "dice_picture") @_cdecl("dice_picture")
public func dicePicture() -> UnsafeMutableRawPointer? {
  UnsafeMutableRawPointer(reader.picture.baseAddress)
}

/// The width of ``dicePicture()`` in pixels; 0 before the first.
@_expose(wasm, "dice_picture_width") @_cdecl("dice_picture_width")
public func dicePictureWidth() -> Int32 { Int32(reader.network?.inputWidth ?? 0) }

/// The height of ``dicePicture()`` in pixels; 0 before the first.
@_expose(wasm, "dice_picture_height") @_cdecl("dice_picture_height")
public func dicePictureHeight() -> Int32 { Int32(reader.network?.inputHeight ?? 0) }

/// Floating-point operations of the dice network's last run, a product with its addition counted as
/// two.
@_expose(wasm, "dice_operations") @_cdecl("dice_operations")
public func diceOperations() -> Double { Double(reader.network?.operations ?? 0) }

// MARK: Helpers

/// The dice that ``diceFinish()`` counted, for the game.
var observedDice: [DieObservation] { reader.observations }

extension [Double] {
  /// Adds a die's record, its box normalized to the picture that the network got for `look`.
  fileprivate mutating func append(_ sighting: Sighting, in look: Look) {
    append(sighting)
    let region = BoundingBox(look.region, in: look.picture)
    let scaleX = Double(look.drawn.width) / (Double(look.inputSize.width) * region.width)
    let scaleY = Double(look.drawn.height) / (Double(look.inputSize.height) * region.height)
    let box = count - recordLength + 2
    self[box] = (self[box] - region.x) * scaleX
    self[box + 1] = (self[box + 1] - region.y) * scaleY
    self[box + 2] *= scaleX
    self[box + 3] *= scaleY
  }

  /// Adds a die's record.
  fileprivate mutating func append(_ sighting: Sighting) {
    let box = sighting.die.boundingBox
    append(Double(sighting.die.label.pips))
    append(Double(sighting.die.confidence))
    append(box.x)
    append(box.y)
    append(box.width)
    append(box.height)
    for value in DieValue.allCases { append(Double(sighting.scores[value.pips - 1])) }
  }

  /// Where the numbers lie as long as the array is left alone.
  fileprivate var address: UnsafePointer<Double>? {
    withUnsafeBufferPointer { $0.baseAddress }
  }
}

extension UnsafeMutableBufferPointer<SIMD4<UInt8>> {
  /// Makes room for `count` pixels, whatever was here before.
  fileprivate mutating func resize(_ count: Int) {
    guard count != self.count else { return }
    deallocate()
    self = .allocate(capacity: count)
    update(repeating: .zero)
  }
}
