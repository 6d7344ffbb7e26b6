public import BeanBagToss
internal import SceneReading
internal import Synchronization
public import VisionCore
public import VisionRequests

/// Runs the networks for a ``TossWatch`` next to its frames.
///
/// ```swift
/// var game = TossDriver(TossWatch(rules: .practice), models: try TossModels())
/// while let frame = try video.nextPlanar() {
///   for case .throwEnded(let made, _) in try await game.see(frame.image, at: frame.time) {
///     print(made.style?.style ?? .none, made.speed?.value, made.points)
///   }
/// }
/// await game.finish()
/// ```
public struct TossDriver: ~Copyable, Sendable {
  public private(set) var watch: TossWatch
  /// Runs networks until nothing is left to run for an errand.
  private let run: @Sendable (TossErrand) async throws(VisionError) -> TossErrand
  /// What networks are being run for, and of which it is done.
  private var errands: [TossErrand.Kind: Task<Result<TossErrand, VisionError>, Never>] = [:]
  private let done = Done()
  private var networkFailure: VisionError?

  private final class Done: Sendable {
    let kinds = Mutex<Set<TossErrand.Kind>>([])
  }

  public init(_ watch: consuming TossWatch, models: TossModels) {
    self.init(watch) { (errand) async throws(VisionError) in try await models.run(errand) }
  }

  /// For a watch of bags alone.
  ///
  /// - Parameters:
  ///   - watch: It looks for nobody.
  ///   - boards: The networks that look for its board; `nil` where that is known.
  public init(_ watch: consuming TossWatch, boards: GameboardModel?) {
    self.init(watch) { (errand) async throws(VisionError) in
      guard case .board(var search) = errand, let boards else { return errand }
      try await boards.run(&search)
      return .board(search)
    }
  }

  init(
    _ watch: consuming TossWatch,
    run: @escaping @Sendable (TossErrand) async throws(VisionError) -> TossErrand
  ) {
    self.watch = watch
    self.run = run
  }

  /// Why no more can be seen: what ``see(_:orientation:at:)`` has thrown, or what went wrong at the end.
  public var failure: VisionError? { networkFailure ?? watch.failure.map { VisionError($0) } }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - picture: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: What this frame lets us know, in order; see ``TossWatch/see(_:orientation:at:)``.
  /// - Throws: `VisionError` when a network cannot be run, the frame has another size than the first one, or too little
  ///   of the board is in it.
  public mutating func see(
    _ picture: PlanarImage, orientation: ImageOrientation = .up, at time: Double
  ) async throws(VisionError) -> [TossWatch.Event] {
    for kind in done.kinds.withLock({ $0 }) { try await takeBack(kind) }
    if let failure { throw failure }
    watch.see(picture, orientation: orientation, at: Int64((time * 1e6).rounded()))
    let events = try await settle()
    // What this frame has shown all the same comes first.
    if let failure, events.isEmpty { throw failure }
    return events
  }

  /// Takes in what the player knows better.
  ///
  /// - Returns: What follows from it; nothing for a number that no throw has.
  public mutating func correct(_ correction: TossCorrection) -> [TossWatch.Event] {
    watch.correct(correction)
    return watch.takeEvents()
  }

  /// Ends the game: the clip is over. Where a network cannot be run, what was seen before that counts, and ``failure``
  /// says why.
  ///
  /// - Returns: What is known now, in order.
  public mutating func finish() async -> [TossWatch.Event] {
    watch.finish()
    return (try? await settle()) ?? watch.takeEvents()
  }

  /// Runs networks until nothing is missing that the last frame waits for.
  private mutating func settle() async throws(VisionError) -> [TossWatch.Event] {
    while true {
      while let errand = watch.giveOut() { start(errand) }
      guard let kind = watch.awaited else { return watch.takeEvents() }
      try await takeBack(kind)
    }
  }

  private mutating func start(_ errand: TossErrand) {
    errands[errand.kind] = Task { [run, done] in
      defer { _ = done.kinds.withLock { $0.insert(errand.kind) } }
      do throws(VisionError) {
        return .success(try await run(errand))
      } catch {
        return .failure(error)
      }
    }
  }

  private mutating func takeBack(_ kind: TossErrand.Kind) async throws(VisionError) {
    guard let errand = await errands.removeValue(forKey: kind)?.value else {
      preconditionFailure("what is awaited was given out")
    }
    _ = done.kinds.withLock { $0.remove(kind) }
    do throws(VisionError) {
      watch.takeBack(try errand.get())
    } catch {
      networkFailure = error
      watch.giveUp()
      throw error
    }
  }
}

extension TossModels {
  /// Runs networks until nothing is left to run for an errand.
  fileprivate func run(_ errand: TossErrand) async throws(VisionError) -> TossErrand {
    switch errand {
    case .board(var search):
      try await boards.run(&search)
      return .board(search)
    case .players(var players):
      while let look = players.look {
        var (search, looks): (BodySearch, [PoseLook]) = (look.search, [])
        try await poses.run(&search, on: look.image, orientation: .up, noting: &looks)
        players.record(search)
      }
      return .players(players)
    case .style(var search):
      try await styles.run(&search)
      return .style(search)
    }
  }
}

extension VisionError {
  fileprivate init(_ failure: TossWatch.Failure) {
    self =
      switch failure {
      case .anotherSize: .frameSizeChanged
      case .tooLittleOfBoard: .tooLittleOfBoard
      }
  }
}
