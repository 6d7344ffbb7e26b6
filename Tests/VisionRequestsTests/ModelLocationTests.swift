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

  @Test func `a build finds the models of its checkout`() throws {
    let checkout = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    defer { try? FileManager.default.removeItem(at: checkout) }
    let models = checkout.appending(path: "Models")
    try FileManager.default.createDirectory(at: models, withIntermediateDirectories: true)
    let model = models.appending(path: "dice.onnx")
    try Data().write(to: model)
    #expect(
      ModelLocation.path(
        of: "dice.onnx", environment: [:],
        executable: checkout.appending(path: ".build/release/playfield").path(percentEncoded: false)
      ) == model.path(percentEncoded: false))
  }

  @Test func `elsewhere they are looked for below the working directory`() {
    #expect(
      ModelLocation.path(of: "dice.onnx", environment: [:], executable: "/nowhere/bin/playfield")
        == "Models/dice.onnx")
  }
}
