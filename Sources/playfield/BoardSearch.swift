import Foundation
import Media
import TossAnalysis
import VisionCore
import VisionRequests

/// Where the board of a film is, when nobody says it.
enum BoardSearch {
  struct Found {
    var corners: GameboardObservation.Corners
    /// What the user should know of it.
    var notice: String?
  }

  /// For how long a film is searched, in seconds, and how often.
  private static let span = 6.0
  private static let interval = 0.5
  /// How far a picture's shape may be from a board's, to be taken for one that a board fills.
  private static let shapeError = 0.12

  /// By how many levels a hole is darker than the board round it, and in how many of the directions in
  /// which that is looked at: a bag may lie over the rim.
  private static let holeDarkness = 25.0
  private static let directions = 24
  private static let darkDirections = 18

  /// A board that the networks find and that takes such a share of the picture is one. Lettering on a
  /// board that fills the picture looks to them like smaller ones; a larger one is that board itself.
  private static let plainShare = 0.04...0.7

  /// Looks for a board in the first seconds of a film; the first picture may be one all over.
  static func board(in video: String) async throws(Failure) -> Found {
    let frames = try openVideo(video)
    var request: DetectGameboardRequest
    do throws(VisionError) {
      request = DetectGameboardRequest(model: try GameboardModel())
      request.isThorough = false
    } catch {
      throw Failure(error)
    }
    request.confidenceThreshold = DetectGameboardRequest.forKnownBoard
    var hasFrames = false
    var next = 0.0
    while let frame = try nextFrame(of: frames), frame.time <= span {
      let isFirst = !hasFrames
      hasFrames = true
      guard frame.time >= next else { continue }
      next = frame.time + interval
      let found: GameboardObservation?
      do throws(VisionError) {
        found = try await request.perform(on: frame.image, orientation: .up).first
      } catch {
        throw Failure(error)
      }
      let isPlain = found.map { plainShare.contains(share(of: $0.corners)) } ?? false
      if isFirst, !isPlain, let corners = filling(frame.image) {
        return Found(
          corners: corners,
          notice: """
            The picture has the shape of a board, and a hole where it belongs: it is taken for one. \
            Give its corners with --board where that is wrong.
            """)
      }
      if let found {
        let isCertain = found.confidence >= DetectGameboardRequest.forAnyPicture
        return Found(
          corners: found.corners,
          notice: isCertain
            ? nil : TossNotice.uncertainBoard(confidence: found.confidence).description)
      }
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

  /// The picture's corners as a board's, in the order that the hole gives; `nil` where the picture has
  /// another shape than a board, or no hole where a board has it.
  private static func filling(_ picture: RGBImage) -> GameboardObservation.Corners? {
    let shape = Double(picture.width) / Double(picture.height)
    let board = Gameboard.width / Gameboard.length
    let isUpright = abs(shape / board - 1) < shapeError
    guard isUpright || abs(shape * board - 1) < shapeError else { return nil }
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { NormalizedPoint(x: $0.0, y: $0.1) }
    // From the hole at the top, clockwise: at the right, the foot, the left.
    let along = Gameboard.holeCenter.y / Gameboard.length
    let turns =
      isUpright
      ? [(0, 0.5, along), (2, 0.5, 1 - along)]
      : [(1, 1 - along, 0.5), (3, along, 0.5)]
    let radius =
      Gameboard.holeRadius / Gameboard.width
      * Double(isUpright ? picture.width : picture.height)
    /// In each direction, how much lighter it is beyond the rim than in the hole.
    func contrasts(_ place: (x: Double, y: Double)) -> [Double] {
      let hole = mean(of: lightness(of: picture, at: place, on: 0.4 * radius))
      return lightness(of: picture, at: place, on: 1.8 * radius).map { $0 - hole }
    }
    let candidates = turns.map { (turn: $0.0, contrasts: contrasts(($0.1, $0.2))) }
    let best = candidates.max { mean(of: $0.contrasts) < mean(of: $1.contrasts) }
    guard let (turn, contrasts) = best,
      contrasts.count(where: { $0 > holeDarkness }) >= darkDirections
    else { return nil }
    return GameboardObservation.Corners(
      farLeft: corners[turn], farRight: corners[(turn + 1) % 4],
      nearRight: corners[(turn + 2) % 4], nearLeft: corners[(turn + 3) % 4])
  }

  /// The lightness at places on a circle about a place, in levels.
  private static func lightness(
    of picture: RGBImage, at place: (x: Double, y: Double), on radius: Double
  ) -> [Double] {
    (0..<directions).map { step in
      let angle = Double(step) / Double(directions) * 2 * Double.pi
      let x = Int(place.x * Double(picture.width) + radius * cos(angle))
      let y = Int(place.y * Double(picture.height) + radius * sin(angle))
      let across = min(picture.width - 1, max(0, x))
      let down = min(picture.height - 1, max(0, y))
      let pixel = (down * picture.width + across) * 3
      return Double(picture.pixels[pixel..<pixel + 3].reduce(0) { $0 + Int($1) }) / 3
    }
  }

  private static func mean(of values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }

  /// How much of the picture is within four corners.
  private static func share(of corners: GameboardObservation.Corners) -> Double {
    let points = corners.all
    return points.indices.reduce(0) { sum, index in
      let (a, b) = (points[index], points[(index + 1) % points.count])
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
  }
}
