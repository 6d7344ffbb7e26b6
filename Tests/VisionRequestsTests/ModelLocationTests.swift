import Foundation
import Testing

@testable import VisionRequests

@Suite("Where the networks lie")
struct ModelLocationTests {
  @Test func `a folder that is named is believed`() {
    #expect(
      ModelLocation.path(of: "dice.onnx", environment: ["PLAYFIELD_MODELS": "/mine"])
        == "/mine/dice.onnx")
  }

  @Test func `what the set-up fetched is found beside the folder that is named`() throws {
    try withCheckout { checkout, path in
      let fetched = try path(".deps/fetched/pose.tflite")
      let named = ["PLAYFIELD_MODELS": checkout.appending(path: "Models").path]
      #expect(
        ModelLocation.path(
          of: "pose.tflite", in: ".deps/fetched", environment: named,
          executable: "/nowhere/bin/rolls") == fetched)
      let own = try path("Models/pose.tflite")
      #expect(
        ModelLocation.path(of: "pose.tflite", in: ".deps/fetched", environment: named) == own)
    }
  }

  @Test(
    "a build finds the models of its checkout",
    arguments: [[:], ["PLAYFIELD_MODELS": ""]])
  func fromTheCheckout(environment: [String: String]) throws {
    try withCheckout { checkout, path in
      let model = try path("Models/dice.onnx")
      #expect(
        ModelLocation.path(
          of: "dice.onnx", environment: environment,
          executable: checkout.appending(path: ".build/release/playfield").path) == model)
    }
  }

  /// A folder in which `path` makes files.
  private func withCheckout(
    _ body: (_ checkout: URL, _ path: (String) throws -> String) throws -> Void
  ) throws {
    let checkout = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: checkout) }
    try body(checkout) { name in
      let file = checkout.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
      return file.path
    }
  }

  @Test func `elsewhere they are looked for below the working directory`() {
    #expect(
      ModelLocation.path(of: "dice.onnx", environment: [:], executable: "/nowhere/bin/playfield")
        == "Models/dice.onnx")
  }
}
