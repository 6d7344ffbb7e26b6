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

  /// Looks for it with the networks that `engine` runs.
  init(in video: String, engine: Engine) async throws(Failure) {
    guard video != "-" else {
      throw Failure(
        status: .usage,
        sentence: "A film from standard input is read once: say with --board where the board is.")
    }
    let frames = try openVideo(video)
    var search: BoardSearch
    do throws(VisionError) {
      search = try BoardSearch(engine: engine)
    } catch {
      throw Failure(error)
    }
    var hasFrames = false
    while let frame: VideoFrame = try nextFrame(of: frames), frame.time <= BoardSearch.span {
      hasFrames = true
      let found: BoardSearch.Found?
      do throws(VisionError) {
        found = try await search.look(at: frame.image, time: frame.time)
      } catch {
        throw Failure(error)
      }
      guard let found else { continue }
      self.init(found)
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

  private init(_ found: BoardSearch.Found) {
    switch found {
    case .filling(let corners):
      self.corners = corners
      notice = """
        The picture has the shape of a board, and a hole where it belongs: it is taken for one. \
        Give its corners with --board where that is wrong.
        """
    case .seen(let board):
      corners = board.corners
      notice =
        board.confidence >= DetectGameboardRequest.forAnyPicture
        ? nil : TossNotice.uncertainBoard(confidence: board.confidence).description
    }
  }
}
