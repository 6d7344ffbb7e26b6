import BeanBagToss
import Inference
import Media
import TossAnalysis
import VisionCore
import VisionRequests

/// The board of a film whose corners nobody gave.
struct BoardOfFilm {
  var corners: GameboardObservation.Corners
  /// What the user should know of it.
  var notice: String?

  /// For how long a film is searched, in seconds.
  private static let span = 6.0

  /// Looks for it with the networks that `engine` runs.
  init(in video: String, engine: Engine) async throws(Failure) {
    guard video != "-" else {
      throw Failure(
        status: .usage,
        sentence: "A film from standard input is read once: say with --board where the board is.")
    }
    let frames = try openVideo(video)
    var hasFrames = false
    var game = TossDriver(TossWatch(bagsOn: nil), boards: try Self.model(engine))
    while let frame: PlanarFrame = try nextFrame(of: frames), frame.time <= Self.span {
      hasFrames = true
      _ = try await game.look(at: frame)
      guard let board = game.watch.knownBoard else { continue }
      self.init(board, fillsPicture: game.watch.doesBoardFillPicture)
      return
    }
    guard hasFrames else {
      throw Failure(
        status: .unreadable,
        sentence: "'\(video)' has no frames. Was the recording stopped before it began?")
    }
    throw Failure(
      status: .unreadable,
      sentence: """
        No board was found in '\(video)'. Say with --board where its corners are, or film it so that \
        all four are seen.
        """)
  }

  private static func model(_ engine: Engine) throws(Failure) -> GameboardModel {
    do throws(VisionError) {
      return try GameboardModel(engine: engine)
    } catch {
      throw Failure(error)
    }
  }

  private init(_ board: GameboardObservation, fillsPicture: Bool) {
    corners = board.corners
    if fillsPicture {
      notice = """
        The picture has the shape of a board, and a hole where it belongs: it is taken for one. \
        Give its corners with --board where that is wrong.
        """
    } else if board.confidence < DetectGameboardRequest.forAnyPicture {
      notice = TossNotice.uncertainBoard(confidence: board.confidence).description
    }
  }
}
