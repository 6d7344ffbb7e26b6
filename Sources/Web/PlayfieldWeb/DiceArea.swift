// Reading dice.
//
// The picture is that of FrameArea.swift:
//
//     web.dice_read(orientation, isLive);      // how many looks it took
//     web.dice_lies_turned(orientation);       // whether another orientation reads fewer dice, and more confidently
//     web.dice_results();                      // a list of `sightingRecord`
//     web.dice_times();                        // a list of one `readingTimesRecord`
//
// From now on with other thresholds, and another way to bring pictures to the network's shape:
//
//     web.dice_adjust(0.1, 0.3, 2);            // an index of `Choices.shapes`
//
// One look alone, to show or time what the network does:
//
//     web.dice_draw(orientation, isLive);
//     web.dice_infer();
//
// Where an instance follows the table for another one that reads the dice, these lie where the page says:
//
//     new Float64Array(web.memory.buffer, web.dice_box_memory(count), 4 * count).set(boxes);
//     web.dice_put(count);
//
// What the dice network saw last can be looked at again, with other thresholds:
//
//     web.dice_inspect(0.1, 0.3);
//     web.dice_inspected();                    // all sightings
//     web.dice_kept();                         // what suppression leaves of them

internal import CWebRuntime
internal import DiceReading
internal import PageInterface
internal import PortableInference
internal import VisionCore

/// Finds dice, and reads them.
struct DiceArea: ~Copyable {
  /// The minimum confidence of a die, and the maximum IoU of two.
  static let confidenceThreshold = 0.2
  static let iouThreshold = 0.3

  private var reader = PortableDiceReader()
  /// The frames' search, kept from frame to frame.
  private var frames = FrameSearch(confidenceThreshold: Float(confidenceThreshold))
  private var iouThreshold = Self.iouThreshold
  private var cropAndScale = CropAndScale.scaleToFit
  private var sightings: [Sighting] = []
  private var lastTimes = ReadingTimes()
  private var inspectedSightings: [Sighting] = []
  private var keptSightings: [Sighting] = []
  private var list = RecordList()
  private var given = SharedMemory<Double>()
  private var givenBoxes: [BoundingBox]?

  /// Where dice are in the picture: as they were read or given, whichever was last.
  var boxes: [BoundingBox] { givenBoxes ?? sightings.map { $0.die.boundingBox } }

  /// The dice that were read last.
  var observations: [DieObservation] { sightings.map { $0.die } }

  // MARK: Setting up

  /// Takes in a safetensors file of the dice network.
  mutating func load(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadNetwork(bytes, count) { weights throws(NetworkError) in
      try reader.loadFinder(weights)
    }
  }

  /// Takes in a safetensors file of the portrait network.
  mutating func loadPortraits(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadNetwork(bytes, count) { weights throws(NetworkError) in
      try reader.loadPortraitist(weights)
    }
  }

  /// Forgets the frames before, as when another camera is taken.
  mutating func forgetFrames() {
    frames = FrameSearch(
      confidenceThreshold: frames.confidenceThreshold, cropAndScale: cropAndScale)
  }

  /// Reads with other thresholds from now on, and brings pictures to the network's shape as an index of
  /// ``Choices/shapes`` says; returns 0, or a ``WebFault``.
  mutating func adjust(_ confidence: Float, _ iou: Double, _ shape: Int32) -> Int32 {
    guard (0...1).contains(confidence), (0...1).contains(iou),
      CropAndScale.allCases.indices.contains(Int(shape))
    else { return WebFault.badArgument.rawValue }
    let shape = CropAndScale.allCases[Int(shape)]
    frames.confidenceThreshold = confidence
    iouThreshold = iou
    if shape != cropAndScale {
      cropAndScale = shape
      forgetFrames()
    }
    return 0
  }

