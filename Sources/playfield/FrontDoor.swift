import FlyingFox
import FlyingSocks
import Foundation

/// Stands before a server, and lets a request in only once its head is whole, small, in time and for a host that may ask.
///
/// FlyingFox reads a head without a limit, and each line of it in a time that grows with the square of its length, so that
/// any page that a browser shows could freeze a server of this machine by a long address. One request a connection is let
/// in, so that each head is looked at.
struct FrontDoor: Sendable {
  /// The maximum size of a request's head, in bytes.
  static let headLimit = 16 * 1024
  /// The timeouts in seconds: of a head, and of each further part of a request; of each part of an answer; and of what is
  /// read of a refused request so that the browser gets the answer.
  private static let (requestTimeout, answerTimeout, drainTimeout) = (10.0, 30.0, 1.0)
  /// How many connections are open at once, and how many requests are answered at once: a program has 1024 descriptors.
  private static let (visitors, guests) = (400, 64)

  private let listening: AsyncSocket
  private let pool: any AsyncSocketPool
  private let server: HTTPServer
  /// Where the server listens: no page can ask there.
  private let inside: sockaddr_un
  private let isWelcome: @Sendable (_ host: String?) -> Bool
  private let visitors = Places(Self.visitors)
  private let guests = Places(Self.guests)

  /// - Parameters:
  ///   - address: Where requests come to.
  ///   - isWelcome: Whether a request for a host, as its head names it, is let in.
  ///   - page: What answers.
  /// - Throws: That the address cannot be had.
  init(
    at address: sockaddr_in, for isWelcome: @escaping @Sendable (_ host: String?) -> Bool,
    to page: some HTTPHandler
  ) throws {
    let socket = try Socket(domain: AF_INET)
    do {
      try socket.setValue(true, for: .localAddressReuse)
      try socket.bind(to: address)
      try socket.listen(maxPendingConnection: 512)
    } catch {
      try? socket.close()
      throw error
    }
    let pool: some AsyncSocketPool = HTTPServer.defaultPool()
    listening = try AsyncSocket(socket: socket, pool: pool)
    self.pool = pool
    self.isWelcome = isWelcome
    inside = .unix(abstractNamespace: "playfield-\(UUID().uuidString)")
    server = HTTPServer(address: inside, logger: .disabled, handler: LastAnswer(of: page))
  }

  /// The port on which it listens.
  var port: UInt16? {
    guard case .ip4(_, let port)? = try? listening.socket.sockname() else { return nil }
    return port
  }

  /// Lets in requests until the task is cancelled.
  func run() async throws {
    defer { try? listening.close() }
    try await pool.prepare()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await pool.run() }
      group.addTask { try await server.run() }
      group.addTask {
        // As long as it takes: the default of 5 seconds passes where a machine is busy. A server that fails ends the group.
        try await server.waitUntilListening(timeout: 86_400)
        await receiveAll()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func receiveAll() async {
    await withDiscardingTaskGroup { group in
      while !Task.isCancelled {
        await visitors.take()
        do {
          let visitor = try await listening.accept()
          group.addTask {
            await receive(visitor)
            await visitors.give()
          }
        } catch {
          // Without a descriptor left (EMFILE) one is waited for.
          await visitors.give()
          try? await Task.sleep(for: .milliseconds(100))
        }
      }
    }
  }

  private func receive(_ visitor: AsyncSocket) async {
    defer { try? visitor.close() }
    switch await within(Self.requestTimeout, { await head(of: visitor) }) {
    case .whole(let head, let rest):
      guard isWelcome(head.host) else { return await refuse(visitor, "403 Forbidden") }
      await guests.take()
      await letIn(visitor, head, rest)
      await guests.give()
    case .tooLarge: await refuse(visitor, "431 Request Header Fields Too Large")
    case .bad: await refuse(visitor, "400 Bad Request")
    case .gone: break
    case nil: await refuse(visitor, "408 Request Timeout")
    }
  }

  private enum Arrival: Sendable {
    case whole(RequestHead, rest: ArraySlice<UInt8>)
    case tooLarge, bad, gone
  }

  private func head(of visitor: AsyncSocket) async -> Arrival {
    var bytes: [UInt8] = []
    while let more = try? await visitor.read(atMost: Self.headLimit), !more.isEmpty {
      // The end may have come in two parts.
      let from = max(0, bytes.count - 3)
      bytes += more
      if let end = RequestHead.end(in: bytes, from: from) {
        guard end <= Self.headLimit else { return .tooLarge }
        guard let head = RequestHead(bytes[..<end]) else { return .bad }
        return .whole(head, rest: bytes[end...])
      }
      if bytes.count > Self.headLimit { return .tooLarge }
    }
    return .gone
  }

  /// Carries a request in, and its answer out.
  private func letIn(
    _ visitor: AsyncSocket, _ head: RequestHead, _ rest: ArraySlice<UInt8>
  ) async {
    guard let answering = try? await AsyncSocket.connected(to: inside, pool: pool) else {
      return await refuse(visitor, "503 Service Unavailable")
    }
    defer { try? answering.close() }
    guard (try? await answering.write(head.forOneRequest + Data(rest))) != nil else { return }
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await carry(from: visitor, to: answering, timeout: Self.requestTimeout)
        // The server waits for no more of the request.
        shutdown(answering.socket.file.rawValue, Int32(SHUT_WR))
        return false
      }
      group.addTask {
        await carry(from: answering, to: visitor, timeout: Self.answerTimeout)
        return true
      }
      for await isAnswered in group where isAnswered { group.cancelAll() }
    }
  }

  private func carry(
    from source: AsyncSocket, to target: AsyncSocket, timeout: Double
  ) async {
    while let bytes = await within(timeout, { try? await source.read(atMost: 1 << 16) }),
      let bytes, !bytes.isEmpty
    {
      let hasWritten = await within(timeout) {
        (try? await target.write(Data(bytes))) != nil
      }
      guard hasWritten == true else { return }
    }
  }

  private func refuse(_ visitor: AsyncSocket, _ status: String) async {
    let answer = "HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    guard (try? await visitor.write(Data(answer.utf8))) != nil else { return }
    // What is closed with bytes unread loses its answer on the way.
    shutdown(visitor.socket.file.rawValue, Int32(SHUT_WR))
    _ = await within(Self.drainTimeout) {
      while let bytes = try? await visitor.read(atMost: 1 << 16), !bytes.isEmpty {}
    }
  }
}

