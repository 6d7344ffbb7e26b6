internal import BeanBagToss
internal import PageInterface
internal import VisionCore

/// What has become known. Of its fields those hold that belong to its kind.
let eventRecord = Record<PageEvent>(
  "event",
  [
    .choice("kind", of: .events) { $0.index },
    .choice("state", of: .states) {
      if case .stateChanged(let state) = $0 { state.index } else { 0 }
    },
    // Of the throw that it is about.
    .optional("number") { $0.throwNumber },
    // How it was decided where a bag landed.
    .choice("decision", of: .decisions) { if case .throwEnded(_, .path) = $0 { 1 } else { 0 } },
    .choice("notice", of: .notices) {
      if case .notice(let notice) = $0 { notice.index } else { 0 }
    },
    // What a notice says: a confidence, a count, a time in seconds or a ratio.
    .optional("value") { if case .notice(let notice) = $0 { notice.value } else { nil } },
    // What is left out because the device is too slow.
    .choice("pace", of: .paces) {
      if case .paceChanged(let pace) = $0 { pace.rawValue } else { 0 }
    },
  ])

/// One throw. Frames count from 0, times are in seconds; of what is estimated the error is one standard deviation.
let throwRecord = Record<Throw>(
  "toss",
  [
    .number("number") { $0.number },
    .number("startFrame") { $0.startFrame },
    .number("endFrame") { $0.endFrame },
    .number("releaseFrame") { $0.releaseFrame },
    .number("time") { $0.time },
    .choice("style", of: .styles) { ($0.style?.style).index },
    .number("styleConfidence") { Double($0.style?.confidence ?? 0) },
    // In degrees above the horizontal.
    .optional("angle") { $0.releaseAngle?.value },
    .optional("angleError") { $0.releaseAngle?.error },
    // In metres per second.
    .optional("speed") { $0.speed?.value },
    .optional("speedError") { $0.speed?.error },
    // In metres.
    .optional("distance") { $0.distance?.value },
    .optional("distanceError") { $0.distance?.error },
    .optional("stand") { $0.stand?.value },
    .optional("standError") { $0.stand?.error },
    .choice("outcome", of: .outcomes) { $0.outcome.index },
    .number("points") { $0.points },
    .flag("isWithdrawn") { $0.isWithdrawn },
    .flag("cameraMoved") { $0.remarks.contains(.cameraMoved) },
    .flag("releaseUnseen") { $0.remarks.contains(.releaseUnseen) },
    // How many times gravity is what it is on Earth, where it disagrees.
    .optional("gravityRatio") { $0.gravityRatio },
    // How far from the hole the thrower stood, where the rules want it otherwise.
    .optional("offTheLine") { $0.standOffTheLine },
  ])

/// A place of a path, normalized to the upright picture, and the radius there in widths of it.
let pathPointRecord = Record<TrajectoryObservation.Point>(
  "pathPoint",
  [
    .number("frame") { $0.frame },
    .number("time") { $0.time },
    .number("x") { $0.location.x },
    .number("y") { $0.location.y },
    .number("radius") { $0.radius },
  ])

/// The hash over the bits of all events so far, its lower and its upper half.
let hashRecord = Record<EventHash>(
  "eventHash",
  [
    .number("low") { Double(UInt32(truncatingIfNeeded: $0.value)) },
    .number("high") { Double(UInt32(truncatingIfNeeded: $0.value >> 32)) },
  ])

/// What the throws of a style had in common; means of those that were measured.
let styleSumRecord = Record<StyleSum>(
  "styleSum",
  [
    .choice("style", of: .styles) { $0.style.index },
    .number("count") { $0.count },
    .number("points") { $0.points },
    // In degrees above the horizontal, metres per second and metres.
    .optional("angle") { $0.angle },
    .optional("speed") { $0.speed },
    .optional("distance") { $0.distance },
  ])

struct StyleSum {
  let style: ThrowStyle
  let count, points: Int
  let angle, speed, distance: Double?

  init(_ style: ThrowStyle, _ throwsMade: [ThrowFigures]) {
    self.style = style
    (count, points) = (throwsMade.count, throwsMade.points)
    func mean(_ estimate: (ThrowFigures) -> Estimate?) -> Double? {
      Spread(throwsMade.compactMap { estimate($0)?.value })?.mean
    }
    (angle, speed) = (mean { $0.releaseAngle }, mean { $0.speed })
    distance = mean { $0.distance }
  }
}

// MARK: The newest frame

/// What a live view shows besides places.
let sceneRecord = Record<PageScene>(
  "scene",
  [
    .choice("state", of: .states) { $0.state.index },
    .choice("trouble", of: .troubles) { $0.trouble.index },
    .flag("isBoardInPlace") { $0.isBoardInPlace },
    .flag("isPlayerInView") { $0.isPlayerInView },
    // The score: of one player, or of the side that began, and of the other one.
    .number("first") { $0.scoreboard.score.first },
    .number("second") { $0.scoreboard.score.second },
    // How many throws it counts.
    .number("counted") { $0.scoreboard.countedBags },
    .flag("isOver") { $0.scoreboard.isOver },
  ])

