/// What whoever filmed a game should know of it, so that the next clip is better.
public enum TossNotice: Hashable, Sendable {
  case noFrames
  case noBoard
  case noThrow
  /// So many people are in view.
  case severalPeople(Int)
  /// The camera moved at a time, in seconds.
  case cameraMoved(time: Double)
  /// The clip ends while a bag flies.
  case cutInFlight(throw: Int)
  /// Frames come at times as far apart as these, in seconds.
  case unevenFrames(shortest: Double, longest: Double)
  /// Gravity is so many times what it is on Earth.
  case gravityDisagrees(throw: Int, ratio: Double)
}

extension TossNotice: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noFrames:
      "There is no frame in this clip. Film the game again, or copy the file again."
    case .noBoard:
      """
      No board was found, so that nothing can be measured. Film so that all four corners of the \
      board are seen, or tell them by '--board'.
      """
    case .noThrow:
      """
      No throw was seen. The camera must stand still, and the bag's flight must be in the picture \
      from the hand to the board.
      """
    case .severalPeople(let count):
      """
      \(count) people are in view; the one whose hand is nearest to where a bag's flight begins is \
      taken for the thrower. Keep others out of the picture.
      """
    case .cameraMoved(let time):
      """
      The camera moved at \(fixed(time, places: 1)) s; throws during that are marked. Put it on a stand, or \
      lean it against something.
      """
    case .cutInFlight(let number):
      """
      The clip ends while the bag of throw \(number) flies; where it came down is reckoned from its \
      path. Film on until the bag lies still.
      """
    case .unevenFrames(let shortest, let longest):
      """
      The frames are \(fixed(shortest * 1000, places: 0)) to \(fixed(longest * 1000, places: 0)) ms apart; \
      their own times are used. A camera set to a fixed frame rate gives better figures.
      """
    case .gravityDisagrees(let number, let ratio):
      ratio < 0.8
        ? """
        In throw \(number) gravity seems \(fixed(ratio, places: 2)) times as strong as it is: the clip \
        seems to be slowed down. Its angle holds, its speed is that of the clip's clock; film at \
        normal speed.
        """
        : """
        In throw \(number) gravity seems \(fixed(ratio, places: 2)) times as strong as it is: the scale \
        is off. Is the board of regulation size, and are its corners right?
        """
    }
  }
}
