internal import BeanBagToss
internal import PortableInference
internal import SceneReading
internal import VisionCore

/// All that the module keeps between calls: the networks that were loaded into it, and the game that it watches. A worker
/// that sees frames has no networks, one that runs networks no game.
struct TossSession: ~Copyable {
  /// Of frames and of networks' inputs, in pixels: what the module's memory holds.
  private static let sides: ClosedRange<Int32> = 1...4_096

  private var networks = [PortableNetwork?](repeating: nil, count: TossNetwork.allCases.count)
  private var answers = SharedMemory<Float>()

  private var watch: TossWatch?
  /// The image that the next frame is written to.
  private var samples = SharedMemory<UInt8>()
  private var size = PixelSize(width: 1, height: 1)
  private var encoding = ColorEncoding()
  /// What the watch has given out, one of each kind.
  private var errands: [TossErrand] = []
  /// The run that was asked for, and of which errand.
  private var run: (errand: Int, TossRun)?
  private var bytes = SharedMemory<UInt8>()
  private var floats = SharedMemory<Float>()
  private(set) var hash = EventHash()
  /// When the last frame was taken, in microseconds.
  private var lastTime: Int64?
  private var hasEnded = false

  // MARK: Networks

  /// Takes in a network's safetensors file; returns 0, or a ``TossFault``.
  mutating func load(_ network: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard let network = TossNetwork(rawValue: network), let bytes, count >= 0 else {
      return TossFault.badArgument.rawValue
    }
    let weights: Safetensors
    do throws(SafetensorsError) {
      weights = try Safetensors(Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
    } catch {
      return TossFault.damagedWeights.rawValue
    }
    do throws(NetworkError) {
      networks[Int(network.rawValue)] = try network.makeNetwork(weights)
    } catch {
      return TossFault.otherNetwork.rawValue
    }
    return 0
  }

  /// Runs a network.
  ///
  /// - Parameters:
  ///   - network: Its number.
  ///   - width: Of its input.
  ///   - height: Of its input.
  ///   - input: As ``nextInput`` of the session that asks for it.
  /// - Returns: How many numbers it has answered, in ``answer``, or a ``TossFault``.
  mutating func runNetwork(
    _ network: Int32, _ width: Int32, _ height: Int32, _ input: UnsafeRawPointer?
  ) -> Int32 {
    guard let network = TossNetwork(rawValue: network), Self.sides.contains(width),
      Self.sides.contains(height), let input
    else {
      return TossFault.badArgument.rawValue
    }
    guard let loaded = networks[Int(network.rawValue)] else { return TossFault.outOfTurn.rawValue }
    let size = PixelSize(width: Int(width), height: Int(height))
    do throws(NetworkError) {
      let found =
        network == .styles
        ? [try Self.styles(loaded, input, count: size.width * size.height)]
        : try network.run(
          loaded,
          on: UnsafeBufferPointer(
            start: input.assumingMemoryBound(to: UInt8.self), count: 3 * size.width * size.height),
          size: size)
      answers.fill(with: TossAnswer.numbers(of: found))
    } catch {
      return TossFault.badArgument.rawValue
    }
    return Int32(answers.count)
  }

  private static func styles(
    _ network: PortableNetwork, _ input: UnsafeRawPointer, count: Int
  ) throws(NetworkError) -> NetworkAnswer {
    let values = UnsafeBufferPointer(
      start: input.assumingMemoryBound(to: Float.self), count: count)
    guard let window = ThrowStyleWindow(values: Array(values)) else {
      throw .unsuitableSize(width: count, height: 1)
    }
    let logits = try ThrowStyleNetwork.logits(of: window, by: network)
    return NetworkAnswer(shape: [1, 4], values: [logits[0], logits[1], logits[2], logits[3]])
  }

  /// What the network that was run last has answered.
  var answer: UnsafePointer<Float> { UnsafePointer(answers.start) }

  // MARK: Frames

  /// Begins to watch a game, whatever became of the last one.
  mutating func begin(_ isCornhole: Bool) {
    watch = TossWatch(rules: isCornhole ? .cornhole : .practice)
    (errands, run, hash, lastTime, hasEnded) = ([], nil, EventHash(), nil, false)
  }

  /// Memory for the next frame's I420 samples, without gaps; `nil` for a size that no frame has.
  mutating func frame(_ width: Int32, _ height: Int32) -> UnsafeMutablePointer<UInt8>? {
    guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
    size = PixelSize(width: Int(width), height: Int(height))
    samples.resize(to: PlanarImage.sampleCount(of: size))
    return samples.start
  }

  /// Sees the frame that was written last.
  ///
  /// - Parameters:
  ///   - matrix: An index of `ColorEncoding.Matrix`.
  ///   - isFullRange: Whether its samples span 0 to 255.
  ///   - orientation: How it is to be turned to stand upright, `1...8` as in EXIF.
  ///   - microseconds: When it was taken, a whole number above that of the frame before.
  /// - Returns: 0, or a ``TossFault``; all frames of a game have one size.
  mutating func see(
    _ matrix: Int32, _ isFullRange: Bool, _ orientation: Int32, _ microseconds: Double
  ) -> Int32 {
    guard let matrix = UInt8(exactly: matrix).flatMap({ ColorEncoding.Matrix(rawValue: $0) }),
      let orientation = UInt8(exactly: orientation).flatMap({ ImageOrientation(rawValue: $0) }),
      let time = Int64(exactly: microseconds)
    else { return TossFault.badArgument.rawValue }
    guard watch != nil, !hasEnded, !isWaiting, samples.count == PlanarImage.sampleCount(of: size)
    else {
      return TossFault.outOfTurn.rawValue
    }
    let image = PlanarImage(
      size: size, encoding: ColorEncoding(matrix, isFullRange: isFullRange),
      samples: Array(UnsafeBufferPointer(start: samples.start, count: samples.count)))
    guard lastTime.map({ time > $0 }) ?? true else { return TossFault.badArgument.rawValue }
    lastTime = time
    watch?.see(image, orientation: orientation, at: time)
    noteEvents()
    return watch?.failure == nil ? 0 : TossFault.badArgument.rawValue
  }

  /// Ends the game; returns 0, or a ``TossFault``.
  mutating func finish() -> Int32 {
    guard watch != nil, !hasEnded, !isWaiting else { return TossFault.outOfTurn.rawValue }
    hasEnded = true
    watch?.finish()
    noteEvents()
    return 0
  }

  /// Whether a network's answer is missing without which the next frame cannot be seen.
  var isWaiting: Bool {
    mutating get {
      giveOut()
      return watch?.awaited != nil
    }
  }

  // MARK: What is asked of networks

  /// - Returns: The number of the network that is to be run next, on ``nextInput``; -1 where there is nothing to be run, or
  ///   a run that was asked for is not answered.
  mutating func next() -> Int32 {
    guard run == nil else { return -1 }
    giveOut()
    for kind in [TossErrand.Kind.style, .board, .players] {
      guard let index = errands.firstIndex(where: { $0.kind == kind }),
        let next = errands[index].nextRun
      else { continue }
      run = (index, next)
      switch next.input {
      case .picture(let picture, _): bytes.fill(with: picture)
      case .motion(let window): floats.fill(with: window.values)
      }
      return next.network.rawValue
    }
    return -1
  }

  /// The input of the run that was asked for: bytes of a picture, or floats of a motion.
  var nextInput: UnsafeRawPointer? {
    switch run?.1.input {
    case .picture: UnsafeRawPointer(bytes.start)
    case .motion: UnsafeRawPointer(floats.start)
    case nil: nil
    }
  }

  /// Its size.
  var nextSize: PixelSize {
    switch run?.1.input {
    case .picture(_, let size): size
    case .motion: PixelSize(width: ThrowStyleWindow.length, height: ThrowStyleWindow.channels)
    case nil: PixelSize(width: 0, height: 0)
    }
  }

  /// Takes in what the network has answered that was asked for: the numbers of ``answer``; returns 0, or a
  /// ``TossFault``.
  mutating func takeAnswer(_ numbers: UnsafePointer<Float>?, _ count: Int32) -> Int32 {
    guard let numbers, count >= 0 else { return TossFault.badArgument.rawValue }
    guard let (index, _) = run else { return TossFault.outOfTurn.rawValue }
    let answers = TossAnswer.read(UnsafeBufferPointer(start: numbers, count: Int(count)))
    guard let answers else { return TossFault.badArgument.rawValue }
    do throws(UnexpectedShape) {
      try errands[index].record(answers)
    } catch {
      return TossFault.otherNetwork.rawValue
    }
    run = nil
    if errands[index].nextRun == nil {
      watch?.takeBack(errands.remove(at: index))
      noteEvents()
    }
    return 0
  }

  /// Asks networks for nothing more, because they cannot be run: what was seen so far stands.
  mutating func giveUp() {
    watch?.giveUp()
    (errands, run) = ([], nil)
    noteEvents()
  }

  private mutating func giveOut() {
    while let errand = watch?.giveOut() {
      if errand.nextRun == nil {
        watch?.takeBack(errand)
      } else {
        errands.append(errand)
      }
    }
    noteEvents()
  }

  private mutating func noteEvents() {
    for event in watch?.takeEvents() ?? [] { hash.add(event) }
  }
}

/// A network's answer as numbers in a row, to go from worker to worker: how many parts it has; then of each the number of its
/// extents, these, and its values.
enum TossAnswer {
  static func numbers(of answers: [NetworkAnswer]) -> [Float] {
    var numbers = [Float(answers.count)]
    for answer in answers {
      numbers.append(Float(answer.shape.count))
      numbers += answer.shape.map { Float($0) }
      numbers += answer.values
    }
    return numbers
  }

  /// `nil` for anything else.
  static func read(_ numbers: UnsafeBufferPointer<Float>) -> [NetworkAnswer]? {
    var place = 0
    func next(_ range: ClosedRange<Int>) -> Int? {
      guard place < numbers.count, let number = Int(exactly: numbers[place]), range.contains(number)
      else { return nil }
      place += 1
      return number
    }
    guard let parts = next(0...8) else { return nil }
    var answers: [NetworkAnswer] = []
    for _ in 0..<parts {
      guard let rank = next(1...4) else { return nil }
      var (shape, count) = ([Int](), 1)
      for _ in 0..<rank {
        guard let extent = next(0...1 << 20) else { return nil }
        shape.append(extent)
        let (product, overflows) = count.multipliedReportingOverflow(by: extent)
        guard !overflows else { return nil }
        count = product
      }
      guard count <= numbers.count - place else { return nil }
      answers.append(NetworkAnswer(shape: shape, values: Array(numbers[place..<place + count])))
      place += count
    }
    return place == numbers.count ? answers : nil
  }
}
