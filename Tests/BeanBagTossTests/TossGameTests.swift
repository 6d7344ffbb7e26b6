import BeanBagToss
import Testing

@testable import VisionCore

/// A game before a camera of 30 frames a second, played frame by frame.
private struct Table {
  static let board = GameboardObservation(
    confidence: 0.9,
    corners: GameboardObservation.Corners(
      farLeft: NormalizedPoint(x: 0.7, y: 0.6), farRight: NormalizedPoint(x: 0.8, y: 0.6),
      nearRight: NormalizedPoint(x: 0.75, y: 0.8), nearLeft: NormalizedPoint(x: 0.6, y: 0.8)),
    hole: Ellipse(center: NormalizedPoint(x: 0.74, y: 0.63), radii: (0.01, 0.008), angle: 0))

  var game: TossGame
  var frame = 0
  var events: [TossEvent] = []
  var seesBoard = true
  var isStill = true
  var seesPlayer = true

  init(_ rules: ScoringRules = .practice) { game = TossGame(rules: rules) }

  var time: Double { Double(frame) / 30 }

  var states: [TossState] {
    events.compactMap { event in
      guard case .stateChanged(let state) = event else { return nil }
      return state
    }
  }

  var ended: [TossThrow] {
    events.compactMap { event in
      guard case .throwEnded(let toss) = event else { return nil }
      return toss
    }
  }

  /// The throws that were to be measured.
  var due: [Int] {
    events.compactMap { event in
      guard case .measurementDue(let number) = event else { return nil }
      return number
    }
  }

  mutating func step(paths: [TrajectoryObservation] = [], bags: [BagEvent] = []) {
    events += game.update(
      with: TossObservation(
        board: seesBoard ? Self.board : nil, isCameraStill: isStill, isPlayerInView: seesPlayer,
        trajectories: paths, bags: bags), at: time)
    frame += 1
  }

  mutating func wait(_ seconds: Double) {
    for _ in 0..<Int((seconds * 30).rounded()) { step() }
  }

  /// A flight that is seen growing for a while, then reported as ended or taken back. What is known
  /// of bags `meanwhile` is reported when half of it has been seen.
  mutating func fly(
    _ id: Int, for seconds: Double = 0.8, finishes: Bool = true, meanwhile: [BagEvent] = []
  ) {
    var path = TrajectoryObservation(
      id: id, points: [], equation: nil, confidence: 0.9, isFinished: false)
    let count = Int((seconds * 30).rounded())
    for index in 0..<count {
      path.points.append(
        .init(frame: frame, time: time, location: NormalizedPoint(x: 0.5, y: 0.5), radius: 0.01))
      step(paths: [path], bags: index == count / 2 ? meanwhile : [])
    }
    if finishes {
      path.isFinished = true
      step(paths: [path])
    }
  }

  mutating func land(_ number: Int, _ outcome: Outcome, first: Double? = nil) {
    step(bags: [landing(number, outcome, first: first ?? time - 0.8, rest: time - 0.3)])
  }

  func landing(_ number: Int, _ outcome: Outcome, first: Double, rest: Double) -> BagEvent {
    .landed(
      BagLanding(
        number: number, firstFrame: 0, firstTime: first, restFrame: Int((rest * 30).rounded()),
        restTime: rest, rest: .seen(outcome), place: BoardPoint(x: 0.3, y: 0.5)))
  }

  /// A bag that the picture's edge cuts off, or that was hidden.
  mutating func lose(_ number: Int, _ reason: BagRest.Reason, at place: BoardPoint) {
    step(bags: [
      .landed(
        BagLanding(
          number: number, firstFrame: 0, firstTime: time - 0.8, restFrame: frame,
          restTime: time - 0.3, rest: .unknown(reason), place: place))
    ])
  }

  mutating func move(_ landing: Int?, _ outcome: Outcome) {
    step(bags: [.moved(BagMove(landing: landing, frame: frame, time: time, rest: .seen(outcome)))])
  }
}

@Suite("The game's states")
struct TossGameTests {
  @Test(
    "the game waits for what is missing, and says what helps",
    arguments: [
      (false, true, true, TossState.lookingForBoard, "four corners"),
      // Whatever else is missing, a camera that looks elsewhere comes first.
      (false, false, false, .lookingForBoard, "four corners"),
      (true, false, true, .waitingForStillCamera, "stand"),
      (true, false, false, .waitingForStillCamera, "stand"),
      (true, true, false, .waitingForPlayer, "head to foot"),
    ])
  func waiting(board: Bool, still: Bool, player: Bool, state: TossState, hint: String) {
    var table = Table()
    (table.seesBoard, table.isStill, table.seesPlayer) = (board, still, player)
    table.wait(1)
    #expect(table.game.state == state)
    #expect(table.game.state.reason?.description.contains(hint) == true)
    #expect(table.events == (state == .lookingForBoard ? [] : [.stateChanged(state)]))
  }

