import FlyingFox
import Foundation
import Media
import TossAnalysis
import VisionCore

/// The page of `toss watch`: what it answers to which request. Nothing is stored, and nothing is
/// asked of anybody else.
///
/// Only what calls this machine by a name of its own is answered: a page of a name that its owner has
/// made lead here (DNS rebinding) must not see through the camera.
struct TossPage: HTTPHandler {
  let live: LiveGame

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard Self.isOwn(request.headers[.host]) else { return respond(.forbidden) }
    guard request.method == .GET else {
      return respond(.methodNotAllowed, adding: [HTTPHeader("Allow"): "GET"])
    }
    switch request.path {
    case "/":
      return respond(
        .ok, adding: [.contentType: Site.mediaType(of: "html")],
        body: Data(PackageResources.watch_html))
    case "/watch.css":
      return respond(
        .ok, adding: [.contentType: Site.mediaType(of: "css")],
        body: Data(PackageResources.watch_css))
    case "/watch.js":
      return respond(
        .ok, adding: [.contentType: Site.mediaType(of: "js")],
        body: Data(PackageResources.watch_js))
    case "/state":
      return respond(
        .ok, adding: [.contentType: Site.mediaType(of: "json")],
        body: Data(await live.state.text.utf8))
    case "/picture.jpg":
      guard let picture = await live.picture() else { return respond(.notFound) }
      return respond(.ok, adding: [.contentType: Site.mediaType(of: "jpg")], body: picture)
    default:
      return respond(.notFound)
    }
  }

  /// Whether a host, with its port or without, is this machine as it calls itself. The port may be
  /// another's that leads here, such as a tunnel's.
  static func isOwn(_ host: String?) -> Bool {
    host?.lowercased().wholeMatch(of: /(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?/) != nil
  }

  private func respond(
    _ status: HTTPStatusCode, adding headers: HTTPHeaders = [:], body: Data = Data()
  ) -> HTTPResponse {
    var all = Site.securityHeaders
    all[.cacheControl] = "no-store"
    for (header, value) in headers { all[header] = value }
    return HTTPResponse(statusCode: status, headers: all, body: body)
  }
}

/// What a live page shows: the newest frame and what is known of the game.
actor LiveGame {
  private let units: UnitSystem
  private var frame: (image: RGBImage, time: Double)?
  private var scene: TossScene?
  private var people: [HumanBodyPoseObservation] = []
  private var notices: [TossNotice] = []
  private var hasEnded = false

  init(units: UnitSystem) { self.units = units }

  func show(
    _ image: RGBImage, at time: Double, _ scene: TossScene, people: [HumanBodyPoseObservation]
  ) {
    frame = (image, time)
    self.scene = scene
    self.people = people
  }

  func note(_ notice: TossNotice) { notices.append(notice) }

  func end(_ scene: TossScene) {
    self.scene = scene
    hasEnded = true
  }

  /// Drawn and encoded only when somebody looks.
  func picture() -> Data? {
    guard let frame, let scene else { return nil }
    var image = frame.image
    var drawn = TossPicture(scene, people: people, units: units)
    // The page says these in its own words.
    (drawn.headline, drawn.score, drawn.status) = ("", "", "")
    Annotator().draw(toss: drawn, at: frame.time, on: &image)
    return ImageWriter.jpeg(image).map { Data($0) }
  }

  var state: JSON {
    guard let scene else {
      return [
        "state": "Waiting for the first frame.", "score": "0", "count": "", "last": .null,
        "notices": [],
      ]
    }
    var last = JSON.null
    if let made = scene.lastThrow {
      let picture = TossPicture(scene, people: [], units: units)
      last = [
        "title": .string("\(picture.headline)  +\(made.points)"),
        "angle": .string(made.angleText ?? "–"), "speed": .string(made.speedText(in: units) ?? "–"),
        "distance": .string(made.distanceText(in: units) ?? "–"),
        "landed": .string(made.outcome.words),
      ]
    }
    return [
      "state": .string(hasEnded ? "The game is over." : scene.state.words),
      "score": .string(scene.scoreboard.text), "count": .string(scene.scoreboard.caption),
      "last": last, "notices": .array(notices.suffix(4).map { .string($0.description) }),
    ]
  }
}
