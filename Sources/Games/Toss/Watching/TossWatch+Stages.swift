internal import VisionCore

// What a watch does with a frame, one stage after another, each as soon as all that it waits for is there.

extension TossWatch {
  /// What is done with a frame, or at the end, once all that it waits for is there.
  enum Stage {
    /// The look for the board that is due is taken in, and the next one begun.
    case board
    /// The look for the board is taken in, due or not.
    case lastBoard
    /// The looks for people that are due at a time are taken in.
    case people(until: Double)
    /// All frames around paths are looked at for people.
    case catchUp
    /// Paths, bags and the game.
    case play
    /// The paths at the end; then the game.
    case endPaths, endPlay
    /// What the game has to say; and of a throw, once its style is known.
    case report, style
    /// The game's end.
    case close, summarize
  }

  func isReady(_ stage: Stage) -> Bool {
    switch stage {
    case .board: !finder.isDue(at: frame.time) || finder.isLookMade
    case .lastBoard: finder.isLookMade
    case .people(let time): players.areMade(until: time)
    case .style: !isStyleAwaited
    case .catchUp, .play, .endPaths, .endPlay, .report, .close, .summarize: true
    }
  }

  /// Continues until something is missing, or all is done.
  mutating func proceed() {
    while let stage = stages.first, isReady(stage) {
      stages.removeFirst()
      switch stage {
      case .board: lookForBoard()
      case .lastBoard: takeInBoard()
      case .people(let time): takeInPeople(until: time)
      case .catchUp: players.catchUp()
      case .play: unreported += play()
      case .endPaths: endPaths()
      case .endPlay: unreported += endPlay()
      case .report: report()
      case .style: record()
      case .close: unreported += close()
      case .summarize: summarize()
      }
    }
    if stages.isEmpty { justMeasured = [] }
  }

  // MARK: - Throws

  /// Reports what the game has to say, up to a throw whose style is asked first.
  private mutating func report() {
    while !unreported.isEmpty {
      switch unreported.removeFirst() {
      case .stateChanged(let state): events.append(.stateChanged(state))
      case .throwEnded: break
      case .measurementDue(let number):
        guard let toss = game.ended(throw: number) else { continue }
        let current = ThrowMeasurement(
          of: toss, by: players.measured,
          in: ThrowMeasurement.Scene(
            board: knownBoard, picture: size ?? PixelSize(width: 1, height: 1), clock: clock,
            rules: game.scoreboard.rules))
        measurement = current
        (style, styleSearch) = (nil, hasGivenUp ? nil : current.styleSearch)
        isStyleAwaited = styleSearch != nil
        stages = [.style, .report] + stages
        return
      case .outcomeChanged(let number, _):
        guard game.throwsMade.indices.contains(number - 1), !justMeasured.contains(number) else {
          continue
        }
        events.append(.throwChanged(game.throwsMade[number - 1]))
      }
    }
  }

  /// Reports the throw whose style is known now.
  private mutating func record() {
    guard let measurement else { return }
    let made = game.record(measurement.made(style: style))
    justMeasured.append(made.number)
    events += measurement.notices.map { .notice($0) }
    if !made.isWithdrawn, !game.scoreboard.counts(made.number - 1), reported.isFirst(.gameOver) {
      events.append(.notice(.gameOver(throw: made.number)))
    }
    if let notice = measurement.gravityNotice { events.append(.notice(notice)) }
    events.append(.throwEnded(made, measurement.decision))
    self.measurement = nil
  }
}