  @Test func `a path that is taken back after its end was no throw`() {
    var table = Table()
    table.wait(0.5)
    table.fly(1)
    #expect(table.game.state == .inFlight)
    table.wait(0.5)
    table.game.takeBack(path: 1)
    table.wait(2)
    #expect(table.ended.isEmpty && table.game.scoreboard.countedBags == 0)
    #expect(table.game.state == .ready)
  }

  @Test func `of two paths the one that is not taken back is the throw's`() {
    var table = Table()
    table.wait(0.5)
    table.fly(1, for: 0.9)
    table.fly(2, for: 0.4)
    table.wait(0.2)
    table.game.takeBack(path: 1)
    table.wait(2)
    #expect(table.ended.map { $0.trajectory?.id } == [2])
  }

  @Test func `a bag whose path is taken back after it rests keeps its throw`() {
    var table = Table()
    table.wait(0.5)
    table.fly(1)
    table.land(1, .board)
    #expect(table.ended.map { $0.trajectory?.id } == [1])
    table.game.takeBack(path: 1)
    #expect(table.game.ended(throw: 1)?.trajectory == nil)
    #expect(table.game.ended(throw: 1)?.landing?.number == 1)
    #expect(table.game.ended(throw: 2) == nil && table.game.ended(throw: 0) == nil)
    table.wait(2)
    #expect(table.ended.count == 1 && table.game.scoreboard.countedBags == 1)
  }

  @Test func `a throw whose bag rests keeps its own path where a longer one is taken back`() {
    var table = Table()
    table.wait(0.5)
    table.fly(1, for: 0.4)
    table.fly(2, for: 0.6)
    table.land(1, .board)
    #expect(table.ended.map { $0.trajectory?.id } == [2])
    table.game.takeBack(path: 2)
    #expect(table.game.ended(throw: 1)?.trajectory?.id == 1)
  }

  @Test func `a throw flies, lands, and the next one may come`() {
    var table = Table()
    table.wait(0.5)
    table.fly(1)
    table.land(1, .hole)
    table.wait(2)
    #expect(table.states == [.ready, .inFlight, .landed, .ready])
    #expect(table.ended.map(\.number) == [1])
    #expect(table.ended[0].landing?.rest == .seen(.hole) && table.ended[0].trajectory?.id == 1)
    #expect(!table.ended[0].cameraMoved && table.game.state.reason == nil)
    #expect(table.game.scoreboard.score.first == 3)
  }

  @Test(
    "a bag that the picture's edge cuts off is taken for one beside the board, or on it if it lies there",
    arguments: [(BoardPoint(x: 0.9, y: 0.4), 0), (BoardPoint(x: 0.3, y: 0.9), 1)])
  func cutOff(place: BoardPoint, points: Int) {
    var table = Table()
    table.wait(0.5)
    table.fly(1)
    table.lose(1, .cut, at: place)
    table.wait(2)
    #expect(table.ended.map(\.number) == [1])
    #expect(table.game.scoreboard.score.first == points)
  }

  @Test func `a bag that is cut off late takes back what its path promised`() {
    var table = Table()
    table.wait(0.5)
    table.fly(1)
    table.land(1, .board)
    table.wait(2)
    table.step(bags: [
      .moved(BagMove(landing: 1, frame: 100, time: table.time, rest: .unknown(.cut)))
    ])
    #expect(table.events.contains(.outcomeChanged(throw: 1, outcome: .off)))
  }

  @Test func `of a bag that was hidden the path knows more`() {
    var table = Table()
    table.wait(0.5)
    table.fly(1)
    table.lose(1, .unsure, at: BoardPoint(x: 0.3, y: 0.9))
    table.wait(2)
    #expect(table.ended.map(\.number) == [1] && table.ended[0].landing == nil)
  }