/// What a request begins with, up to its empty line.
struct RequestHead: Equatable {
  private let lines: [String]

  /// Where the empty line ends, if there is one.
  static func end(in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + 3 < bytes.count {
      if bytes[index] == 13, bytes[index + 1] == 10, bytes[index + 2] == 13, bytes[index + 3] == 10
      {
        return index + 4
      }
      index += 1
    }
    return nil
  }

  /// `nil` where it is no head of HTTP/1.
  ///
  /// - Parameter bytes: With the empty line.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard let text = String(validating: bytes.dropLast(4), as: UTF8.self) else { return nil }
    lines = text.components(separatedBy: "\r\n")
    let first = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard first.count == 3, first[2].hasPrefix("HTTP/1."),
      // The server ends a line at any line feed.
      !lines.contains(where: { $0.unicodeScalars.contains { $0.value < 32 && $0 != "\t" } }),
      lines.dropFirst().allSatisfy(Self.isField)
    else { return nil }
  }

  /// The host that it names, if it names one.
  var host: String? {
    let hosts = lines.dropFirst().filter { Self.name(of: $0) == "host" }
    guard hosts.count == 1, let colon = hosts[0].firstIndex(of: ":") else { return nil }
    return hosts[0][colon...].dropFirst().trimmingCharacters(in: .whitespaces)
  }

  /// The same for a connection that ends after its answer.
  var forOneRequest: Data {
    let kept = lines.filter {
      !["connection", "keep-alive", "upgrade"].contains(Self.name(of: $0))
    }
    return Data((kept + ["Connection: close", "", ""]).joined(separator: "\r\n").utf8)
  }

  /// Whether a line is a name, a colon and a value; a name is a token as in RFC 9110, section 5.6.2.
  private static func isField(_ line: String) -> Bool {
    line.wholeMatch(of: /[!#$%&'*+.^_`|~0-9A-Za-z\-]+:.*/) != nil
  }

  private static func name(of line: String) -> String {
    line.prefix { $0 != ":" }.lowercased()
  }
}

/// Answers as a page does, and says that the connection ends with the answer.
private struct LastAnswer<Page: HTTPHandler>: HTTPHandler {
  private let page: Page

  init(of page: Page) { self.page = page }

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    var answer = try await page.handleRequest(request)
    answer.headers[.connection] = "close"
    return answer
  }
}

/// A number of places that tasks take and give back.
private actor Places {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) { free = count }

  func take() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// The result of some work, or `nil` where it takes longer than a number of seconds.
private func within<Value: Sendable>(
  _ seconds: Double, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
  await withTaskGroup(of: Value?.self) { group in
    group.addTask { await work() }
    group.addTask {
      try? await Task.sleep(for: .seconds(seconds))
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
}
