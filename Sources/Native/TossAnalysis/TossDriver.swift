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
/// try await game.finish()
/// ```
public struct TossDriver: ~Copyable, Sendable {
  public private(set) var watch: TossWatch
  private let models: TossModels
  /// What networks are being run for, and of which it is done.
  private var errands: [TossErrand.Kind: Task<Result<TossErrand, VisionError>, Never>] = [:]
  private let done = Done()

  private final class Done: Sendable {
    let kinds = Mutex<Set<TossErrand.Kind>>([])
  }

  public init(_ watch: consuming TossWatch, models: TossModels) {
    self.watch = watch
    self.models = models
  }

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
    if let failure = watch.failure { throw VisionError(failure) }
    watch.see(picture, orientation: orientation, at: time)
    if let failure = watch.failure, watch.awaited == nil { throw VisionError(failure) }
    return try await settle()
  }

  /// Ends the game: the clip is over. Where a network could not be run, what was seen before that counts.
  ///
  /// - Returns: What is known now, in order.
  /// - Throws: `VisionError` when a network cannot be run.
  public mutating func finish() async throws(VisionError) -> [TossWatch.Event] {
    watch.finish()
    return try await settle()
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
    errands[errand.kind] = Task { [models, done] in
      defer { _ = done.kinds.withLock { $0.insert(errand.kind) } }
      do throws(VisionError) {
        return .success(try await models.run(errand))
      } catch {
        return .failure(error)
      }
    }
  }

  private mutating func takeBack(_ kind: TossErrand.Kind) async throws(VisionError) {
    guard let errand = await errands.removeValue(forKey: kind)?.value else { return }
    _ = done.kinds.withLock { $0.remove(kind) }
    do throws(VisionError) {
      watch.takeBack(try errand.get())
    } catch {
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
        var search = look.search
        var looks: [PoseLook] = []
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
