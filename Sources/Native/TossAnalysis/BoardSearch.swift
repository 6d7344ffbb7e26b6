package import Inference
internal import SceneReading
package import VisionCore
package import VisionRequests

/// Where the board of a film is, when nobody says it: looked for in its first seconds. The first picture may be one
/// all over.
package struct BoardSearch {
  package enum Found {
    /// Of a picture that has the shape of a board, and a hole where it belongs.
    case filling(GameboardObservation.Corners)
    /// What the networks found.
    case seen(GameboardObservation)
  }

  /// For how long a film is searched, in seconds, and how often.
  package static let span = 6.0
  private static let interval = 0.5

  /// A board that the networks find and that takes such a share of the picture is one. Lettering on a
  /// board that fills the picture looks to them like smaller ones; a larger one is that board itself.
  private static let plainShare = 0.04...0.7

  private var request: DetectGameboardRequest
  private var isFirst = true
  private var next = 0.0

  /// - Parameter engine: What runs the networks.
  /// - Throws: ``VisionError`` when the networks cannot be loaded.
  package init(engine: Engine = .automatic) throws(VisionError) {
    request = DetectGameboardRequest(model: try GameboardModel(engine: engine))
    request.isThorough = false
    request.confidenceThreshold = DetectGameboardRequest.forKnownBoard
  }

  /// Looks at the next frame, upright, at a time in seconds; `nil` where no board was found in it.
  ///
  /// - Throws: ``VisionError`` when a network cannot be run.
  package mutating func look(at image: RGBImage, time: Double) async throws(VisionError) -> Found? {
    guard time >= next else { return nil }
    next = time + Self.interval
    defer { isFirst = false }
    let found = try await request.perform(on: image, orientation: .up).first
    let isPlain = found.map { Self.plainShare.contains(Self.share(of: $0.corners)) } ?? false
    if isFirst, !isPlain, let corners = BoardFillingPicture.corners(of: image) {
      return .filling(corners)
    }
    return found.map { .seen($0) }
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
