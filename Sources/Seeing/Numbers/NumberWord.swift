/// The words of which English numbers from 0 to 999 consist.
public enum NumberWord: UInt8, CaseIterable, Hashable, Sendable {
  case zero, one, two, three, four, five, six, seven, eight, nine
  case ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen
  case twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety
  /// The digit 0 as it is said between others: "one oh eight".
  case oh
  case hundred, and, a, double, triple

  /// - Parameter text: The word as it is written, in lower case.
  public init?(_ text: some StringProtocol) {
    // Comparing bytes spares the browser the tables by which Unicode compares spellings.
    for word in Self.allCases
    where word.spelling.withUTF8Buffer({ $0.elementsEqual(text.utf8) }) {
      self = word
      return
    }
    return nil
  }

  /// The word as it is written.
  public var text: String { spelling.withUTF8Buffer { String(decoding: $0, as: UTF8.self) } }

  /// The word as it is written, for tables that are made before the program runs.
  public var spelling: StaticString {
    switch self {
    case .zero: "zero"
    case .one: "one"
    case .two: "two"
    case .three: "three"
    case .four: "four"
    case .five: "five"
    case .six: "six"
    case .seven: "seven"
    case .eight: "eight"
    case .nine: "nine"
    case .ten: "ten"
    case .eleven: "eleven"
    case .twelve: "twelve"
    case .thirteen: "thirteen"
    case .fourteen: "fourteen"
    case .fifteen: "fifteen"
    case .sixteen: "sixteen"
    case .seventeen: "seventeen"
    case .eighteen: "eighteen"
    case .nineteen: "nineteen"
    case .twenty: "twenty"
    case .thirty: "thirty"
    case .forty: "forty"
    case .fifty: "fifty"
    case .sixty: "sixty"
    case .seventy: "seventy"
    case .eighty: "eighty"
    case .ninety: "ninety"
    case .oh: "oh"
    case .hundred: "hundred"
    case .and: "and"
    case .a: "a"
    case .double: "double"
    case .triple: "triple"
    }
  }

  /// What the word adds to a number, apart from where it may stand.
  enum Role {
    /// 0 to 9.
    case digit(UInt8)
    /// 10 to 19.
    case teen(UInt8)
    /// 20, 30, … 90.
    case tens(UInt8)
    case hundred, and, a
    /// So many times the digit that follows.
    case times(UInt8)
  }

  var role: Role {
    switch self {
    case .oh: .digit(0)
    case .hundred: .hundred
    case .and: .and
    case .a: .a
    case .double: .times(2)
    case .triple: .times(3)
    default:
      if rawValue < 10 {
        .digit(rawValue)
      } else if rawValue < 20 {
        .teen(rawValue)
      } else {
        .tens((rawValue - 18) * 10)
      }
    }
  }
}
