// Reading dice.
//
// A reading is split, so that the page can time its parts, and show what the network saw. The picture
// is that of Frame.swift:
//
//     web.dice_begin(orientation, isLive);
//     while (web.dice_draw() === 1) { web.dice_infer(); web.dice_decode(); }
//     web.dice_finish();
//     web.dice_results();                      // a list of `sightingRecord`
//
// What the dice network saw last can be looked at again, with other thresholds:
//
//     web.dice_inspect(0.1, 0.3);
//     web.dice_inspected();                    // all sightings
//     web.dice_kept();                         // what suppression leaves of them

internal import DiceReading
internal import PortableInference
internal import VisionCore

/// What is kept between calls.
struct DiceReader: ~Copyable {
  /// Finds dice.
  var network: PortableNetwork?
  /// Looks at each die of a still picture alone, beside the dice network.
  var portraitNetwork: PortableNetwork?
  /// The minimum confidence of a die, and the maximum IoU of two.
  static let confidenceThreshold = 0.2
  static let iouThreshold = 0.3

  /// How the picture that is read is to be turned.
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
  var dice = RecordList()
  var observations: [DieObservation] = []
  var inspected = RecordList()
  var kept = RecordList()

  static var newFrames: FrameSearch {
    FrameSearch(confidenceThreshold: Float(confidenceThreshold))
  }

  enum Search {
    case none
    case still(PictureSearch)
    case live
  }
}

private nonisolated(unsafe) var reader = DiceReader()

// MARK: Setting up

/// Takes in a safetensors file of the dice network.
@_expose(wasm, "dice_load") @_cdecl("dice_load")
public func diceLoad(_ file: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  loadPictureNetwork(file, count, DiceNetwork.describe) { network throws(NetworkError) in
    // Room for the largest look at a frame, at once: memory that grew look by look would leave holes.
    let largest = FrameSearch.largestInput
    try network.prepare(width: largest.width, height: largest.height)
    reader.network = network
    reader.seen = nil
    abandonReading()
  }
}

/// Takes in a safetensors file of the portrait network.
@_expose(wasm, "dice_load_portraits") @_cdecl("dice_load_portraits")
public func diceLoadPortraits(_ file: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  loadPictureNetwork(file, count, PortraitNetwork.describe) {
    reader.portraitNetwork = $0
    abandonReading()
  }
}

/// Forgets the frames before, as when another camera is taken.
func diceForgetFrames() {
  reader.frames = DiceReader.newFrames
}

// MARK: Reading

/// Begins to read the picture that ``frameDescribe`` describes.
///
/// - Parameters:
///   - orientation: How it is to be turned once it stands as it is meant, `1...8` as in EXIF; 1 is
///     upright, 2 mirrored, 6 is to be turned 90° clockwise, 3 upside down, 8 is to be turned 90°
///     counterclockwise.
///   - isLive: Whether it is a frame of a film or a camera. These are read more quickly, with the
///     frames before in mind; a still picture is searched more thoroughly.
/// - Returns: 0, or a ``WebFault``.
@_expose(wasm, "dice_begin") @_cdecl("dice_begin")
public func diceBegin(_ orientation: Int32, _ isLive: Bool) -> Int32 {
  guard reader.network != nil, let frame = describedFrame else {
    return WebFault.outOfTurn.rawValue
  }
  guard let turn = ImageOrientation(argument: orientation) else {
    return WebFault.badArgument.rawValue
  }
  reader.orientation = frame.orientation.followed(by: turn)
  reader.dice.removeAll()
  reader.step = nil
  let picture = reader.orientation.uprightSize(of: frame.planes.size)
  if isLive {
    reader.frames.begin(picture)
    reader.search = .live
  } else {
    let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
    let looks = Look.thorough(whole, of: picture, cropAndScale: .scaleToFit)
    reader.search = .still(
      PictureSearch(
        looks, confidenceThreshold: Float(DiceReader.confidenceThreshold),
        iouThreshold: DiceReader.iouThreshold, makesPortraits: true,
        makesViews: reader.portraitNetwork != nil))
  }
  return 0
}