  /// Memory for the boxes of a number of dice: of each `x`, `y`, width and height, normalized to the upright picture.
  mutating func boxMemory(_ count: Int32) -> UnsafeMutablePointer<Double>? {
    (0...Self.maximumGiven).contains(count) ? given.resize(to: 4 * Int(count)) : nil
  }

  /// Takes it that dice are where the page wrote that they are; returns 0, or a ``WebFault``.
  mutating func put(_ count: Int32) -> Int32 {
    guard (0...Self.maximumGiven).contains(count), given.count == 4 * Int(count) else {
      return WebFault.badArgument.rawValue
    }
    let numbers = Array(UnsafeBufferPointer(start: given.start, count: given.count))
    guard numbers.allSatisfy({ $0.isFinite }) else { return WebFault.badArgument.rawValue }
    givenBoxes = stride(from: 0, to: numbers.count, by: 4).map {
      BoundingBox(
        x: numbers[$0], y: numbers[$0 + 1], width: numbers[$0 + 2], height: numbers[$0 + 3])
    }
    return 0
  }

  /// More than lie on any table.
  private static let maximumGiven: Int32 = 1_000

  // MARK: Reading

  /// Reads the dice in a picture.
  ///
  /// - Parameters:
  ///   - picture: `nil` before the page has described one.
  ///   - orientation: How it is to be turned once it stands as it is meant, `1...8` as in EXIF; 1 is
  ///     upright, 2 mirrored, 6 is to be turned 90° clockwise, 3 upside down, 8 is to be turned 90°
  ///     counterclockwise.
  ///   - isLive: Whether it is a frame of a film or a camera. These are read more quickly, with the
  ///     frames before in mind; a still picture is searched more thoroughly.
  ///   - clock: In milliseconds, from any start.
  /// - Returns: How many looks it took, or a ``WebFault``.
  mutating func read(
    _ picture: DescribedPicture?, _ orientation: Int32, _ isLive: Bool, clock: () -> Double
  ) -> Int32 {
    guard reader.isReady, let picture else { return WebFault.outOfTurn.rawValue }
    guard let turn = ImageOrientation(argument: orientation) else {
      return WebFault.badArgument.rawValue
    }
    (sightings, givenBoxes) = ([], nil)
    let turned = picture.orientation.followed(by: turn)
    let size = turned.uprightSize(of: picture.planes.size)
    do throws(DiceReadingFault) {
      if isLive {
        let part = cropAndScale.source(in: size.whole, aspectRatio: Look.aspectRatio)
        frames.begin(part.size)
        lastTimes = try reader.read(
          &frames, in: picture.planes.cropped(to: turned.storedRegion(of: part, in: size)),
          orientation: turned, isStill: false, clock: clock)
        sightings = frames.sightings.merged(iouThreshold: iouThreshold)
          .moved(from: part, to: size)
      } else {
        var search = PictureSearch(
          Look.thorough(size.whole, of: size, cropAndScale: cropAndScale),
          closeUp: .closeUp(
            of: cropAndScale.source(in: size.whole, aspectRatio: Look.aspectRatio), in: size,
            cropAndScale: cropAndScale),
          confidenceThreshold: frames.confidenceThreshold, iouThreshold: iouThreshold,
          makesPortraits: true, makesViews: reader.makesViews)
        lastTimes = try reader.read(
          &search, in: picture.planes, orientation: turned, isStill: true, clock: clock)
        sightings = search.dice
      }
    } catch {
      return error.code
    }
    return Int32(lastTimes.steps)
  }

  /// Reads a still picture once more, turned by another quarter, and leaves what was read last as it is; returns 1 if the
  /// picture lies on its side as it was read then, 0 if not, or a ``WebFault``.
  mutating func liesTurned(
    _ picture: DescribedPicture?, _ orientation: Int32, clock: () -> Double
  ) -> Int32 {
    // A single die has no others for sides.
    guard sightings.count > 1 else { return 0 }
    let (before, times) = (sightings, lastTimes)
    let status = read(picture, orientation, false, clock: clock)
    let turned = observations
    (sightings, lastTimes) = (before, times)
    guard status >= 0 else { return status }
    return LyingPicture.isSuspected(read: observations, readTurned: turned) ? 1 : 0
  }