  @Test func `where no landing is seen the throw ends when its path has been gone for 0.75 s`() {
    var table = Table()
    table.fly(1)
    let lastSeen = table.time - 2.0 / 30
    table.wait(2)
    #expect(table.ended.count == 1 && table.ended[0].landing == nil)
    #expect(abs(table.ended[0].endTime - lastSeen - TossGame.pathMemory) < 0.05)
    #expect(table.game.scoreboard.bags[0].outcome == nil)
    table.game.judge(throw: 1, outcome: .board, style: .underleg)
    #expect(table.game.scoreboard.score.first == 5)
  }

  @Test func `a bounce belongs to its throw`() {
    var table = Table()
    table.fly(1)
    table.wait(0.3)
    table.fly(2, for: 0.3)
    table.wait(2)
    #expect(table.ended.map { $0.trajectory?.id } == [1])
  }

  @Test func `a path that is taken back was no throw`() {
    var table = Table()
    table.wait(0.5)
    table.fly(1, finishes: false)
    table.wait(2)
    #expect(table.ended.isEmpty && table.states == [.ready, .inFlight, .ready])
  }

  @Test func `a path is reported once, even if it is repeated`() {
    var table = Table()
    table.fly(1)
    table.wait(2)
    table.fly(1)
    table.wait(2)
    #expect(table.ended.count == 1)
  }

  @Test func `a bag that comes to rest without a path was thrown all the same`() {
    var table = Table()
    table.wait(1)
    table.land(1, .board)
    table.wait(2)
    #expect(table.ended.count == 1 && table.ended[0].trajectory == nil)
    #expect(table.game.scoreboard.score.first == 1)
  }

  @Test func `a bag that slides for long is still that of its throw`() {
    var table = Table()
    table.fly(1)
    table.wait(1)
    table.land(1, .board, first: table.time - 1.2)
    #expect(table.ended.count == 1)
    #expect(table.events.contains(.outcomeChanged(throw: 1, outcome: .board)))
    #expect(table.game.scoreboard.score.first == 1)
  }

  @Test func `an arm that moves when the bag's rest is reported is no throw`() {
    var table = Table()
    table.fly(1)
    let flown = table.time
    table.wait(1)
    table.fly(
      2, for: 0.4, finishes: false,
      meanwhile: [table.landing(1, .board, first: flown - 0.2, rest: flown + 0.5)])
    table.wait(2)
    #expect(table.ended.map(\.number) == [1])
    #expect(table.events.contains(.outcomeChanged(throw: 1, outcome: .board)))
    #expect(table.game.scoreboard.bags.map(\.outcome) == [.board])
  }

  @Test func `a bag whose rest is reported in the next one's flight is that of its own throw`() {
    var table = Table()
    table.fly(1)
    let flown = table.time
    table.wait(1)
    table.fly(
      2, meanwhile: [table.landing(1, .board, first: flown - 0.2, rest: flown + 0.5)])
    table.land(2, .hole)
    table.wait(2)
    #expect(table.ended.map { $0.trajectory?.id } == [1, 2])
    #expect(table.game.scoreboard.bags.map(\.outcome) == [.board, .hole])
  }

  @Test func `a bag that rested before the path began was thrown before it`() {
    var table = Table()
    table.wait(2)
    let start = table.time
    table.fly(1, meanwhile: [table.landing(1, .off, first: start - 0.9, rest: start - 0.2)])
    table.land(2, .hole)
    table.wait(2)
    #expect(table.ended.map { $0.trajectory?.id } == [nil, 1])
    #expect(table.game.scoreboard.bags.map(\.outcome) == [.off, .hole])
  }

  @Test func `a path still reported after its bag's rest makes no second throw`() {
    var table = Table()
    let start = table.time
    table.fly(1, meanwhile: [table.landing(1, .board, first: start + 0.1, rest: start + 0.3)])
    table.wait(2)
    #expect(table.ended.count == 1)
  }

  @Test func `a bag that slides in later, or is knocked off, changes the score`() {
    var table = Table()
    for (number, outcome) in [(1, Outcome.board), (2, .board)] {
      table.fly(number)
      table.land(number, outcome)
      table.wait(2)
    }
    table.move(1, .hole)
    #expect(table.game.scoreboard.score.first == 4)
    table.move(2, .off)
    #expect(table.game.scoreboard.score.first == 3)
    let events = table.events.count
    table.move(nil, .hole)
    #expect(table.events.count == events, "a bag that lay there from the start is nobody's throw")
  }

