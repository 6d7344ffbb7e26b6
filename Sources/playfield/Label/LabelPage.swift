import FlyingFox
import Foundation
import VisionCore

/// The page of `dice label`: what it answers to which request. Its server lets in requests of this machine alone, and only a page
/// of its own may change anything.
struct LabelPage: HTTPHandler {
  let photographs: LabelSet

  /// Thousands of boxes.
  private static let byteLimit = 1_000_000

  private struct Correction: Decodable {
    let boxes: [COCOFile.Box]
  }

  private struct List: Encodable {
    let photos: [LabelSet.Entry]
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    do throws(Failure) {
      switch (request.method, request.path) {
      case (.GET, "/"): return OwnPage.respond("html", PackageResources.label_html)
      case (.GET, "/label.css"): return OwnPage.respond("css", PackageResources.label_css)
      case (.GET, "/label.js"): return OwnPage.respond("js", PackageResources.label_js)
      case (.GET, "/photos"): return json(List(photos: await photographs.entries))
      case (.GET, let path): return try await show(path)
      case (.PUT, let path): return try await correct(path, by: request)
      default:
        return OwnPage.respond(.methodNotAllowed, adding: [HTTPHeader("Allow"): "GET, PUT"])
      }
    } catch {
      return text(
        error.status == .fault ? .internalServerError : .unprocessableContent, error.sentence)
    }
  }

  /// Answers "/photos/3" with its boxes, "/photos/3.jpg" as a picture.
  private func show(_ path: String) async throws(Failure) -> HTTPResponse {
    guard let match = path.wholeMatch(of: /\/photos\/([0-9]{1,9})(\.jpg)?/),
      let index = Int(match.1)
    else { return OwnPage.respond(.notFound) }
    if match.2 != nil {
      guard let picture = try await photographs.picture(at: index) else {
        return OwnPage.respond(.notFound)
      }
      return OwnPage.respond("jpg", picture)
    }
    guard let photo = try await photographs.photo(at: index) else {
      return OwnPage.respond(.notFound)
    }
    return json(photo)
  }

  private func correct(_ path: String, by request: HTTPRequest) async throws(Failure)
    -> HTTPResponse
  {
    guard let match = path.wholeMatch(of: /\/photos\/([0-9]{1,9})/), let index = Int(match.1) else {
      return OwnPage.respond(.notFound)
    }
    // A browser names the page that asks; and no other page may send JSON without being allowed to.
    let origin = request.headers[HTTPHeader("Origin")]
    guard origin == nil || origin == request.headers[.host].map({ "http://\($0)" }),
      request.headers[.contentType] == "application/json"
    else { return OwnPage.respond(.forbidden) }
    // Before it is read: its length is what Content-Length says. Without one it may have no end.
    guard let length = request.bodySequence.count, length <= Self.byteLimit else {
      return text(.payloadTooLarge, "These are more boxes than a photograph has.")
    }
    let body = (try? await request.bodyData) ?? Data()
    guard let correction = try? JSONDecoder().decode(Correction.self, from: body),
      correction.boxes.allSatisfy(\.isSound)
    else { return text(.badRequest, "These are no boxes of dice.") }
    let isThere = try await photographs.save(correction.boxes, at: index)
    return OwnPage.respond(isThere ? .noContent : .notFound)
  }

  private func json(_ value: some Encodable) -> HTTPResponse {
    OwnPage.respond("json", Array((try? JSONEncoder().encode(value)) ?? Data()))
  }

  private func text(_ status: HTTPStatusCode, _ words: String) -> HTTPResponse {
    OwnPage.respond(
      status, adding: [.contentType: "text/plain; charset=utf-8"], body: Data(words.utf8))
  }
}
