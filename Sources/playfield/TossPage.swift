import BeanBagToss
import FlyingFox
import Foundation
import Media
import TossAnalysis
import VisionCore

/// The page of `toss watch`: what it answers to which request. Nothing is stored, and nothing is
/// asked of anybody else. Its server lets in requests of this machine alone.
struct TossPage: HTTPHandler {
  let live: LiveGame

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .GET else {
      return OwnPage.respond(.methodNotAllowed, adding: [HTTPHeader("Allow"): "GET"])
    }
    switch request.path {
    case "/": return OwnPage.respond("html", PackageResources.watch_html)
    case "/watch.css": return OwnPage.respond("css", PackageResources.watch_css)
    case "/watch.js": return OwnPage.respond("js", PackageResources.watch_js)
    case "/state": return OwnPage.respond("json", Array(await live.state.text.utf8))
    case "/picture.jpg":
      guard let picture = await live.picture() else { return OwnPage.respond(.notFound) }
      return OwnPage.respond("jpg", picture)
    default: return OwnPage.respond(.notFound)
    }
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
  func picture() -> [UInt8]? {
    guard let frame, let scene else { return nil }
    var image = frame.image
    var drawn = TossPicture(scene, people: people, units: units)
    // The page says these in its own words.
    (drawn.headline, drawn.score, drawn.status) = ("", "", "")
    Annotator().draw(toss: drawn, at: frame.time, on: &image)
    return ImageWriter.jpeg(image)
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
