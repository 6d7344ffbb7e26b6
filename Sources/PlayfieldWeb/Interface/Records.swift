internal import DiceGame
internal import DiceReading
internal import Handwriting
internal import VisionCore

// MARK: Dice

/// A die as the networks see it.
let sightingRecord = Record<Sighting>(
  "sighting",
  [
    .number("value") { $0.die.label.pips },
    .number("confidence") { Double($0.die.confidence) },
    .box("box") { $0.die.boundingBox },
    // "1" first.
    .numbers("scores", count: DieValue.allCases.count) { Double($0.scores[$1]) },
  ])

/// What the player sees.
let gameRecord = Record<Game>(
  "game",
  [
    .choice("phase", of: .phases) { $0.phase.rawValue },
    .choice("table", of: .tables) { $0.table.rawValue },
    .choice("mode", of: .modes) { $0.mode.rawValue },
    .number("round") { $0.round },
    .number("tries") { $0.question?.tries ?? 0 },
    .optional("answer") { $0.rightAnswer },
  ])

/// A die of the question.
let dieRecord = Record<Question.Die>(
  "die",
  [
    .number("id") { $0.id },
    .number("value") { $0.value.pips },
    .optional("read") { $0.read?.pips },
    .box("box") { $0.place },
  ])

/// What keeps a roll from being reported.
let outlookRecord = Record<RollOutlook>(
  "outlook",
  [
    .choice("wait", of: .waits) { $0.wait.rawValue },
    .number("rest") { $0.requiredRest },
  ])

/// A die that the roll's end waits for.
let trackedDieRecord = Record<RollOutlook.Die>(
  "trackedDie",
  [
    .number("value") { $0.value.pips },
    .number("stillness") { $0.stillness },
    .box("box") { $0.boundingBox },
  ])

let diceConstants = [
  Constant(name: "maximumDice", value: Double(Game.mostDice)),
  // What the page's sliders begin with.
  Constant(name: "confidenceThreshold", value: DiceReader.confidenceThreshold),
  Constant(name: "iouThreshold", value: DiceReader.iouThreshold),
]

// MARK: Ink

/// A digit as it was read.
let digitRecord = Record<DigitObservation>(
  "digitReading",
  [
    .number("digit") { $0.digit },
    .number("confidence") { Double($0.confidence) },
    .flag("isCertain") { $0.confidence >= Game.leastConfidence },
  ])

let inkConstants = [Constant(name: "digitSide", value: Double(DigitPicture.side))]

// MARK: Choices

// The switches make the compiler name each case that joins.

extension Choices {
  static let phases = Choices(
    name: "phases",
    names: Game.Phase.allCases.map {
      switch $0 {
      case .waiting: "waiting"
      case .rolling: "rolling"
      case .asking: "asking"
      case .solved: "solved"
      case .tooManyDice: "tooManyDice"
      }
    })

  static let tables = Choices(
    name: "tables",
    names: TableState.allCases.map {
      switch $0 {
      case .clear: "clear"
      case .rolling: "rolling"
      case .resting: "resting"
      }
    })

  static let modes = Choices(
    name: "modes",
    names: GameMode.allCases.map {
      switch $0 {
      case .count: "count"
      case .add: "add"
      case .multiply: "multiply"
      }
    })

  static let verdicts = Choices(
    name: "verdicts",
    names: Game.Verdict.allCases.map {
      switch $0 {
      case .right: "right"
      case .rightAsEver: "rightAsEver"
      case .wrong: "wrong"
      case .unsure: "unsure"
      }
    })

  static let waits = Choices(
    name: "waits",
    names: RollOutlook.Wait.allCases.map {
      switch $0 {
      case .dice: "dice"
      case .stillness: "stillness"
      case .rest: "rest"
      case .stray: "stray"
      case .change: "change"
      }
    })

  /// As WebCodecs names them.
  static let formats = Choices(
    name: "formats",
    names: PicturePlanes.Format.allCases.map {
      switch $0 {
      case .rgba: "RGBA"
      case .bgra: "BGRA"
      case .i420: "I420"
      case .nv12: "NV12"
      }
    })

  static let matrices = Choices(
    name: "matrices",
    names: ColorEncoding.Matrix.allCases.map {
      switch $0 {
      case .bt601: "bt601"
      case .bt709: "bt709"
      }
    })
}
