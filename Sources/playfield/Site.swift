import FlyingFox
import Foundation
import Inference

/// The game page as files: what it answers to which request.
///
/// The files are listed once, when the server starts, and nothing else is ever sent: no path that a
/// browser can think of leads anywhere else.
struct Site: HTTPHandler {
  /// The folder's files by their path in it: `index.html`, `art/felt.svg`.
  let files: [String: URL]

  /// - Parameter folder: What `make site` has written.
  /// - Throws: ``Failure`` when there is no page in it.
  init(_ folder: URL) throws(Failure) {
    var files: [String: URL] = [:]
    let folder = folder.resolvingSymlinksInPath()
    let keys: [URLResourceKey] = [.isRegularFileKey]
    let all = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: keys, options: .skipsHiddenFiles)
    while let file = all?.nextObject() as? URL {
      guard (try? file.resourceValues(forKeys: Set(keys)))?.isRegularFile == true else { continue }
      let path = file.standardizedFileURL.path.dropFirst(folder.standardizedFileURL.path.count)
      files[String(path.drop { $0 == "/" })] = file
    }
    guard files["index.html"] != nil else {
      throw Failure(
        status: .missing,
        sentence: "There is no page in '\(folder.path)'. "
          + (Checkout.isThere
            ? "'make site' writes it; '--site' names another folder."
            : "'--site' names the folder with the page."))
    }
    self.files = files
  }

  /// The folder that `make site` writes, beside or above the executable, or in the working folder.
  static func defaultFolder(executable: String = "/proc/self/exe") -> URL {
    var folder = URL(filePath: executable).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path != "/" {
      let site = folder.appending(path: "site")
      if FileManager.default.fileExists(atPath: site.appending(path: "index.html").path) {
        return site
      }
      folder.deleteLastPathComponent()
    }
    return URL(filePath: "site")
  }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard request.method == .GET || request.method == .HEAD else {
      return respond(.methodNotAllowed, adding: [HTTPHeader("Allow"): "GET, HEAD"])
    }
    let path = String(request.path.drop { $0 == "/" })
    let name = path.isEmpty || path.hasSuffix("/") ? path + "index.html" : path
    guard let file = files[name], let bytes = Self.content(of: file) else {
      return respond(.notFound)
    }
    // Asked for each time, and sent again only when it has changed: the page keeps its own copy.
    let tag = "\"\(file.version)\""
    var headers: HTTPHeaders = [
      .contentType: Self.mediaType(of: name), .cacheControl: "no-cache", .eTag: tag,
    ]
    if request.headers[.ifNoneMatch] == tag { return respond(.notModified, adding: headers) }
    if request.method == .HEAD {
      headers[.contentLength] = String(bytes.count)
      return respond(.ok, adding: headers)
    }
    return respond(.ok, adding: headers, body: bytes)
  }

  /// What a file holds; `nil` where it has become a symbolic link since it was listed, or lies behind one.
  private static func content(of file: URL) -> Data? {
    let descriptor = open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    var place = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = readlink("/proc/self/fd/\(descriptor)", &place, Int(PATH_MAX))
    let opened = place.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
    guard opened == Array(file.standardizedFileURL.path.utf8) else { return nil }
    guard status.st_size > 0 else { return Data() }
    return try? handle.readToEnd()
  }

  /// The media type by which a browser takes a file; that of WebAssembly lets it compile while it
  /// loads, and a module script of another type is refused.
  static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "html": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js": "text/javascript; charset=utf-8"
    case "json": "application/json"
    case "webmanifest": "application/manifest+json"
    case "wasm": "application/wasm"
    case "svg": "image/svg+xml"
    case "png": "image/png"
    case "jpg": "image/jpeg"
    case "mp4": "video/mp4"
    default: "application/octet-stream"
    }
  }

  /// What every answer demands of a browser: the page runs its own scripts and no others, asks
  /// nobody else for anything, and is shown in no other page.
  static let securityHeaders: HTTPHeaders = [
    HTTPHeader("Content-Security-Policy"):
      """
    default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; media-src 'self' blob:; font-src 'self'; connect-src 'self'; \
    worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'
    """,
    HTTPHeader("Cross-Origin-Opener-Policy"): "same-origin",
    HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
    HTTPHeader("Permissions-Policy"):
      "camera=(self), screen-wake-lock=(self), microphone=(self), geolocation=(), payment=(), usb=()",
    HTTPHeader("Referrer-Policy"): "no-referrer",
    HTTPHeader("X-Content-Type-Options"): "nosniff",
  ]

  private func respond(
    _ status: HTTPStatusCode, adding headers: HTTPHeaders = [:], body: Data = Data()
  ) -> HTTPResponse {
    var all = Self.securityHeaders
    for (header, value) in headers { all[header] = value }
    return HTTPResponse(statusCode: status, headers: all, body: body)
  }
}

extension URL {
  /// Another one when the file has been written again.
  fileprivate var version: String {
    let values = try? resourceValues(forKeys: [.contentModificationDateKey, .fileSizeKey])
    let time = values?.contentModificationDate?.timeIntervalSince1970 ?? 0
    return "\(Int(time * 1000))-\(values?.fileSize ?? 0)"
  }
}
