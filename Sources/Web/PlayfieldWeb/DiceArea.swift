// Reading dice.
//
// A reading is split, so that the page can time its parts, and show what the network saw. The picture
// is that of FrameArea.swift:
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

/// Finds dice, and reads them.
struct DiceArea: ~Copyable {
  /// The minimum confidence of a die, and the maximum IoU of two.
  static let confidenceThreshold = 0.2
  static let iouThreshold = 0.3

  /// Finds dice.
  private var network: PortableNetwork?
  /// Looks at each die of a still picture alone, beside the dice network.
  private var portraitNetwork: PortableNetwork?

  private var picture: PicturePlanes?
  /// How the picture that is read is to be turned.
  private var orientation = ImageOrientation.up
  private var search = Search.none
  /// The frames' search, kept from frame to frame.
  private var frames = newFrames
  private var step: ReadingStep?
  /// What the dice network gets, as the page can show it, and what the portrait network gets.
  private var drawn = PixelMemory()
  private var drawnPortrait = PixelMemory()
  /// The look whose answer the dice network still holds.
  private var seen: Look?
  private var sightings: [Sighting] = []
  private var inspectedSightings: [Sighting] = []
  private var keptSightings: [Sighting] = []
  private var list = RecordList()

  /// The dice that were read last.
  var observations: [DieObservation] { sightings.map { $0.die } }

  private static var newFrames: FrameSearch {
    FrameSearch(confidenceThreshold: Float(confidenceThreshold))
  }

  private enum Search {
    case none
    case still(PictureSearch)
    case live
  }

  // MARK: Setting up

  /// Takes in a safetensors file of the dice network.
  mutating func load(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadPictureNetwork(bytes, count, DiceNetwork.describe) { network throws(NetworkError) in
      // Room for the largest look at a frame, at once: memory that grew look by look would leave holes.
      let largest = FrameSearch.largestInput
      try network.prepare(width: largest.width, height: largest.height)
      self.network = network
      seen = nil
      abandonReading()
    }
  }

  /// Takes in a safetensors file of the portrait network.
  mutating func loadPortraits(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadPictureNetwork(bytes, count, PortraitNetwork.describe) {
      portraitNetwork = $0
      abandonReading()
    }
  }

  /// Forgets the frames before, as when another camera is taken.
  mutating func forgetFrames() { frames = Self.newFrames }

  /// Ends a reading that has begun: its picture, or what was drawn of it for a network, is gone.
  mutating func abandonReading() {
    picture = nil
    search = .none
    step = nil
  }

  // MARK: Reading

  /// Begins to read a picture.
  ///
  /// - Parameters:
  ///   - described: The picture; `nil` where there is none.
  ///   - orientation: How it is to be turned once it stands as it is meant, `1...8` as in EXIF; 1 is
  ///     upright, 2 mirrored, 6 is to be turned 90° clockwise, 3 upside down, 8 is to be turned 90°
  ///     counterclockwise.
  ///   - isLive: Whether it is a frame of a film or a camera. These are read more quickly, with the
  ///     frames before in mind; a still picture is searched more thoroughly.
  /// - Returns: 0, or a ``WebFault``.
  mutating func begin(
    _ described: DescribedPicture?, _ orientation: Int32, _ isLive: Bool
  ) -> Int32 {
    guard network != nil, let described else { return WebFault.outOfTurn.rawValue }
    guard let turn = ImageOrientation(argument: orientation) else {
      return WebFault.badArgument.rawValue
    }
    picture = described.planes
    self.orientation = described.orientation.followed(by: turn)
    sightings = []
    step = nil
    let size = self.orientation.uprightSize(of: described.planes.size)
    if isLive {
      frames.begin(size)
      search = .live
    } else {
      let whole = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
      let looks = Look.thorough(whole, of: size, cropAndScale: .scaleToFit)
      search = .still(
        PictureSearch(
          looks, confidenceThreshold: Float(Self.confidenceThreshold),
          iouThreshold: Self.iouThreshold, makesPortraits: true,
          makesViews: portraitNetwork != nil))
    }
    return 0
  }

  /// Draws the next picture for a network: 1, or 0 when the picture has been seen, or a ``WebFault``.
  mutating func draw() -> Int32 {
    step =
      switch search {
      case .none: nil
      case .still(let search): search.nextStep
      case .live: frames.nextLook.map { .look($0) }
      }
    guard let step, let picture else { return 0 }
    // Still pictures keep the numbers that their thresholds were chosen by.
    let pixels = if case .still = search { picture.rgbaPixels } else { RGBAPixels?.none }
    let orientation = orientation
    func draw(
      _ drawing: Drawing, for network: PortableNetwork?, by drawn: inout PixelMemory
    ) -> Int32 {
      guard let network else { return WebFault.outOfTurn.rawValue }
      let size = drawing.inputSize
      do throws(NetworkError) {
        try network.prepare(width: size.width, height: size.height)
      } catch {
        return WebFault.otherNetwork.rawValue
      }
      let input = drawn.room(for: size)
      if let pixels {
        drawing.draw(pixels, orientation: orientation, into: input)
      } else {
        drawing.draw(picture, orientation: orientation, into: input)
      }
      network.fill(input)
      return 1
    }
    switch step {
    case .look(let look): return draw(look.drawing, for: network, by: &drawn)
    case .portrait(let view): return draw(view, for: portraitNetwork, by: &drawnPortrait)
    }
  }

