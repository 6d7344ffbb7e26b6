import ArgumentParser
import FlyingFox
import FlyingSocks
import Foundation

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves the game page on this machine.",
    discussion: """
      'make site' writes the page. Cameras are allowed to pages of this machine (localhost) and to \
      those of HTTPS; for tablets, put the folder on an HTTPS host. Ctrl-C ends it.
      """)

  @OptionGroup var quiet: QuietOption

  @Option(help: "The port; 0 takes any that is free.")
  var port: UInt16 = 8080

  @Option(
    help: ArgumentHelp(
      "The address to listen on: 127.0.0.1 for this machine alone, 0.0.0.0 for all that reach it.",
      valueName: "ip"))
  var address = "127.0.0.1"

  @Option(help: ArgumentHelp("The folder with the page.", valueName: "dir"))
  var site: String?

  func run() async throws {
    do throws(Failure) {
      try await serve()
    } catch {
      var failures = FailureLog()
      failures.report(error)
      try failures.exitIfAny()
    }
  }

  private func serve() async throws(Failure) {
    let page = try Site(site.map { URL(filePath: $0) } ?? Site.defaultFolder())
    let (url, running) = try await startServer(page, address: address, port: port) { _ in
      true
    }
    try printLine("The game is on \(url)")
    do {
      try await running.value
    } catch {
      throw Failure(status: .fault, sentence: "The server has stopped: \(error).")
    }
  }
}

/// Serves a page until the task is cancelled.
///
/// - Parameters:
///   - page: What answers.
///   - address: The IPv4 address to listen on.
///   - port: 0 for any that is free.
///   - isWelcome: Whether requests for a host are answered.
/// - Returns: Where it is found, and the task that serves it.
/// - Throws: That the address or the port cannot be had.
func startServer(
  _ page: some HTTPHandler, address: String, port: UInt16,
  for isWelcome: @escaping @Sendable (_ host: String?) -> Bool
) async throws(Failure) -> (url: String, running: Task<Void, any Error>) {
  let place: sockaddr_in
  do {
    place = try .inet(ip4: address, port: port)
  } catch {
    throw Failure(status: .usage, sentence: "'\(address)' is no IPv4 address. Try 127.0.0.1.")
  }
  guard let door = try? FrontDoor(at: place, for: isWelcome, to: page), let port = door.port else {
    throw Failure(
      status: .usage,
      sentence: "Port \(port) of \(address) cannot be had. Is it in use? '--port' names another.")
  }
  let running = Task { try await door.run() }
  return ("http://\(address == "127.0.0.1" ? "localhost" : address):\(port)", running)
}
