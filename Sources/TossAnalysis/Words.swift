public import BeanBagToss
public import VisionCore

// What outcomes and styles are called, on a page as in a terminal.

extension ThrowStyle {
  public var words: String { self == .none ? "no clear style" : rawValue }
}

extension Outcome {
  public var words: String {
    switch self {
    case .hole: "in the hole"
    case .board: "on the board"
    case .off: "off the board"
    }
  }
}
