import Media
import Testing
import TossAnalysis
import VisionCore
import VisionRequests

@testable import BeanBagToss
@testable import playfield

/// The sample's first throw as cameras spoil it, and what the player hears of that.
@Suite("A game that was filmed badly")
struct TossWatchTests {
  /// Watches frames at times of their own.
  private func watch(
    _ frames: some Sequence<VideoFrame>, board: GameboardObservation.Corners? = nil,
    at time: (VideoFrame) -> Double = { $0.time }
  ) async throws -> (throwsMade: [Throw], notices: [TossNotice]) {
    var game = TossDriver(
      TossWatch(board: board, rules: .practice), models: try TossModels())
    var events: [TossWatch.Event] = []
    for frame in frames {
      events += try await game.see(PlanarImage(frame.image), at: time(frame))
    }
    events += await game.finish()
    let notices = events.compactMap { event in
      if case .notice(let notice) = event { notice } else { nil }
    }
    return (game.watch.throwsSoFar, notices)
  }

  @Test func `a clip that ends in the middle of a flight is reported, and the throw with it`()
    async throws
  {
    let frames = try SampleGame.firstThrow.get().filter { $0.index <= 95 }
    let (throwsMade, notices) = try await watch(frames)
    #expect(throwsMade.count == 1)
    #expect(notices.contains(.cutInFlight(throw: 1)), "\(notices)")
  }

  @Test func `a clip that begins in the middle of a flight is reported, and the figures marked`()
    async throws
  {
    let release = try SampleGame.truth().throwsMade[0].releaseFrame
    let frames = try SampleGame.firstThrow.get().filter { $0.index >= release + 5 }
    let (throwsMade, notices) = try await watch(frames)
    #expect(throwsMade.map(\.remarks) == [[.releaseUnseen]])
    #expect(notices.contains(.releaseUnseen(throw: 1)), "\(notices)")
  }

  @Test func `where the camera stands elsewhere than '--board' was given for, throws are marked`()
    async throws
  {
    let corners = try SampleGame.truth().boards[0].corners.map {
      NormalizedPoint(x: ($0[0] + 0.5) / 640, y: ($0[1] + 0.5) / 360)
    }
    let board = GameboardObservation.Corners(
      farLeft: corners[0], farRight: corners[1], nearRight: corners[2], nearLeft: corners[3])
    let bump = try SampleGame.truth().throwsMade[0].releaseFrame - 25
    for (shift, isElsewhere) in [(9, true), (0, false)] {
      let frames = try SampleGame.firstThrow.get().lazy.map { frame in
        guard frame.index >= bump else { return frame }
        var frame = frame
        let pixels = frame.image.pixels
        frame.image.pixels = Array(pixels[(shift * 3)...] + pixels.suffix(shift * 3))
        return frame
      }
      let (throwsMade, notices) = try await watch(frames, board: board)
      #expect(notices.contains(.boardElsewhere) == isElsewhere, "\(notices)")
      #expect(throwsMade.map { $0.remarks.contains(.cameraMoved) } == [isElsewhere])
    }
  }

