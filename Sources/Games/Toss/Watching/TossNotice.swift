/// What whoever filmed a game should know of it, so that the next clip is better.
public enum TossNotice: Hashable, Sendable {
  case noFrames
  case noBoard
  case noThrow
  /// What is taken for the board was seen with this confidence, below that of a certain one.
  case uncertainBoard(confidence: Float)
  /// So many people are in view.
  case severalPeople(Int)
  /// The camera moved at a time, in seconds.
  case cameraMoved(time: Double)
  /// The picture is another one since a time, in seconds, and taken for the same board with other bags.
  case anotherView(time: Double)
  /// The camera moved, and the board is not where it was said to be.
  case boardElsewhere
  /// Of this throw no flight was seen, only where its bag ended.
  case flightUnseen(throw: Int)
  /// The flight of this throw was seen, but no figures fit it.
  case notMeasured(throw: Int)
  /// Nobody was seen to let go the bag of this throw.
  case releaseUnseen(throw: Int)
  /// The game was over when this throw was made.
  case gameOver(throw: Int)
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
      board are seen, or give them with '--board'.
      """
    case .noThrow:
      """
      No throw was seen. The camera must stand still, and the bag's flight must be in the picture \
      from the hand to the board.
      """
    case .uncertainBoard(let confidence):
      """
      The board was found with only \(fixed(100 * Double(confidence), places: 0)) % confidence. Check in the marked \
      picture where it is taken to be, and give its corners with '--board' if it is elsewhere.
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
    case .anotherView(let time):
      """
      The picture is another one since \(fixed(time, places: 1)) s, and taken for the same board with other \
      bags. Cut the clip where the camera changes if it is not.
      """
    case .boardElsewhere:
      """
      The camera stands elsewhere than before, so that the board is not where '--board' says it is; \
      throws since then are marked. Film what follows as a clip of its own, with corners of its own.
      """
    case .flightUnseen(let number):
      """
      Of throw \(number) only where its bag ended was seen, so that it has no angle and no speed. The whole \
      flight must be in the picture, and the clip must not be slowed down.
      """
    case .notMeasured(let number):
      """
      No angle and no speed could be found that go with the flight of throw \(number). All of it must be \
      in the picture, and the board's corners must be right.
      """
    case .releaseUnseen(let number):
      """
      The release of throw \(number) was not seen; its angle and speed are those of where its path \
      begins. The thrower must be in the picture, from before the throw.
      """
    case .gameOver(let number):
      """
      The game was over before throw \(number); what is thrown since is measured, but not counted in \
      the score. Film every game as a clip of its own.
      """
    case .cutInFlight(let number):
      """
      The clip ends while the bag of throw \(number) flies; where it came down is estimated from its \
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