  /// Runs the network on the picture that was drawn.
  mutating func infer() -> Int32 {
    switch step {
    case .look(let look):
      network?.run()
      seen = look
    case .portrait: portraitNetwork?.run()
    case nil: return WebFault.outOfTurn.rawValue
    }
    return 0
  }

  /// Reads the network's answer.
  mutating func decode() -> Int32 {
    guard let step else { return WebFault.outOfTurn.rawValue }
    do throws(UnexpectedShape) {
      switch step {
      case .look(let look): try learn(from: look)
      case .portrait: try learnFromPortrait()
      }
    } catch {
      return WebFault.otherNetwork.rawValue
    }
    self.step = nil
    return 0
  }

  private mutating func learn(from look: Look) throws(UnexpectedShape) {
    guard let network else { return }
    switch search {
    case .none: break
    case .still(var search):
      let decoder = DiceDecoder(look: look, threshold: search.sightingThreshold)
      search.learn(try decoder.sightings(in: network))
      self.search = .still(search)
    case .live:
      let decoder = DiceDecoder(look: look, threshold: frames.sightingThreshold)
      frames.learn(try decoder.sightings(in: network))
    }
  }

  private mutating func learnFromPortrait() throws(UnexpectedShape) {
    guard let portraitNetwork, case .still(var search) = search else { return }
    search.learn(try PortraitAnswer(from: portraitNetwork))
    self.search = .still(search)
  }

  /// Makes one die of each heap of sightings; returns the number of dice.
  mutating func finish() -> Int32 {
    switch search {
    case .none: return WebFault.outOfTurn.rawValue
    case .still(let search): sightings = search.dice
    case .live: sightings = frames.sightings.merged(iouThreshold: Self.iouThreshold)
    }
    abandonReading()
    return Int32(sightings.count)
  }

  /// Reads the dice network's last answer once more, with these thresholds, for whoever wants to see how it
  /// comes to its dice; returns the number of sightings before suppression. Boxes are normalized to
  /// ``shownPicture``.
  mutating func inspect(_ confidence: Float, _ iou: Double) -> Int32 {
    guard let network, let look = seen else { return WebFault.outOfTurn.rawValue }
    guard confidence > 0, confidence < 1, (0...1).contains(iou) else {
      return WebFault.badArgument.rawValue
    }
    let found: [Sighting]
    do throws(UnexpectedShape) {
      found = try DiceDecoder(look: look, threshold: confidence).sightings(in: network)
    } catch {
      return WebFault.otherNetwork.rawValue
    }
    inspectedSightings = found.map { $0.seen(in: look) }
    keptSightings = found.merged(iouThreshold: iou).map { $0.seen(in: look) }
    return Int32(inspectedSightings.count)
  }

  // MARK: What came out

  /// The dice that were read last, left to right, as a list of records.
  mutating func results() -> UnsafePointer<Double> { list.share(sightings, as: sightingRecord) }

  /// What ``inspect(_:_:)`` counted, as a list of records.
  mutating func inspected() -> UnsafePointer<Double> {
    list.share(inspectedSightings, as: sightingRecord)
  }

  /// What suppression leaves of ``inspected()``, as a list of records.
  mutating func kept() -> UnsafePointer<Double> { list.share(keptSightings, as: sightingRecord) }

  /// The picture that the dice network got last, RGBA; `nil` before the first.
  var shownPicture: UnsafeMutableRawPointer? { drawn.start }

  /// The size of that picture in pixels; 0 before the first.
  var shownSize: PixelSize {
    PixelSize(width: network?.inputWidth ?? 0, height: network?.inputHeight ?? 0)
  }

  /// Floating-point operations of the dice network's last run, a product with its addition counted as
  /// two.
  var operations: Double { Double(network?.operations ?? 0) }
}

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

// MARK: - Exports

@_expose(wasm, "dice_load") @_cdecl("dice_load")
public func diceLoad(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.dice.load(bytes, count)
}

@_expose(wasm, "dice_load_portraits") @_cdecl("dice_load_portraits")
public func diceLoadPortraits(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.dice.loadPortraits(bytes, count)
}

@_expose(wasm, "dice_begin") @_cdecl("dice_begin")
public func diceBegin(_ orientation: Int32, _ isLive: Bool) -> Int32 {
  session.dice.begin(session.frame.picture, orientation, isLive)
}

@_expose(wasm, "dice_draw") @_cdecl("dice_draw")
public func diceDraw() -> Int32 { session.dice.draw() }

@_expose(wasm, "dice_infer") @_cdecl("dice_infer")
public func diceInfer() -> Int32 { session.dice.infer() }

@_expose(wasm, "dice_decode") @_cdecl("dice_decode")
public func diceDecode() -> Int32 { session.dice.decode() }

@_expose(wasm, "dice_finish") @_cdecl("dice_finish")
public func diceFinish() -> Int32 { session.dice.finish() }

@_expose(wasm, "dice_inspect") @_cdecl("dice_inspect")
public func diceInspect(_ confidence: Float, _ iou: Double) -> Int32 {
  session.dice.inspect(confidence, iou)
}

@_expose(wasm, "dice_results") @_cdecl("dice_results")
public func diceResults() -> UnsafePointer<Double> { session.dice.results() }

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
