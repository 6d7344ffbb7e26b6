/// What the network hears of a ``NumberWord``, in the order of its outputs: the word, or of teens and tens the
/// stem and the ending.
///
/// "Sixteen" and "sixty" begin as "six" does, and "sixteen" ends as "nineteen" does: so few voices that say
/// them in training are helped by all that say the others.
public enum NumberPart: UInt8, CaseIterable, Hashable, Sendable {
  case zero, one, two, three, four, five, six, seven, eight, nine
  case ten, eleven, twelve
  /// The stems that are no words: of "thirteen" and "thirty", of "fifteen" and "fifty", of "twenty".
  case thir, fif, twen
  /// The endings.
  case teen, ty
  case oh, hundred, and, a, double, triple

  /// The part as it is written, for tables that are made before the program runs.
  public var spelling: StaticString {
    switch self {
    case .thir: "thir"
    case .fif: "fif"
    case .twen: "twen"
    case .teen: "teen"
    case .ty: "ty"
    default: word?.spelling ?? ""
    }
  }

  /// The word that the part is; `nil` for stems that are no words, and for endings.
  var word: NumberWord? {
    switch rawValue {
    case ...Self.twelve.rawValue: NumberWord(rawValue: rawValue)
    // Both go on alike from "oh" on.
    case Self.oh.rawValue...:
      NumberWord(rawValue: rawValue - Self.oh.rawValue + NumberWord.oh.rawValue)
    default: nil
    }
  }

  /// The digit of the teen and of the tens that begin with the part; `nil` where none do.
  var stem: UInt8? {
    switch self {
    case .twen: 2
    case .thir: 3
    case .fif: 5
    case .four, .six, .seven, .eight, .nine: rawValue
    default: nil
    }
  }
}

extension NumberWord {
  /// The word of a stem, such as ``NumberPart/six``, and an ending; `nil` where they make none.
  init?(stem: NumberPart, ending: NumberPart) {
    guard let digit = stem.stem else { return nil }
    switch ending {
    case .teen where digit > 2: self.init(rawValue: 10 + digit)
    case .ty: self.init(rawValue: 18 + digit)
    default: return nil
    }
  }
}