  @Test func `a throw during which the camera moves is marked, and the board looked for again`() {
    var table = Table()
    table.wait(0.5)
    table.isStill = false
    table.fly(1)
    table.land(1, .board)
    table.seesBoard = false
    table.isStill = true
    table.wait(2)
    #expect(table.ended[0].cameraMoved)
    #expect(table.game.state == .lookingForBoard)
    table.fly(2)
    table.land(2, .board)
    table.wait(2)
    #expect(table.ended[1].cameraMoved, "the board is no longer where it was seen")
    table.seesBoard = true
    table.wait(0.2)
    #expect(table.game.state == .ready)
    table.fly(3)
    table.land(3, .board)
    #expect(!table.ended[2].cameraMoved)
  }

  @Test func `a throw that is known by its landing is marked, too, where the camera moved`() {
    for moves in [true, false] {
      var table = Table()
      table.wait(1)
      let first = table.time
      table.isStill = !moves
      table.wait(0.3)
      table.isStill = true
      table.wait(0.5)
      table.land(1, .board, first: first)
      #expect(table.ended.map(\.cameraMoved) == [moves])
    }
  }

  @Test func `a player hidden for a second holds nothing up, one who has left does`() {
    var table = Table()
    table.wait(0.5)
    table.seesPlayer = false
    table.wait(1)
    #expect(table.game.state == .ready)
    table.wait(1)
    #expect(table.game.state == .waitingForPlayer)
  }

  @Test func `after eight throws a practice is over, and a ninth is reported but not counted`() {
    var table = Table()
    for number in 1...8 {
      table.fly(number)
      table.land(number, .board)
      table.wait(2)
    }
    #expect(table.game.state == .summary && table.game.state.reason == .gameOver)
    table.fly(9)
    table.land(9, .hole)
    table.wait(2)
    #expect(table.ended.map(\.number) == Array(1...9) && table.game.scoreboard.score.first == 8)
    #expect(table.game.scoreboard.points(of: 8) == 3 && table.game.state == .summary)
    table.move(8, .hole)
    #expect(table.game.scoreboard.score.first == 10, "the last bag may still slide in")
  }

  @Test func `a clip cut in mid-flight keeps the throws before it`() {
    var table = Table()
    table.fly(1)
    table.land(1, .hole)
    table.wait(2)
    table.fly(2, finishes: false)
    #expect(table.game.finish(at: table.time) == [.stateChanged(.summary)])
    #expect(table.game.scoreboard.score.first == 3 && table.game.finish(at: 99).isEmpty)
  }

  @Test func `a path that ends with the clip is a throw`() {
    var table = Table()
    table.fly(1)
    let events = table.game.finish(at: table.time)
    #expect(events.count == 3 && events.last == .stateChanged(.summary))
    // There is nothing more to wait for.
    #expect(events.contains(.measurementDue(throw: 1)))
  }

  @Test func `a throw is to be measured a second after its path, in order, and once`() {
    var table = Table()
    table.fly(1)
    let end = table.time
    table.wait(0.9)
    #expect(table.due.isEmpty && table.ended.count == 1)
    table.fly(2, for: 0.3)
    #expect(table.due == [1])
    // Without a path there is nothing to wait for, but for the throws before.
    table.land(1, .board, first: table.time - 0.2)
    table.land(2, .hole, first: table.time)
    table.wait(3)
    #expect(table.due == [1, 2, 3] && table.ended.map(\.number) == [1, 2, 3])
    #expect(table.time > end + 1)
  }

  @Test func `a throw that was measured is the game's, and changes with its bag`() {
    var table = Table()
    table.fly(1)
    table.wait(2)
    let made = table.game.record(Throw.made(1, .off, style: .overhand))
    #expect(made.outcome == .off && made.points == 0)
    table.fly(2)
    table.land(1, .hole)
    table.wait(1.1)
    // Where its bag rests was seen; its path promised something else.
    let second = table.game.record(Throw.made(2, .off, style: .overhand))
    #expect(second.outcome == .hole && second.points == 6)
    #expect(table.game.throwsMade == [made, second])
    table.move(1, .board)
    #expect(table.game.throwsMade.map(\.points) == [0, 2])
    #expect(table.game.throwsMade[1].outcome == .board)
    #expect(table.game.scoreboard.score.first == 2)
  }

  @Test func `a throw that was corrected stays so, whatever its bag does`() {
    var table = Table()
    table.fly(1)
    table.land(1, .board)
    let nothing = table.game.correct(throw: 2, outcome: .hole)
    let happened = table.game.correct(throw: 1, outcome: .hole)
    #expect(nothing.isEmpty && happened == [.outcomeChanged(throw: 1, outcome: .hole)])
    table.wait(2)
    let made = table.game.record(Throw.made(1, .off))
    #expect(made.outcome == .hole)
    table.move(1, .off)
    #expect(table.game.throwsMade[0].outcome == .hole)
    _ = table.game.correct(throw: 1, outcome: .board)
    #expect(table.game.throwsMade[0].points == 1 && table.game.scoreboard.score.first == 1)
  }

