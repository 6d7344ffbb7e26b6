import Testing

@testable import playfield

@Suite("Messages between a call and its processes")
struct MessageTests {
  @Test func `they come out of a pipe as they went in, in whatever pieces`() {
    let request = Message.Request(path: "ä\n.jpg", name: "ä", isOneOfSeveral: true)
    let messages = [
      Message(.output, []), Message(.input, encoding: request),
      Message(.errors, [UInt8](repeating: 7, count: 70_000)),
    ]
    var (received, found): ([UInt8], [Message]) = ([], [])
    let bytes = messages.flatMap(\.bytes)
    for start in stride(from: 0, to: bytes.count, by: 999) {
      received += bytes[start..<min(start + 999, bytes.count)]
      while let message = Message(from: &received) { found.append(message) }
    }
    #expect(found == messages && received.isEmpty)
    #expect(found.dropFirst().first?.decoded(as: Message.Request.self)?.path == request.path)
  }
}
