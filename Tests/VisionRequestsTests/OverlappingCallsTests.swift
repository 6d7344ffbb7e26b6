import Foundation
import Testing

/// Two calls of a request at once would mix their frames. That such code does not compile is seen by
/// compiling it, beside the same calls one after the other, which do.
@Suite("Overlapping calls of a stateful request")
struct OverlappingCallsTests {
  struct Request: CustomTestStringConvertible, Sendable {
    let type: String
    var arguments = "on: image, orientation: .up"

    var testDescription: String { type }

    static let ofNetworks = [
      Request(type: "TrackDiceRequest"), Request(type: "TrackHumanBodyPoseRequest"),
    ]
    static let all =
      ofNetworks + [
        Request(type: "TrackTranslationalImageRegistrationRequest"),
        Request(type: "DetectTrajectoriesRequest", arguments: "on: image, orientation: .up, at: 0"),
        Request(type: "TrackBoardSurfaceRequest", arguments: "on: image, orientation: .up, at: 0"),
      ]
  }

  @Test("calls one after the other compile", arguments: Request.all)
  func inOrder(_ request: Request) throws {
    let errors = try errorsOfCompiling(
      """
      func watch(_ image: RGBImage) async throws {
        var request = try makeRequest()
        _ = try await request.perform(\(request.arguments))
        _ = try await request.perform(\(request.arguments))
      }
      """, request)
    #expect(errors.isEmpty)
  }

  @Test("a call beside one that has not ended is refused", arguments: Request.all)
  func asyncLet(_ request: Request) throws {
    let errors = try errorsOfCompiling(
      """
      func watch(_ image: RGBImage) async throws {
        var request = try makeRequest()
        async let first = request.perform(\(request.arguments))
        let second = try await request.perform(\(request.arguments))
        _ = try await (first, second)
      }
      """, request)
    #expect(errors.count == 1)
    #expect(errors.allSatisfy { $0.contains("sending 'request' risks causing data races") })
  }

  @Test("calls from two tasks are refused", arguments: Request.all)
  func tasks(_ request: Request) throws {
    let errors = try errorsOfCompiling(
      """
      func watch(_ image: RGBImage) async throws {
        var request = try makeRequest()
        await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { _ = try await request.perform(\(request.arguments)) }
          group.addTask { _ = try await request.perform(\(request.arguments)) }
        }
      }
      """, request)
    #expect(!errors.isEmpty)
    #expect(errors.allSatisfy { $0.contains("risks causing data races") })
  }

  /// Others do not suspend, so that an actor is a queue for them.
  @Test(
    "a call that suspends is refused to an actor, which would let the next one in",
    arguments: Request.ofNetworks)
  func actor(_ request: Request) throws {
    let errors = try errorsOfCompiling(
      """
      actor Watch {
        var request: \(request.type)
        init(_ request: \(request.type)) { self.request = request }
        func look(at image: RGBImage) async throws {
          _ = try await request.perform(\(request.arguments))
        }
      }
      """, request)
    #expect(errors.count == 1)
    #expect(
      errors.allSatisfy { $0.contains("cannot call mutating async function 'perform(on:orientat") })
  }

  /// Compiles code as a user of the library would, as far as data races are looked for.
  private func errorsOfCompiling(_ code: String, _ request: Request) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "playfield-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let source = folder.appending(path: "watch.swift")
    try """
    import VisionCore
    import VisionRequests

    func makeRequest() throws -> \(request.type) { fatalError() }

    \(code)

    """.write(to: source, atomically: true, encoding: .utf8)
    // The library's own imports, of which a user sees nothing: empty modules stand for them.
    try ["CPictureIO", "COpenVINO", "CPortableMaths", "CWebRuntime", "CZlib"]
      .map { "module \($0) {}\n" }.joined()
      .write(
        to: folder.appending(path: "module.modulemap"), atomically: true, encoding: .utf8)

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-swift-version", "6", "-emit-sil", "-o", "/dev/null", "-diagnostic-style", "llvm",
      "-I", Self.modules.path, "-I", folder.path, source.path,
    ]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let lines = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self
    )
    .split(separator: "\n").map(String.init)
    process.waitUntilExit()
    let errors = lines.filter { $0.contains("error: ") }
    #expect(errors.isEmpty == (process.terminationStatus == 0), "\(lines)")
    return errors
  }

  /// Where SwiftPM puts what it has compiled: beside the bundle of tests, whatever the build folder.
  private static let modules = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "Modules")
}
