internal import BeanBagToss

/// Something that the page is let know.
enum PageEvent {
  case stateChanged(TossState)
  /// A throw has ended, or what was known of it has changed: by its number.
  case throwEnded(Int, TossWatch.Decision)
  case throwChanged(Int)
  case notice(TossNotice)
  /// More is left out because the device is too slow, or less again.
  case paceChanged(FramePacing.Pace)

  /// `nil` for what becomes of bags by themselves, which no page watches.
  init?(_ event: TossWatch.Event) {
    switch event {
    case .stateChanged(let state): self = .stateChanged(state)
    case .throwEnded(let made, let decision): self = .throwEnded(made.number, decision)
    case .throwChanged(let made): self = .throwChanged(made.number)
    case .notice(let notice): self = .notice(notice)
    case .bag: return nil
    }
  }

  /// An index of ``Choices/events``.
  var index: UInt8 {
    switch self {
    case .stateChanged: 0
    case .throwEnded: 1
    case .throwChanged: 2
    case .notice: 3
    case .paceChanged: 4
    }
  }

  /// The number of the throw that it is about.
  var throwNumber: Int? {
    switch self {
    case .throwEnded(let number, _), .throwChanged(let number): number
    case .notice(let notice): notice.throwNumber
    case .stateChanged, .paceChanged: nil
    }
  }
}

extension TossNotice {
  /// An index of ``Choices/notices``.
  var index: UInt8 {
    switch self {
    case .noFrames: 0
    case .noBoard: 1
    case .noThrow: 2
    case .uncertainBoard: 3
    case .severalPeople: 4
    case .cameraMoved: 5
    case .anotherView: 6
    case .boardElsewhere: 7
    case .flightUnseen: 8
    case .notMeasured: 9
    case .releaseUnseen: 10
    case .gameOver: 11
    case .cutInFlight: 12
    case .unevenFrames: 13
    case .gravityDisagrees: 14
    }
  }

  fileprivate var throwNumber: Int? {
    switch self {
    case .flightUnseen(let number), .notMeasured(let number), .releaseUnseen(let number),
      .gameOver(let number), .cutInFlight(let number), .gravityDisagrees(let number, _):
      number
    default: nil
    }
  }

  /// What it says beside the throw's number: a confidence, a count, a time or a ratio.
  var value: Double? {
    switch self {
    case .uncertainBoard(let confidence): Double(confidence)
    case .severalPeople(let count): Double(count)
    case .cameraMoved(let time), .anotherView(let time): time
    case .unevenFrames(_, let longest): longest
    case .gravityDisagrees(_, let ratio): ratio
    default: nil
    }
  }
}
