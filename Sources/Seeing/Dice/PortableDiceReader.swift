package import PortableInference
package import VisionCore

/// Why a ``PortableDiceReader`` could not read.
package enum DiceReadingFault: Error {
  /// The network that is to be asked is not there, or has not been asked anything yet.
  case noNetwork
  /// A network's answer does not have the shape of one for dice.
  case otherNetwork
}

/// How long the parts of a reading took, in the clock's unit.
package struct ReadingTimes: Hashable, Sendable {
  /// Drawing pictures for the networks.
  package internal(set) var drawing = 0.0
  /// Running the networks.
  package internal(set) var network = 0.0
  /// Making sightings of what they answered.
  package internal(set) var decoding = 0.0
  /// How many looks and portraits there were.
  package internal(set) var steps = 0

  package init() {}
}

/// Asks networks on plain Swift what a ``DiceSearch`` wants to know, one picture after another.
package struct PortableDiceReader: ~Copyable {
  /// Finds dice.
  private var finder: PortableNetwork?
  /// Looks at each die of a still picture alone, after the finder.
  private var portraitist: PortableNetwork?
  /// What the finder gets, so that it can be shown, and what the portrait network gets.
  package private(set) var picture = PixelMemory()
  private var portrait = PixelMemory()
  /// What was drawn for the finder last, and what its answer is about.
  private var drawnLook, lastLook: Look?

  package init() {}

  /// Whether dice can be found.
  package var isReady: Bool { finder != nil }
  /// Whether there is a portrait network.
  package var makesViews: Bool { portraitist != nil }
  /// The size of ``picture``; 0 before the finder has come.
  package var pictureSize: PixelSize {
    PixelSize(width: finder?.inputWidth ?? 0, height: finder?.inputHeight ?? 0)
  }
  /// Floating-point operations of the finder's last run, a product with its addition counted as two.
  package var operations: Int { finder?.operations ?? 0 }

  /// Takes in the weights of the network that finds dice.
  package mutating func loadFinder(_ weights: Safetensors) throws(NetworkError) {
    let network = try PortableNetwork(weights, inputChannels: 3, DiceNetwork.describe)
    // Room for the largest look at a frame, at once: memory that grew look by look would leave holes.
    let largest = FrameSearch.largestInput
    try network.prepare(width: largest.width, height: largest.height)
    finder = network
    (drawnLook, lastLook) = (nil, nil)
  }

  /// Takes in the weights of the network that looks at each die alone.
  package mutating func loadPortraitist(_ weights: Safetensors) throws(NetworkError) {
    portraitist = try PortableNetwork(weights, inputChannels: 3, PortraitNetwork.describe)
  }

  /// Does all that a search asks for.
  ///
  /// - Parameters:
  ///   - search: For the upright picture.
  ///   - source: The picture as it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - isStill: Whether it is drawn as still pictures are, by whose numbers their thresholds were chosen.
  ///   - clock: Of any unit and start.
  /// - Returns: How long that took.
  /// - Throws: ``DiceReadingFault`` where a network is missing, or another one.
  package mutating func read(
    _ search: inout some DiceSearch, in source: PicturePlanes, orientation: ImageOrientation,
    isStill: Bool, clock: () -> Double
  ) throws(DiceReadingFault) -> ReadingTimes {
    var times = ReadingTimes()
    while let step = search.nextStep {
      let began = clock()
      switch step {
      case .look(let look):
        try draw(look, in: source, orientation: orientation, isStill: isStill)
      case .portrait(let view):
        try view.draw(
          source, orientation: orientation, isStill: isStill, for: portraitist, in: &portrait)
      }
      let drawn = clock()
      if case .look = step { try run() } else { portraitist?.run() }
      let ran = clock()
      try decode(step, for: &search)
      times.drawing += drawn - began
      times.network += ran - drawn
      times.decoding += clock() - ran
      times.steps += 1
    }
    return times
  }

  /// Draws one look for the finder.
  package mutating func draw(
    _ look: Look, in source: PicturePlanes, orientation: ImageOrientation, isStill: Bool
  ) throws(DiceReadingFault) {
    try look.drawing.draw(
      source, orientation: orientation, isStill: isStill, for: finder, in: &picture)
    drawnLook = look
  }

  /// Runs the finder on the look that was drawn last. A second time takes as long, but says nothing of the look:
  /// other maps share the memory of the input.
  package mutating func run() throws(DiceReadingFault) {
    guard let finder, drawnLook != nil else { throw .noNetwork }
    finder.run()
    lastLook = drawnLook
  }

  /// All cells of the finder's last answer that show a die with at least this confidence, and the look that
  /// it is about.
  package func lastAnswer(
    threshold: Float
  ) throws(DiceReadingFault) -> (look: Look, sightings: [Sighting]) {
    guard let finder, let lastLook else { throw .noNetwork }
    do throws(UnexpectedShape) {
      let decoder = DiceDecoder(look: lastLook, threshold: threshold)
      return (lastLook, try decoder.sightings(in: finder))
    } catch {
      throw .otherNetwork
    }
  }

  private func decode(
    _ step: ReadingStep, for search: inout some DiceSearch
  ) throws(DiceReadingFault) {
    switch step {
    case .look: search.learn(try lastAnswer(threshold: search.sightingThreshold).sightings)
    case .portrait:
      guard let portraitist else { throw .noNetwork }
      do throws(UnexpectedShape) {
        search.learn(try PortraitAnswer(from: portraitist))
      } catch {
        throw .otherNetwork
      }
    }
  }
}

extension Drawing {
  /// Draws a part of a picture as the network's next input.
  fileprivate func draw(
    _ source: PicturePlanes, orientation: ImageOrientation, isStill: Bool,
    for network: PortableNetwork?, in memory: inout PixelMemory
  ) throws(DiceReadingFault) {
    guard let network else { throw .noNetwork }
    do throws(NetworkError) {
      try network.prepare(width: inputSize.width, height: inputSize.height)
    } catch {
      throw .otherNetwork
    }
    let input = memory.room(for: inputSize)
    if isStill, let pixels = source.rgbaPixels {
      draw(pixels, orientation: orientation, into: input)
    } else {
      draw(source, orientation: orientation, into: input)
    }
    network.fill(input)
  }
}
