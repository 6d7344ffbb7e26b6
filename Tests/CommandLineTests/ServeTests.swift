import FlyingFox
import Foundation
import Testing

@testable import playfield

/// A server that serves a folder until the test ends.
private final class Server {
  let folder = Result { try TemporaryFolder() }
  let process: Process
  let address: String

  init() throws {
    let folder = try folder.get()
    try folder.write("<!doctype html>", to: "site/index.html")
    try folder.write(Data([0, 0x61, 0x73, 0x6d]), to: "site/playfield.wasm")
    try folder.write("export {};", to: "site/art/main.js")
    try folder.write("secret", to: "site/.hidden")
    try folder.write("secret", to: "secret.txt")
    process = try Program.start(["serve", "--port", "0", "--site", folder.path + "/site"])
    let output = (process.standardOutput as! Pipe).fileHandleForReading
    var line = Data()
    while line.last != UInt8(ascii: "\n"), let byte = try output.read(upToCount: 1), !byte.isEmpty {
      line += byte
    }
    let text = String(decoding: line, as: UTF8.self)
    address = String(text.split(separator: " ").last?.dropLast() ?? "")
      .replacingOccurrences(of: "localhost", with: "127.0.0.1")
  }

  deinit { process.terminate() }

  /// Asks with curl, which sends paths as they are.
  func ask(_ path: String, _ options: String...) throws -> (
    status: Int, headers: String, body: String
  ) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["curl", "-s", "-i", "--path-as-is"] + options + [address + path]
    process.standardOutput = Pipe()
    try process.run()
    let data = try (process.standardOutput as! Pipe).fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "\r\n\r\n")
    let status = parts[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return (status, parts[0].lowercased(), parts.dropFirst().joined(separator: "\r\n\r\n"))
  }
}

@Suite struct ServeTests {
  @Test func `the page's files come with their types and strict headers`() throws {
    let server = try Server()
    let page = try server.ask("/")
    #expect(page.status == 200)
    #expect(page.body == "<!doctype html>")
    #expect(page.headers.contains("content-type: text/html; charset=utf-8"))
    #expect(page.headers.contains("content-security-policy: default-src 'none';"))
    #expect(page.headers.contains("x-content-type-options: nosniff"))
    #expect(try server.ask("/playfield.wasm").headers.contains("content-type: application/wasm"))
    #expect(try server.ask("/art/main.js").headers.contains("content-type: text/javascript"))
    let head = try server.ask("/index.html", "-I")
    #expect(head.status == 200 && head.headers.contains("content-length: 15"))
  }

  @Test func `what has not changed is not sent again`() throws {
    let server = try Server()
    let headers = try server.ask("/").headers.components(separatedBy: "\r\n")
    let tag = try #require(headers.first { $0.hasPrefix("etag: ") }).dropFirst(6)
    let again = try server.ask("/", "-H", "If-None-Match: \(tag)")
    #expect(again.status == 304 && again.body.isEmpty)
  }

  @Test(
    "nothing outside the page's files is sent",
    arguments: [
      "/nothing", "/../secret.txt", "/%2e%2e/secret.txt", "/art/../../secret.txt", "/.hidden",
      "//etc/passwd", "/art", "/..%2fsecret.txt", "/%00",
    ])
  func outside(path: String) throws {
    let answer = try Server().ask(path)
    #expect(answer.status == 404 || answer.status == 400 || answer.status == 0)
    #expect(!answer.body.contains("secret") && !answer.body.contains("root:"))
  }

  @Test func `a file that has become a link since the start is not sent`() throws {
    let server = try Server()
    let folder = try server.folder.get().path
    #expect(try server.ask("/art/main.js").status == 200)
    let files = FileManager.default
    try files.removeItem(atPath: "\(folder)/site/art/main.js")
    try files.createSymbolicLink(
      atPath: "\(folder)/site/art/main.js", withDestinationPath: "\(folder)/secret.txt")
    #expect(try server.ask("/art/main.js").status == 404)
    // Nor one of a folder that has.
    try files.moveItem(atPath: "\(folder)/site/art", toPath: "\(folder)/other")
    try files.removeItem(atPath: "\(folder)/other/main.js")
    try "secret".write(toFile: "\(folder)/other/main.js", atomically: true, encoding: .utf8)
    try files.createSymbolicLink(
      atPath: "\(folder)/site/art", withDestinationPath: "\(folder)/other")
    #expect(try server.ask("/art/main.js").status == 404)
  }

  @Test func `who says nothing, little or far too much keeps no one else waiting`() throws {
    let server = try Server()
    let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    let idle = try (0..<100).map { _ in try Caller(port: port) }
    let slow = try (0..<200).map { _ in try Caller(port: port) }
    for caller in slow { caller.send("GET / HT") }
    let long = try (0..<3).map { _ in try Caller(port: port) }
    for caller in long { caller.send("GET /" + String(repeating: "a", count: 1_000_000)) }
    let began = ContinuousClock.now
    #expect(try server.ask("/").status == 200)
    // A few hundredths of a second where nothing else runs; those that are waited for are given ten.
    #expect(ContinuousClock.now - began < .seconds(8))
    for caller in slow.prefix(2) { #expect(caller.answer().hasPrefix("HTTP/1.1 408")) }
    for caller in long { #expect(caller.answer().hasPrefix("HTTP/1.1 431")) }
    withExtendedLifetime(idle) {}
  }

  @Test func `only reading is allowed`() throws {
    let server = try Server()
    #expect(try server.ask("/", "-X", "POST", "-d", "x").status == 405)
    #expect(try server.ask("/", "-X", "DELETE").status == 405)
  }

  @Test func `a folder without a page, a port in use and no address end the program`() throws {
    let empty = try TemporaryFolder()
    let missing = try Program.run("serve", "--site", empty.path)
    #expect(missing.status == 66 && missing.errors.contains("make site"))
    let server = try Server()
    let port = try #require(server.address.split(separator: ":").last)
    let site = try server.folder.get().path + "/site"
    let taken = try Program.run("serve", "--site", site, "--port", String(port))
    #expect(taken.status == 64 && taken.errors.contains("--port"))
    let nowhere = try Program.run("serve", "--site", site, "--address", "nowhere")
    #expect(nowhere.status == 64 && nowhere.errors.contains("127.0.0.1"))
  }

  @Test func `the page's own policy is the server's`() throws {
    let page = URL(filePath: #filePath).appending(path: "../../../Web/index.html")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    let policy = try #require(
      Site.securityHeaders.first { $0.key.rawValue == "Content-Security-Policy" }?.value)
    // A page cannot say of itself who may frame it.
    #expect(text.contains(policy.replacingOccurrences(of: "; frame-ancestors 'none'", with: "")))
  }
}