  /// Draws the coarsest look at a picture for the dice network; see ``read(_:_:_:clock:)``.
  ///
  /// - Returns: 0, or a ``WebFault``.
  mutating func draw(
    _ picture: DescribedPicture?, _ orientation: Int32, _ isLive: Bool
  ) -> Int32 {
    guard let picture else { return WebFault.outOfTurn.rawValue }
    guard let turn = ImageOrientation(argument: orientation) else {
      return WebFault.badArgument.rawValue
    }
    let turned = picture.orientation.followed(by: turn)
    let size = turned.uprightSize(of: picture.planes.size)
    let look =
      isLive
      ? Look.single(size.whole, of: size, cropAndScale: cropAndScale)
      : Look.thorough(size.whole, of: size, cropAndScale: cropAndScale)[0]
    do throws(DiceReadingFault) {
      try reader.draw(look, in: picture.planes, orientation: turned, isStill: !isLive)
    } catch {
      return error.code
    }
    return 0
  }

  /// Runs the dice network on the picture that was drawn for it last.
  mutating func infer() -> Int32 {
    do throws(DiceReadingFault) {
      try reader.run()
    } catch {
      return error.code
    }
    return 0
  }

  /// Reads the dice network's last answer once more, with these thresholds, to show how it
  /// finds its dice; returns the number of sightings before suppression. Boxes are normalized to
  /// ``shownPicture``.
  mutating func inspect(_ confidence: Float, _ iou: Double) -> Int32 {
    guard confidence > 0, confidence < 1, (0...1).contains(iou) else {
      return WebFault.badArgument.rawValue
    }
    do throws(DiceReadingFault) {
      let (look, found) = try reader.lastAnswer(threshold: confidence)
      inspectedSightings = found.map { $0.seen(in: look) }
      keptSightings = found.merged(iouThreshold: iou).map { $0.seen(in: look) }
    } catch {
      return error.code
    }
    return Int32(inspectedSightings.count)
  }

  // MARK: What came out

  /// The dice that were read last, left to right, as a list of records.
  mutating func results() -> UnsafePointer<Double> { list.share(sightings, as: sightingRecord) }

  /// How long the parts of the last reading took, as a list of one record.
  mutating func times() -> UnsafePointer<Double> {
    list.share([lastTimes], as: readingTimesRecord)
  }

  /// What ``inspect(_:_:)`` counted, as a list of records.
  mutating func inspected() -> UnsafePointer<Double> {
    list.share(inspectedSightings, as: sightingRecord)
  }

  /// What suppression leaves of ``inspected()``, as a list of records.
  mutating func kept() -> UnsafePointer<Double> { list.share(keptSightings, as: sightingRecord) }

  /// The picture that the dice network got last, RGBA; `nil` before the first.
  var shownPicture: UnsafeMutableRawPointer? { reader.picture.start }

  /// The size of that picture in pixels; 0 before the first.
  var shownSize: PixelSize { reader.pictureSize }

  /// Floating-point operations of the dice network's last run, a product with its addition counted as
  /// two.
  var operations: Double { Double(reader.operations) }
}

extension DiceReadingFault {
  fileprivate var code: Int32 {
    switch self {
    case .noNetwork: WebFault.outOfTurn.rawValue
    case .otherNetwork: WebFault.otherNetwork.rawValue
    }
  }
}