/// Draws the next picture for a network: 1, or 0 when the picture has been seen, or a ``WebFault``.
@_expose(wasm, "dice_draw") @_cdecl("dice_draw")
public func diceDraw() -> Int32 {
  reader.step =
    switch reader.search {
    case .none: nil
    case .still(let search): search.nextStep
    case .live: reader.frames.nextLook.map { .look($0) }
    }
  guard let step = reader.step, let planes = describedFrame?.planes else { return 0 }
  let orientation = reader.orientation
  // Still pictures keep the numbers that their thresholds were chosen by.
  let pixels = if case .still = reader.search { planes.rgbaPixels } else { RGBAPixels?.none }
  func draw(
    _ drawing: Drawing, for network: PortableNetwork?,
    by picture: inout UnsafeMutableBufferPointer<SIMD4<UInt8>>
  ) -> Int32 {
    guard let network else { return WebFault.outOfTurn.rawValue }
    let size = drawing.inputSize
    do throws(NetworkError) {
      try network.prepare(width: size.width, height: size.height)
    } catch {
      return WebFault.otherNetwork.rawValue
    }
    picture.resize(size.width * size.height)
    if let pixels {
      drawing.draw(pixels, orientation: orientation, into: picture)
    } else {
      drawing.draw(planes, orientation: orientation, into: picture)
    }
    network.fill(picture)
    return 1
  }
  switch step {
  case .look(let look):
    let network = reader.network
    return draw(look.drawing, for: network, by: &reader.picture)
  case .portrait(let view):
    let network = reader.portraitNetwork
    return draw(view, for: network, by: &reader.portrait)
  }
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
  reader.dice.removeAll()
  reader.observations.removeAll(keepingCapacity: true)
  for sighting in dice {
    reader.dice.append(sighting, as: sightingRecord)
    reader.observations.append(sighting.die)
  }
  return Int32(reader.dice.count)
}

/// Reads the dice network's last answer once more, with these thresholds, for whoever wants to see how it
/// comes to its dice; returns the number of sightings before suppression. Boxes are normalized to
/// ``dicePicture()``.
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
  reader.inspected.removeAll()
  for sighting in found { reader.inspected.append(sighting.seen(in: look), as: sightingRecord) }
  reader.kept.removeAll()
  for sighting in found.merged(iouThreshold: iou) {
    reader.kept.append(sighting.seen(in: look), as: sightingRecord)
  }
  return Int32(reader.inspected.count)
}

// MARK: What came out

/// The dice that ``diceFinish()`` counted, left to right, as a list of records.
@_expose(wasm, "dice_results") @_cdecl("dice_results")
public func diceResults() -> UnsafePointer<Double>? { reader.dice.share() }

/// What ``diceInspect(_:_:)`` counted, as a list of records.
@_expose(wasm, "dice_inspected") @_cdecl("dice_inspected")
public func diceInspected() -> UnsafePointer<Double>? { reader.inspected.share() }

/// What suppression leaves of ``diceInspected()``, as a list of records.
@_expose(wasm, "dice_kept") @_cdecl("dice_kept")
public func diceKept() -> UnsafePointer<Double>? { reader.kept.share() }

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

/// Ends a reading that has begun: its picture, or what was drawn of it for a network, is gone.
func abandonReading() {
  reader.search = .none
  reader.step = nil
}

/// The dice that ``diceFinish()`` counted, for the game.
var observedDice: [DieObservation] { reader.observations }

extension Sighting {
  /// The same, its box normalized to the picture that the network got for `look`.
  fileprivate func seen(in look: Look) -> Sighting {
    let region = BoundingBox(look.region, in: look.picture)
    let scaleX = Double(look.drawn.width) / (Double(look.inputSize.width) * region.width)
    let scaleY = Double(look.drawn.height) / (Double(look.inputSize.height) * region.height)
    let box = die.boundingBox
    var sighting = self
    sighting.die.boundingBox = BoundingBox(
      x: (box.x - region.x) * scaleX, y: (box.y - region.y) * scaleY, width: box.width * scaleX,
      height: box.height * scaleY)
    return sighting
  }
}