  @Test("what was no throw counts for nothing and takes no turn", arguments: [false, true])
  func withdrawn(isMeasured: Bool) {
    var table = Table()
    for number in 1...9 {
      table.fly(number)
      table.land(number, .board)
      table.wait(2)
      if number == 3, !isMeasured { table.game.withdraw(throw: 3) }
      _ = table.game.record(Throw.made(number, .board))
      if number == 3, isMeasured { table.game.withdraw(throw: 3) }
      // Eight that count, and so a ninth is still in the game.
      #expect(table.game.scoreboard.isOver == (number == 9))
    }
    table.game.withdraw(throw: 12)
    #expect(table.game.throwsMade.map(\.points) == [1, 1, 0, 1, 1, 1, 1, 1, 1])
    #expect(table.game.throwsMade.map(\.isWithdrawn).firstIndex(of: true) == 2)
    let scoreboard = table.game.scoreboard
    #expect(scoreboard.score.first == 8 && scoreboard.countedBags == 8)
    #expect((0...9).filter { !scoreboard.counts($0) } == [2, 9])
  }

  @Test func `paths are a throw's until the throw is measured`() {
    var table = Table()
    table.fly(1, for: 0.4)
    table.fly(2, for: 0.5)
    table.fly(3, for: 0.4)
    table.wait(0.8)
    #expect(table.game.ended(throw: 1)?.pieces.map(\.id) == [1, 2, 3])
    table.game.takeBack(path: 3)
    #expect(table.game.ended(throw: 1)?.pieces.map(\.id) == [1, 2])
    table.wait(1)
    _ = table.game.record(Throw.made(1, .board))
    #expect(table.game.ended(throw: 1)?.pieces.isEmpty == true)
  }

  @Test func `the same observations give the same events`() {
    func play() -> [TossEvent] {
      var table = Table(.cornhole)
      table.fly(1)
      table.land(1, .board)
      table.fly(2)
      table.move(1, .hole)
      table.wait(3)
      return table.events
    }
    #expect(play() == play())
  }

  @Test func `a game that was broken off continues with its next throw`() {
    let rest = Throw(
      number: 1, startFrame: 0, endFrame: 9, releaseFrame: 0, time: 1, style: nil, outcome: .hole,
      points: 3,
      trajectory: TrajectoryObservation(
        id: 4, points: [], equation: nil, confidence: 1, isFinished: true))
    var withdrawn = rest
    (withdrawn.number, withdrawn.isWithdrawn, withdrawn.points) = (2, true, 0)
    var game = TossGame(rules: .practice, continuing: [rest, withdrawn])
    #expect(game.scoreboard.score.first == 3 && game.throwsMade.count == 2)
    #expect(
      game.update(
        with: TossObservation(board: nil, isCameraStill: true, isPlayerInView: true), at: 100) == []
    )
    // Corrected, the second is a throw after all, and the first is worth less.
    #expect(game.correct(throw: 2, outcome: .board) == [.outcomeChanged(throw: 2, outcome: .board)])
    _ = game.correct(throw: 1, outcome: .off)
    #expect(game.scoreboard.score.first == 1 && !game.throwsMade[1].isWithdrawn)
    #expect(game.throwsMade.map { $0.points } == [0, 1])
  }

  @Test func `a board that is said to be elsewhere is looked for again`() {
    var table = Table()
    table.wait(1)
    #expect(table.states.last == .ready)
    table.game.forgetBoard()
    table.seesBoard = false
    table.wait(0.2)
    #expect(table.states.last == .lookingForBoard)
    table.seesBoard = true
    table.wait(0.2)
    #expect(table.states.last == .ready)
  }
}

extension Throw {
  fileprivate static func made(
    _ number: Int, _ outcome: Outcome, style: ThrowStyle = .underhand
  ) -> Throw {
    Throw(
      number: number, startFrame: 0, endFrame: 1, releaseFrame: 0, time: 0,
      style: ThrowStyleObservation(style: style, confidence: 1), outcome: outcome, points: 0,
      trajectory: TrajectoryObservation(
        id: number, points: [], equation: nil, confidence: 1, isFinished: true))
  }
}
