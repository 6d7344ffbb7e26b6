import Testing

@testable import playfield

@Suite("Pages for this machine only")
struct OwnPageTests {
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
}
