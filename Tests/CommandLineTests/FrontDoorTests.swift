import FlyingFox
import FlyingSocks
import Foundation
import Testing

@testable import playfield

/// Answers every request in a few words.
private struct Greeting: HTTPHandler {
  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    let body = try await request.bodyData
    return HTTPResponse(
      statusCode: .ok, body: Data("\(request.method.rawValue) \(request.path) ".utf8) + body)
  }
}

/// A connection to a server of this machine, from any thread.
final class Caller: @unchecked Sendable {
  let descriptor: Int32

  init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in.inet(port: port)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    struct Unreachable: Error {}
    guard descriptor >= 0, status == 0 else { throw Unreachable() }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// All that comes until the server ends the connection.
  func answer() -> String {
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &part, part.count, 0)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all += part[..<count]
    }
  }
}

/// What a server before which a door stands answers to some bytes.
private func asking(
  _ isWelcome: @escaping @Sendable (String?) -> Bool = { _ in true },
  _ body: @escaping @Sendable (UInt16) throws -> Void
) async throws {
  let door = try FrontDoor(at: .inet(ip4: "127.0.0.1", port: 0), for: isWelcome, to: Greeting())
  let port = try #require(door.port)
  let running = Task { try await door.run() }
  defer { running.cancel() }
  // Calls wait, and must not wait on the threads that answer.
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
    Thread.detachNewThread { done.resume(with: Result { try body(port) }) }
  }
}

@Suite("The door of local servers")
struct FrontDoorTests {
  @Test(
    "a request is let in whole, and its answer out",
    arguments: [
      ("GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /a "),
      ("PUT /b HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhello", "PUT /b hello"),
      ("GET /c HTTP/1.1\r\nHost: x\r\nConnection: keep-alive\r\n\r\n", "GET /c "),
    ])
  func letIn(request: String, body: String) async throws {
    try await asking { port in
      let caller = try Caller(port: port)
      // In two parts, of which the first ends within the empty line or before it.
      let half = request.utf8.count - 3
      caller.send(String(request.prefix(half)))
      usleep(20_000)
      caller.send(String(request.dropFirst(half)))
      let answer = caller.answer()
      #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
      #expect(answer.hasSuffix(body), "\(answer)")
    }
  }

  @Test(
    "a head that is too large, or none, is refused",
    arguments: [
      (431, "GET /" + String(repeating: "a", count: 1_000_000)),
      (431, "GET / HTTP/1.1\r\nA: " + String(repeating: "a", count: 20_000) + "\r\n\r\n"),
      (400, "Dear server\r\n\r\n"), (400, "GET / HTTP/1.1\r\n folded: line\r\n\r\n"),
      (400, "GET / SMTP/1.1\r\nHost: a\r\n\r\n"), (400, "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
      (400, "GET / HTTP/1.1\r\nA: b\n\nPOST / HTTP/1.1\nHost: a\r\n\r\n"),
    ])
  func refused(status: Int, request: String) async throws {
    try await asking { port in
      let caller = try Caller(port: port)
      caller.send(request)
      #expect(caller.answer().hasPrefix("HTTP/1.1 \(status) "))
    }
  }

  @Test func `requests that break off keep no one else waiting`() async throws {
    try await asking { port in
      for _ in 0..<80 {
        let caller = try Caller(port: port)
        caller.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf")
      }
      let caller = try Caller(port: port)
      caller.send("GET /after HTTP/1.1\r\nHost: a\r\n\r\n")
      let answer = caller.answer()
      #expect(answer.hasSuffix("GET /after "), "\(answer)")
      #expect(answer.lowercased().contains("connection: close"))
    }
  }

  @Test func `only a host that is welcome is let in, named once`() async throws {
    try await asking({ OwnPage.isOwn($0) }) { port in
      for (host, status) in [
        ("Host: localhost\r\n", 200), ("host:127.0.0.1:80\r\n", 200), ("", 403),
        ("Host: evil.example\r\n", 403), ("Host: localhost\r\nHost: evil.example\r\n", 403),
      ] {
        let caller = try Caller(port: port)
        caller.send("GET / HTTP/1.1\r\n\(host)\r\n")
        #expect(caller.answer().hasPrefix("HTTP/1.1 \(status) "), "\(host)")
      }
    }
  }
}