struct PageScene {
  let state: TossState
  let trouble: BoardTrouble?
  let isBoardInPlace, isPlayerInView: Bool
  let scoreboard: Scoreboard
}

/// The board, normalized to the upright picture.
let boardRecord = Record<GameboardObservation>(
  "board",
  [
    .number("confidence") { Double($0.confidence) },
    // `x` and `y` of the far left, far right, near right and near left corner.
    .numbers("corners", count: 8) {
      let corner = $0.corners.all[$1 / 2]
      return $1 % 2 == 0 ? corner.x : corner.y
    },
    // `x` and `y` of its middle, its radii in widths of the picture, and the first one's angle in degrees.
    .numbers("hole", count: 5) {
      let hole = $0.hole
      return [hole.center.x, hole.center.y, hole.radii.first, hole.radii.second, hole.angle][$1]
    },
  ])

/// A place of a path that is shown, normalized to the upright picture; the radius is in widths of it.
let shownPointRecord = Record<ShownPoint>(
  "shownPoint",
  [
    .number("path") { $0.path },
    .number("x") { $0.point.location.x },
    .number("y") { $0.point.location.y },
    .number("radius") { $0.point.radius },
  ])

struct ShownPoint {
  let path: Int
  let point: TrajectoryObservation.Point
}

/// Somebody in view: the body's box, and how far from the hole the feet stand, in metres.
let personRecord = Record<SeenPerson>(
  "person",
  [
    .box("box") { $0.box },
    .optional("stand") { $0.stand?.value },
    .optional("standError") { $0.stand?.error },
  ])

struct SeenPerson {
  let box: BoundingBox
  let stand: Estimate?
}

extension Throw {
  fileprivate var gravityRatio: Double? {
    for case .gravityDisagrees(let ratio) in remarks { return ratio }
    return nil
  }

  fileprivate var standOffTheLine: Double? {
    for case .offTheLine(let stand) in remarks { return stand }
    return nil
  }
}

// MARK: Choices

// The switches make the compiler name each case that joins.

extension Choices {
  static let networks = Choices(
    name: "networks",
    names: TossNetwork.allCases.map {
      switch $0 {
      case .boards: "boards"
      case .boardFits: "boardFits"
      case .people: "people"
      case .bodies: "bodies"
      case .styles: "styles"
      }
    })

  static let events = Choices(
    name: "events",
    names: ["stateChanged", "throwEnded", "throwChanged", "notice", "paceChanged"])

  static let states = Choices(
    name: "states",
    names: TossState.allCases.map {
      switch $0 {
      case .lookingForBoard: "lookingForBoard"
      case .waitingForStillCamera: "waitingForStillCamera"
      case .waitingForPlayer: "waitingForPlayer"
      case .ready: "ready"
      case .inFlight: "inFlight"
      case .landed: "landed"
      case .summary: "summary"
      }
    })

  /// What keeps the board from being found; the last one where nothing does.
  static let troubles = Choices(
    name: "troubles",
    names: BoardTrouble.allCases.map {
      switch $0 {
      case .cameraMoves: "cameraMoves"
      case .tooDark: "tooDark"
      case .cutOff: "cutOff"
      case .notSeen: "notSeen"
      }
    } + ["none"])

  static let decisions = Choices(name: "decisions", names: ["rest", "path"])

  static let notices = Choices(
    name: "notices",
    names: [
      "noFrames", "noBoard", "noThrow", "uncertainBoard", "severalPeople", "cameraMoved",
      "anotherView", "boardElsewhere", "flightUnseen", "notMeasured", "releaseUnseen", "gameOver",
      "cutInFlight", "unevenFrames", "gravityDisagrees",
    ])

  static let paces = Choices(
    name: "paces",
    names: FramePacing.Pace.allCases.map {
      switch $0 {
      case .nothingLeftOut: "nothingLeftOut"
      case .fewerPoses: "fewerPoses"
      case .fewerFrames: "fewerFrames"
      case .framesLost: "framesLost"
      }
    })

  /// The last one where the thrower was not seen.
  static let styles = Choices(
    name: "styles",
    names: ThrowStyle.allCases.map {
      switch $0 {
      case .overhand: "overhand"
      case .underhand: "underhand"
      case .underleg: "underleg"
      case .none: "none"
      }
    } + ["unseen"])

  static let outcomes = Choices(
    name: "outcomes",
    names: Outcome.allCases.map {
      switch $0 {
      case .hole: "hole"
      case .board: "board"
      case .off: "off"
      }
    })
}

extension CaseIterable where Self: Equatable {
  /// Which of the cases it is.
  fileprivate var index: UInt8 {
    for (index, other) in Self.allCases.enumerated() where other == self { return UInt8(index) }
    return .max
  }
}

extension BoardTrouble? {
  /// An index of ``Choices/troubles``.
  fileprivate var index: UInt8 { self?.index ?? UInt8(BoardTrouble.allCases.count) }
}

extension ThrowStyle? {
  /// An index of ``Choices/styles``.
  fileprivate var index: UInt8 { self?.index ?? UInt8(ThrowStyle.allCases.count) }
}