extension PixelSize {
  /// All of a picture.
  fileprivate var whole: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

extension Sighting {
  /// The same, its box normalized to the picture that the network got for `look`.
  fileprivate func seen(in look: Look) -> Sighting {
    let region = BoundingBox(look.region, in: look.picture)
    let place = BoundingBox(look.place, in: look.inputSize)
    let (scaleX, scaleY) = (place.width / region.width, place.height / region.height)
    let box = die.boundingBox
    var sighting = self
    sighting.die.boundingBox = BoundingBox(
      x: place.x + (box.x - region.x) * scaleX, y: place.y + (box.y - region.y) * scaleY,
      width: box.width * scaleX, height: box.height * scaleY)
    return sighting
  }
}

// MARK: - Exports

@_expose(wasm, "dice_load") @_cdecl("dice_load")
public func diceLoad(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.dice.load(bytes, count)
}

@_expose(wasm, "dice_load_portraits") @_cdecl("dice_load_portraits")
public func diceLoadPortraits(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.dice.loadPortraits(bytes, count)
}

/// Reads with other thresholds from now on, and in another shape; the next frame is looked at, whatever it shows.
@_expose(wasm, "dice_adjust") @_cdecl("dice_adjust")
public func diceAdjust(_ confidence: Float, _ iou: Double, _ shape: Int32) -> Int32 {
  session.adjust(confidence, iou, shape)
}

@_expose(wasm, "dice_read") @_cdecl("dice_read")
public func diceRead(_ orientation: Int32, _ isLive: Bool) -> Int32 {
  session.dice.read(session.frame.picture, orientation, isLive, clock: { web_now() })
}

/// Whether the still picture that was read last lies on its side, by what is read in another orientation: 1 or 0, or a
/// ``WebFault``.
@_expose(wasm, "dice_lies_turned") @_cdecl("dice_lies_turned")
public func diceLiesTurned(_ orientation: Int32) -> Int32 {
  session.dice.liesTurned(session.frame.picture, orientation, clock: { web_now() })
}

@_expose(wasm, "dice_box_memory") @_cdecl("dice_box_memory")
public func diceBoxMemory(_ count: Int32) -> UnsafeMutablePointer<Double>? {
  session.dice.boxMemory(count)
}

@_expose(wasm, "dice_put") @_cdecl("dice_put")
public func dicePut(_ count: Int32) -> Int32 { session.dice.put(count) }

@_expose(wasm, "dice_draw") @_cdecl("dice_draw")
public func diceDraw(_ orientation: Int32, _ isLive: Bool) -> Int32 {
  session.dice.draw(session.frame.picture, orientation, isLive)
}

@_expose(wasm, "dice_infer") @_cdecl("dice_infer")
public func diceInfer() -> Int32 { session.dice.infer() }

@_expose(wasm, "dice_inspect") @_cdecl("dice_inspect")
public func diceInspect(_ confidence: Float, _ iou: Double) -> Int32 {
  session.dice.inspect(confidence, iou)
}

@_expose(wasm, "dice_results") @_cdecl("dice_results")
public func diceResults() -> UnsafePointer<Double> { session.dice.results() }

@_expose(wasm, "dice_times") @_cdecl("dice_times")
public func diceTimes() -> UnsafePointer<Double> { session.dice.times() }

@_expose(wasm, "dice_inspected") @_cdecl("dice_inspected")
public func diceInspected() -> UnsafePointer<Double> { session.dice.inspected() }

@_expose(wasm, "dice_kept") @_cdecl("dice_kept")
public func diceKept() -> UnsafePointer<Double> { session.dice.kept() }

@_expose(wasm, "dice_picture") @_cdecl("dice_picture")
public func dicePicture() -> UnsafeMutableRawPointer? { session.dice.shownPicture }

@_expose(wasm, "dice_picture_width") @_cdecl("dice_picture_width")
public func dicePictureWidth() -> Int32 { Int32(session.dice.shownSize.width) }

@_expose(wasm, "dice_picture_height") @_cdecl("dice_picture_height")
public func dicePictureHeight() -> Int32 { Int32(session.dice.shownSize.height) }

@_expose(wasm, "dice_operations") @_cdecl("dice_operations")
public func diceOperations() -> Double { session.dice.operations }
