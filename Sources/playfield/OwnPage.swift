import FlyingFox
import Foundation

/// What the local-only pages share.
enum OwnPage {
  /// Whether a host, with its port or without, is this machine as it calls itself. The port may be
  /// another's that leads here, such as a tunnel's.
  ///
  /// A page of a name that its owner has made lead here (DNS rebinding) must not see through a camera, or
  /// into a folder.
  static func isOwn(_ host: String?) -> Bool {
    host?.lowercased().wholeMatch(of: /(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?/) != nil
  }

  /// An answer that no browser keeps.
  static func respond(
    _ status: HTTPStatusCode, adding headers: HTTPHeaders = [:], body: Data = Data()
  ) -> HTTPResponse {
    var all = Site.securityHeaders
    all[.cacheControl] = "no-store"
    for (header, value) in headers { all[header] = value }
    return HTTPResponse(statusCode: status, headers: all, body: body)
  }

  /// A file of the page, or what it is answered with, by the ending of its name.
  static func respond(_ kind: String, _ body: [UInt8]) -> HTTPResponse {
    respond(.ok, adding: [.contentType: Site.mediaType(of: kind)], body: Data(body))
  }
}
