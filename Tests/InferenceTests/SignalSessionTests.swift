import Foundation
import Inference
import Testing

/// A network of `Tests/Fixtures/make_models.py`.
private func fixture(_ name: String) -> String {
  URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/\(name).onnx").standardizedFileURL.path(percentEncoded: false)
}

@Suite("Signal session")
struct SignalSessionTests {
  @Test func `numbers go in and come out, run after run`() async throws {
    let session = try SignalSession(contentsOf: fixture("list"), shape: [1, 10])
    for sign in [1, -1] as [Float] {
      let values = (0..<10).map { sign * Float($0 - 4) }
      let (shape, answer) = try await session.run(values)
      #expect(shape == [1, 10])
      #expect(answer == values.map { max(0, $0) })
    }
  }

  @Test(
    "what is no such network is refused with its fact",
    arguments: [
      ("nowhere", [1, 10], "No model at"),
      ("two-inputs", [1, 3, 4, 4], "has 2 and 1, expected 1 input and 1 output"),
      ("one-size", [1, 3, 7, 7], "an input of another shape"),
      ("bytes", [1, 10], "has numbers of another kind, expected 32-bit floats"),
      // Its answer is what has half the size.
      ("half-floats", [1, 3, 4, 4], "has numbers of another kind, expected 32-bit floats"),
    ] as [(String, [Int], String)])
  func refused(name: String, shape: [Int], words: String) {
    let error = #expect(throws: InferenceError.self) {
      try SignalSession(contentsOf: fixture(name), shape: shape)
    }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `a file of text is no network`() throws {
    let error = #expect(throws: InferenceError.self) {
      try SignalSession(contentsOf: #filePath, shape: [1, 10])
    }
    guard case .modelUnreadable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
