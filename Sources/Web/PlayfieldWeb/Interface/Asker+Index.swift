internal import DiceGame
internal import PageInterface
internal import RaceGame

extension Asker {
  /// Behind those of the dice game.
  private static let raceIndex = UInt8(GameMode.allCases.count)

  /// The one that an index of ``Choices/modes`` means; `nil` for a number that means none.
  init?(argument: Int32) {
    if let mode = GameMode(argument: argument) {
      self = .mode(mode)
    } else if argument == Int32(Self.raceIndex) {
      self = .race
    } else {
      return nil
    }
  }

  /// An index of ``Choices/modes``.
  var index: UInt8 {
    switch self {
    case .mode(let mode): mode.rawValue
    case .other: Self.raceIndex
    }
  }
}
