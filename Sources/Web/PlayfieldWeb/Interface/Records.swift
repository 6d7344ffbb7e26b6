internal import DiceGame
internal import DiceReading
internal import Handwriting
internal import PageInterface
internal import PlaneTracking
internal import RaceGame
internal import SpokenNumbers
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

/// How long the parts of a reading took, in milliseconds.
let readingTimesRecord = Record<ReadingTimes>(
  "readingTimes",
  [
    .number("upright") { $0.drawing },
    .number("network") { $0.network },
    .number("boxes") { $0.decoding },
  ])

/// What the player sees.
let gameRecord = Record<Game>(
  "game",
  [
    .choice("phase", of: .phases) { $0.phase.rawValue },
    .choice("table", of: .tables) { $0.table.rawValue },
    .choice("mode", of: .modes) { $0.asker.index },
    .number("round") { $0.round },
    .number("tries") { $0.question?.tries ?? 0 },
    .optional("answer") { $0.rightAnswer },
    .choice("help", of: .helps) { ($0.question?.help ?? .none).rawValue },
    .number("maximumDice") { $0.asker.maximumDice },
    .flag("showsValues") { $0.showsValues },
    // After the answer was shown: with how many dice to roll again.
    .optional("minimumNextDice") { $0.suggestedDice?.lowerBound },
    .optional("maximumNextDice") { $0.suggestedDice?.upperBound },
  ])

/// A result of counting along.
let countedRecord = Record<Int>("counted", [.number("result") { $0 }])

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
  // What the page's sliders begin with.
  Constant(name: "confidenceThreshold", value: DiceArea.confidenceThreshold),
  Constant(name: "iouThreshold", value: DiceArea.iouThreshold),
]

// MARK: The path

/// A step of the learning path.
let stepRecord = Record<(LearningPath, LearningPath.Step)>(
  "step",
  [
    .choice("name", of: .steps) { $0.1.rawValue },
    .choice("mode", of: .modes) { $0.1.mode.rawValue },
    .number("stars") { $0.0.stars(in: $0.1) },
    .flag("isLearned") { $0.0.hasLearned($0.1) },
    .flag("isCurrent") { $0.0.current == $0.1 },
  ])

let pathConstants = [Constant(name: "starsToLearn", value: Double(LearningPath.starsToLearn))]

// MARK: Ink

/// A digit as it was read.
let digitRecord = Record<DigitObservation>(
  "digitReading",
  [
    .number("digit") { $0.digit },
    .number("confidence") { Double($0.confidence) },
    .flag("isCertain") { $0.isCertain },
  ])

let inkConstants = [Constant(name: "digitSide", value: Double(DigitPicture.side))]

// MARK: The race

/// What the players see.
let raceRecord = Record<Race>(
  "race",
  [
    .choice("phase", of: .racePhases) { $0.phase.rawValue },
    // Players have numbers from 0, in the order of their turns.
    .number("player") { $0.player },
    .optional("winner") { $0.winner },
    // The roll that waits for its answer, and one that came before it.
    .optional("first") { $0.roll?.first.pips },
    .optional("second") { $0.roll?.second.pips },
    .optional("newFirst") { $0.newRoll?.first.pips },
    .optional("newSecond") { $0.newRoll?.second.pips },
    .flag("isRollOnTable") { $0.isRollOnTable },
    .optional("otherCount") { $0.otherCount },
    // Where the two answers lead.
    .optional("sumSection") { $0.section(by: .sum) },
    .optional("differenceSection") { $0.section(by: .difference) },
  ])

/// A player of a race.
let racerRecord = Record<(Race, Int)>(
  "racer",
  [
    .number("section") { $0.0.sections[$0.1] },
    .number("turns") { $0.0.turns(of: $0.1) },
  ])

/// A turn of a race.
let moveRecord = Record<Move>(
  "move",
  [
    .number("player") { $0.player },
    .number("first") { $0.dice.first.pips },
    .number("second") { $0.dice.second.pips },
    .number("answer") { $0.answer },
    .choice("way", of: .ways) { $0.way.rawValue },
    .number("from") { $0.from },
    .number("to") { $0.to },
  ])

let raceConstants = [
  Constant(name: "sectionCount", value: Double(Race.sectionCount)),
  Constant(name: "maximumRacers", value: Double(Race.maximumPlayers)),
  Constant(name: "pawnRing", value: BoardSight.pawns.radius),
  Constant(name: "pawnHeight", value: BoardSight.pawns.height),
]

// MARK: The table

/// Where the table is in the picture.
let planeViewRecord = Record<PlaneView>(
  "planeView",
  [
    .choice("state", of: .planeStates) { $0.state.rawValue },
    // Row by row.
    .numbers("matrix", count: 9) { $0.matrix.number(at: $1) },
    // In cells; 0 where nothing is over the table.
    .number("coverWidth") { $0.cover.width },
    .number("coverHeight") { $0.cover.height },
  ])

/// How the table lies before the camera.
let lyingRecord = Record<PlaneOfSquares>(
  "lying",
  [
    // Where up is, along the camera's axes: right, down, ahead.
    .numbers("up", count: 3) { $0.up[$1] },
    // How high the camera is above the dice's tops, in their sides.
    .number("height") { $0.height },
  ])

/// How the board is seen on the table, normalized to the upright picture.
let sightRecord = Record<BoardSight>(
  "boardSight",
  [
    // From the board's plane to the picture, row by row.
    .numbers("plane", count: 9) { $0.plane.number(at: $1) },
    .numbers("up", count: 3) { $0.up[$1] },
  ])

