import FlyingFox
import Foundation
import Media
import Testing
import VisionCore

@testable import BeanBagToss
@testable import playfield
@testable import SimulatedToss

@Suite("The page of a live game")
struct TossPageTests {
  private func ask(
    _ path: String, of live: LiveGame,
    method: HTTPMethod = .GET
  ) async throws -> HTTPResponse {
    let headers: [HTTPHeader: String] = [.host: "localhost:8090"]
    return try await TossPage(live: live).handleRequest(
      HTTPRequest(
        method: method, version: .http11, path: path, query: [], headers: headers, body: Data()))
  }

  private func scene(_ made: Throw?) -> TossScene {
    let throwsMade = [made].compactMap { $0 }
    return TossScene(
      state: .ready, board: SimulatedGame.board, paths: [],
      scoreboard: .init(rules: .practice, throwsMade: throwsMade.map(\.figures)), lastThrow: made)
  }

  private let picture = RGBImage(
    width: 64, height: 36, pixels: [UInt8](repeating: 90, count: 64 * 36 * 3))

  @Test(
    "only who calls this machine by a name of its own is answered",
    arguments: [
      ("localhost:8090", true, "as it is printed"), ("LOCALHOST", true, "hosts have no case"),
      ("127.0.0.1:8090", true, "by its number"), ("[::1]:8090", true, "by its other number"),
      ("localhost:9000", true, "through a tunnel of one's own"),
      ("evil.example:8090", false, "a name that was made lead here"),
      ("localhost.evil.example:8090", false, "one that begins alike"),
      ("evil.example:8090@localhost", false, "one that ends alike"), ("", false, "none"),
      (nil, false, "not even an empty one"),
    ] as [(String?, Bool, String)])
  func hosts(host: String?, isAnswered: Bool, reason: String) {
    #expect(OwnPage.isOwn(host) == isAnswered, "\(reason)")
  }

  @Test func `it shows the picture and the last throw, once there are any`() async throws {
    let live = LiveGame(units: .metric)
    #expect(try await ask("/picture.jpg", of: live).statusCode == .notFound)
    var state = try await ask("/state", of: live).bodyData
    #expect(String(decoding: state, as: UTF8.self).contains("Waiting for the first frame."))

    let made = SimulatedGame.session(seed: 1).throwsMade[0]
    await live.show(picture, at: 3, scene(made), people: [])
    await live.note(.cameraMoved(time: 2))
    let jpeg = try await ask("/picture.jpg", of: live)
    #expect(try await jpeg.bodyData.prefix(2) == Data([0xFF, 0xD8]))
    #expect(jpeg.headers[.cacheControl] == "no-store")
    state = try await ask("/state", of: live).bodyData
    let sent = try #require(try JSONSerialization.jsonObject(with: state) as? [String: Any])
    let last = try #require(sent["last"] as? [String: Any])
    #expect(last["speed"] as? String == made.speedText(in: .metric))
    #expect(last["landed"] as? String == made.outcome.words)
    #expect(sent["score"] as? String == "\(made.points)")
    #expect((sent["notices"] as? [String])?.first?.hasPrefix("The camera moved at 2.0 s") == true)

    await live.end(scene(made))
    state = try await ask("/state", of: live).bodyData
    #expect(String(decoding: state, as: UTF8.self).contains("The game is over."))
  }

  @Test func `there is nothing else, and nothing is taken`() async throws {
    let live = LiveGame(units: .metric)
    #expect(try await ask("/etc/passwd", of: live).statusCode == .notFound)
    #expect(try await ask("/", of: live, method: .POST).statusCode == .methodNotAllowed)
    let page = try await ask("/", of: live)
    #expect(page.headers[HTTPHeader("Content-Security-Policy")]?.contains("'none'") == true)
  }
}