  @Test(
    "a board that was seen with little confidence is reported as such, once",
    arguments: [(640, false), (136, true)])
  func uncertain(width: Int, isUncertain: Bool) async throws {
    let frames = try SampleGame.firstThrow.get().prefix(80).map { frame in
      var frame = frame
      frame.image = frame.image.shrunk(toLongSide: width)
      return frame
    }
    let notices = try await watch(frames).notices
    #expect(!notices.contains(.noBoard))
    let confidences = notices.compactMap { notice in
      if case .uncertainBoard(let confidence) = notice { confidence } else { nil }
    }
    #expect(confidences.count == (isUncertain ? 1 : 0))
    #expect(
      confidences.allSatisfy {
        (DetectGameboardRequest.forKnownBoard..<DetectGameboardRequest.forAnyPicture).contains($0)
      })
  }

  @Test func `after nudges too small to count as moving the board is found where it is now`()
    async throws
  {
    var game = TossDriver(TossWatch(rules: .practice), models: try TossModels())
    var before: GameboardObservation?
    for frame in try SampleGame.firstThrow.get() {
      var image = frame.image
      if frame.index == 75 { before = game.watch.knownBoard }
      let shift = frame.index < 75 ? 0 : frame.index < 95 ? 5 : 10
      image.pixels = Array(image.pixels[(shift * 3)...] + image.pixels.suffix(shift * 3))
      _ = try await game.see(PlanarImage(image), at: frame.time)
    }
    let after = game.watch.knownBoard
    let (first, last) = (try #require(before), try #require(after))
    for (a, b) in zip(first.corners.all, last.corners.all) {
      #expect(abs(a.x - b.x - 10.0 / 640) < 0.004 && abs(a.y - b.y) < 0.004)
    }
  }

  @Test(
    "while a look goes on the camera moves: the board counts only where it then is",
    arguments: [
      ([58: 40], "a pan"), ([58: 5, 74: 5, 90: 5], "nudges, each too small to count as moving"),
    ])
  func moved(shifts: [Int: Int], why: String) async throws {
    let truth = try SampleGame.truth().boards[0].corners
    var game = TossDriver(TossWatch(rules: .practice), models: try TossModels())
    var (shift, timesInPlace) = (0, 0)
    for frame in try SampleGame.firstThrow.get() {
      var image = frame.image
      shift += shifts[frame.index] ?? 0
      image.pixels = Array(image.pixels[(shift * 3)...] + image.pixels.suffix(shift * 3))
      _ = try await game.see(PlanarImage(image), at: frame.time)
      guard game.watch.isBoardInPlace, let board = game.watch.knownBoard else { continue }
      timesInPlace += 1
      for (corner, place) in zip(board.corners.all, truth) {
        let x = (place[0] + 0.5 - Double(shift)) / 640
        #expect(abs(corner.x - x) < 0.012, "\(why), frame \(frame.index)")
      }
    }
    #expect(timesInPlace > 50, "\(why)")
  }

  @Test func `frames that were dropped are reported, and their times are used`() async throws {
    let toss = try SampleGame.truth().throwsMade[0]
    // Two of three.
    let frames = try SampleGame.firstThrow.get().filter { $0.index % 3 != 2 }
    let (throwsMade, notices) = try await watch(frames)
    #expect(
      notices.contains { if case .unevenFrames = $0 { true } else { false } }, "\(notices)")
    let speed = try #require(throwsMade.first?.speed)
    #expect(abs(speed.value - toss.speed) < 0.15 * toss.speed, "\(speed)")
  }

  @Test("a clip that is slowed down is recognized by its gravity", arguments: [1.5, 2])
  func slowed(slowness: Double) async throws {
    let (throwsMade, notices) = try await watch(SampleGame.firstThrow.get()) { $0.time * slowness }
    let ratios = notices.compactMap { notice in
      if case .gravityDisagrees(1, let ratio) = notice { ratio } else { nil }
    }
    // What takes twice as long falls at a quarter of the rate.
    let ratio = 1 / (slowness * slowness)
    #expect(ratios.count == 1 && abs((ratios.first ?? 0) / ratio - 1) < 0.18, "\(notices)")
    #expect(throwsMade.first?.remarks == ratios.map { .gravityDisagrees(ratio: $0) })
  }

  @Test
  func `of a clip so slow that nothing seems to fall the bag at rest is reported, and that alone`()
    async throws
  {
    let (throwsMade, notices) = try await watch(SampleGame.firstThrow.get()) { $0.time * 5 }
    #expect(throwsMade.map(\.outcome.rawValue) == [try SampleGame.truth().throwsMade[0].outcome])
    let toss = try #require(throwsMade.first)
    #expect(toss.releaseAngle == nil && toss.speed == nil && toss.distance == nil)
    #expect(toss.remarks.isEmpty)
    #expect(notices.contains(.flightUnseen(throw: 1)), "\(notices)")
    #expect(!notices.contains(.notMeasured(throw: 1)))
  }

  @Test func `a picture that is higher than wide is measured alike`() async throws {
    let toss = try SampleGame.truth().throwsMade[0]
    let (width, band) = (640, 220)
    let fill = [UInt8](repeating: 150, count: width * band * 3)
    let (throwsMade, notices) = try await watch(
      SampleGame.firstThrow.get().lazy.map { frame in
        var frame = frame
        frame.image = RGBImage(
          width: width, height: frame.image.height + 2 * band,
          pixels: fill + frame.image.pixels + fill)
        return frame
      })
    let made = try #require(throwsMade.first, "\(notices)")
    #expect(abs(try #require(made.releaseAngle).value - toss.releaseAngle) < 5)
    #expect(abs(try #require(made.speed).value - toss.speed) < 0.1 * toss.speed)
    #expect(made.outcome.rawValue == toss.outcome && made.style.label.rawValue == toss.style)
  }

  @Test func `who threw is decided before a throw has ended`() {
    #expect(PathSelection.delay < TossGame.pathMemory)
    #expect(TossGame.measurementDelay > PathSelection.delay)
  }

  @Test(
    "what flies from nobody's hand is followed, and taken back once people were looked at",
    arguments: [
      ([350.0], 90, 0), ([170], 90, 1), ([350, 330], 90, 0),
      // The film ends before it is due to be decided who threw.
      ([350], 44, 0), ([170], 44, 1),
    ])
  func flownFromNowhere(starts: [Double], frameCount: Int, throwCount: Int) async throws {
    let corners = try SampleGame.truth().boards[0].corners.map {
      NormalizedPoint(x: ($0[0] + 0.5) / 640, y: ($0[1] + 0.5) / 360)
    }
    let board = GameboardObservation.Corners(
      farLeft: corners[0], farRight: corners[1], nearRight: corners[2], nearLeft: corners[3])
    // The player swings to and fro, and a disc flies for two thirds of a second towards the board.
    let swing = try SampleGame.firstThrow.get()
    var game = TossDriver(
      TossWatch(board: board, rules: .practice), models: try TossModels())
    var states: [TossState] = []
    for index in 0..<frameCount {
      var image = swing[abs(index % 50 - 25)].image
      let time = Double(index) / 30
      // The next one half a second later.
      for (number, start) in starts.enumerated() where (15..<35).contains(index - 15 * number) {
        let flown = Double(index - 15 - 15 * number) / 30
        let center = SIMD2(start + 130 * flown, 130 - 380 * flown + 570 * flown * flown)
        image.paintDisc(at: center, radius: 5)
      }
      let events = try await game.see(PlanarImage(image), at: time)
      for case .stateChanged(let state) in events { states.append(state) }
    }
    _ = await game.finish()
    #expect(states.contains(.inFlight))
    #expect(game.watch.throwsSoFar.count == throwCount, "\(states)")
  }

  @Test func `a board that is pointed out late is the one that is measured by`() async throws {
    let truth = try SampleGame.truth()
    let corners = truth.boards[0].corners.map {
      NormalizedPoint(x: ($0[0] + 0.5) / 640, y: ($0[1] + 0.5) / 360)
    }
    let board = GameboardObservation.Corners(
      farLeft: corners[0], farRight: corners[1], nearRight: corners[2], nearLeft: corners[3])
    var wrong = board
    wrong.farLeft.x -= 0.1
    var game = TossDriver(TossWatch(board: wrong, rules: .practice), models: try TossModels())
    for frame in try SampleGame.firstThrow.get() {
      if frame.index == 60 { _ = game.correct(.board(board)) }
      _ = try await game.see(PlanarImage(frame.image), at: frame.time)
    }
    _ = await game.finish()
    #expect(game.watch.knownBoard?.corners == board)
    let made = try #require(game.watch.throwsSoFar.first)
    #expect(made.outcome.rawValue == truth.throwsMade[0].outcome)
    #expect(abs(try #require(made.speed).value - truth.throwsMade[0].speed) < 0.4)

    let happened = game.correct(.noThrow(1))
    #expect(happened == [.throwChanged(game.watch.throwsSoFar[0])])
    let nothing = game.correct(.outcome(throw: 7, .hole))
    #expect(nothing.isEmpty)
    #expect(game.watch.scoreboard.score.first == 0)
  }

  @Test func `a second person in the picture is reported once`() async throws {
    let alone = try SampleGame.firstThrow.get().filter { (75...76).contains($0.index) }
    let (_, before) = try await watch(alone)
    #expect(!before.contains { if case .severalPeople = $0 { true } else { false } }, "\(before)")

    // The player once more, before the board.
    let together = alone.map { frame in
      var frame = frame
      for row in 0..<frame.image.height {
        let start = row * frame.image.width * 3
        let player = Array(frame.image.pixels[start + 30 * 3..<start + 220 * 3])
        frame.image.pixels.replaceSubrange(start + 330 * 3..<start + 520 * 3, with: player)
      }
      return frame
    }
    let (_, notices) = try await watch(together)
    #expect(notices.filter { $0 == .severalPeople(2) }.count == 1, "\(notices)")
  }
}

extension RGBImage {
  fileprivate mutating func paintDisc(at center: SIMD2<Double>, radius: Double) {
    for y in 0..<height {
      for x in 0..<width {
        let way = SIMD2(Double(x), Double(y)) - center
        guard (way * way).sum() <= radius * radius else { continue }
        for (channel, level) in [220, 40, 30].enumerated() {
          pixels[3 * (y * width + x) + channel] = UInt8(level)
        }
      }
    }
  }
}