/// A die that lies on the board: the middle of its foot and its side in the board's plane, and how it is turned there.
let boardDieRecord = Record<BoardDie>(
  "boardDie",
  [
    .number("x") { $0.middle.x },
    .number("y") { $0.middle.y },
    .number("side") { $0.side },
    // Counterclockwise from the board's x axis, in radians.
    .number("turn") { $0.turn },
  ])

// MARK: The voice

/// What was said.
let readingRecord = Record<(NumberReading, isCertain: Bool)>(
  "spokenReading",
  [
    .flag("isNumber") { $0.0.number != nil },
    .number("probabilityOfNone") { Double($0.0.probabilityOfNone) },
    .number("confidence") { Double($0.0.confidence) },
    // Otherwise whoever spoke is asked which number they said.
    .flag("isCertain") { $0.isCertain },
    .flag("isTooQuiet") { $0.0.isTooQuiet },
  ])

/// A number that may have been said.
let candidateRecord = Record<NumberReading.Candidate>(
  "candidate",
  [
    .number("number") { $0.number.value },
    .number("probability") { Double($0.probability) },
  ])

/// How loud a sound is in each band of the spectrogram, the lowest first: 1 for a factor of 10,000 in power, all of an
/// utterance within 2 of its loudest.
let soundFrameRecord = Record<[Float]>(
  "soundFrame", [.numbers("bands", count: WhisperSpectrogram.bands) { Double($0[$1]) }])

/// What the network hears at a moment: the likeliest part of a word, and how likely that is.
let momentRecord = Record<[Float]>(
  "moment",
  [
    .choice("part", of: .spokenParts) { UInt8(likeliestPart(of: $0)) },
    .number("probability") { Double($0[likeliestPart(of: $0)]) },
  ])

private func likeliestPart(of probabilities: [Float]) -> Int {
  (0...PartScores.otherWord).max { probabilities[$0] < probabilities[$1] } ?? 0
}

/// A word of a number.
let spokenWordRecord = Record<NumberWord>(
  "spokenWord", [.choice("word", of: .spokenWords) { $0.rawValue }])

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
      case .shown: "shown"
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

  /// Those of the dice game, and the race.
  static let modes = Choices(
    name: "modes",
    names: GameMode.allCases.map {
      switch $0 {
      case .count: "count"
      case .add: "add"
      case .multiply: "multiply"
      }
    } + ["race"])

  static let verdicts = Choices(
    name: "verdicts",
    names: Game.Verdict.allCases.map {
      switch $0 {
      case .right: "right"
      case .wrong: "wrong"
      case .unsure: "unsure"
      case .secret: "secret"
      }
    })

  static let sources = Choices(
    name: "sources",
    names: Answer.Source.allCases.map {
      switch $0 {
      case .pen: "pen"
      case .keys: "keys"
      case .voice: "voice"
      }
    })

  static let helps = Choices(
    name: "helps",
    names: Question.Help.allCases.map {
      switch $0 {
      case .none: "none"
      case .pointing: "pointing"
      case .countingAlong: "countingAlong"
      case .answer: "answer"
      }
    })

  static let steps = Choices(
    name: "steps",
    names: LearningPath.Step.allCases.map {
      switch $0 {
      case .countToFive: "countToFive"
      case .countToTen: "countToTen"
      case .addTwo: "addTwo"
      case .addThree: "addThree"
      case .addMore: "addMore"
      case .timesOnesAndTwos: "timesOnesAndTwos"
      case .timesFives: "timesFives"
      case .timesThreesFoursAndSixes: "timesThreesFoursAndSixes"
      case .timesThreeDice: "timesThreeDice"
      }
    })

  static let spokenWords = Choices(
    name: "spokenWords", names: NumberWord.allCases.map { $0.spelling })

  /// The parts of numbers' words, and at last any other word.
  static let spokenParts = Choices(
    name: "spokenParts", names: NumberPart.allCases.map { $0.spelling } + ["other"])

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

  /// How a picture is brought to the network's shape.
  static let shapes = Choices(
    name: "shapes",
    names: CropAndScale.allCases.map {
      switch $0 {
      case .scaleToFit: "fit"
      case .scaleToFill: "fill"
      case .centerCrop: "crop"
      }
    })

  static let racePhases = Choices(
    name: "racePhases",
    names: Race.Phase.allCases.map {
      switch $0 {
      case .waiting: "waiting"
      case .asking: "asking"
      case .choosing: "choosing"
      case .tooFewDice: "tooFewDice"
      case .tooManyDice: "tooManyDice"
      case .won: "won"
      }
    })

  /// What an answer was.
  static let ways = Choices(
    name: "ways",
    names: Move.Way.allCases.map {
      switch $0 {
      case .sum: "sum"
      case .difference: "difference"
      case .secret: "secret"
      }
    })

  /// Where the table is, compared with the picture before.
  static let planeStates = Choices(
    name: "planeStates",
    names: PlaneView.State.allCases.map {
      switch $0 {
      case .held: "held"
      case .moved: "moved"
      case .lost: "lost"
      case .plain: "plain"
      }
    })

  static let hearings = Choices(
    name: "hearings",
    names: Hearing.allCases.map {
      switch $0 {
      case .silence: "silence"
      case .speech: "speech"
      case .said: "said"
      }
    })
}

extension Matrix3 {
  /// One of its nine numbers, row by row.
  fileprivate func number(at index: Int) -> Double {
    let row = index < 3 ? rows.0 : index < 6 ? rows.1 : rows.2
    return row[index % 3]
  }
}
