import Foundation
import Inference
import Testing
import VisionCore

/// A network of `Tests/Fixtures/make_models.py`.
private func fixture(_ name: String) -> String {
  URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/\(name).onnx").standardizedFileURL.path(percentEncoded: false)
}

/// A file with these bytes in a temporary folder, removed after `body`.
private func withFile<Result>(
  _ bytes: Data, _ body: (String) throws -> Result
) throws -> Result {
  let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).onnx")
  try bytes.write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  return try body(file.path(percentEncoded: false))
}

@Suite("Inference session")
struct InferenceSessionTests {
  /// The output of the network that averages 2 x 2 pixels, for an image of one colour.
  private static func means(
    of colour: [UInt8], size: PixelSize, in session: InferenceSession
  ) async throws -> (shape: [Int], values: [Float]) {
    try await session.run(size) { input throws(InferenceError) in
      for index in input.indices { input[index] = colour[index % 3] }
    } read: { output in
      (output.shape, output.values.indices.map { output.values[$0] })
    }
  }

  @Test func `bytes of interleaved RGB become planes in 0...1`() async throws {
    let session = try InferenceSession(contentsOf: fixture("halves"), threads: 1)
    let (shape, values) = try await Self.means(
      of: [255, 51, 0], size: PixelSize(width: 4, height: 2), in: session)
    #expect(shape == [1, 3, 1, 2])
    for (value, expected) in zip(values, [1, 1, 0.2, 0.2, 0, 0] as [Float]) {
      #expect(abs(value - expected) < 1e-6)
    }
  }

  @Test func `the input's rows run along its width`() async throws {
    let session = try InferenceSession(contentsOf: fixture("halves"), threads: 1)
    let values = try await session.run(PixelSize(width: 4, height: 2)) {
      input throws(InferenceError) in
      // The left half white, the right half black.
      for index in input.indices { input[index] = (index / 3) % 4 < 2 ? 255 : 0 }
    } read: { output in
      output.values.indices.map { output.values[$0] }
    }
    #expect(values == [1, 0, 1, 0, 1, 0])
  }

  @Test func `an answer in 16-bit floats is read as what it says`() async throws {
    let session = try InferenceSession(contentsOf: fixture("half-floats"), threads: 1)
    let (shape, values) = try await Self.means(
      of: [255, 51, 0], size: PixelSize(width: 4, height: 2), in: session)
    #expect(shape == [1, 3, 1, 2])
    for (value, expected) in zip(values, [1, 1, 0.2, 0.2, 0, 0] as [Float]) {
      #expect(abs(value - expected) < 1e-3)
    }
  }

  @Test func `a network with the colours last gets its own range, and answers with both outputs`()
    async throws
  {
    let session = try InferenceSession(
      contentsOf: fixture("signs"), input: PictureInput(layout: .interleaved, range: -1...1),
      outputs: 2, threads: 1)
    let (shape, values) = try await session.run(PixelSize(width: 2, height: 1)) {
      input throws(InferenceError) in
      for (index, byte) in [255, 0, 255, 51, 204, 0].enumerated() { input[index] = UInt8(byte) }
    } readAll: { outputs in
      (outputs[1].shape, (0..<6).map { outputs[0].values[$0] - outputs[1].values[$0] })
    }
    #expect(shape == [1, 1, 2, 3])
    for (value, expected) in zip(values, [1, -1, 1, -0.6, 0.6, -1] as [Float]) {
      #expect(abs(value - expected) < 1e-6)
    }
  }

  @Test func `one session serves many sizes, more than it keeps compiled`() async throws {
    let session = try InferenceSession(contentsOf: fixture("halves"), threads: 1)
    for side in Array(1...12) + Array(1...12) {
      let (shape, values) = try await Self.means(
        of: [255, 255, 255], size: PixelSize(width: side * 2, height: 2), in: session)
      #expect(shape == [1, 3, 1, side])
      #expect(values.allSatisfy { $0 == 1 })
    }
  }

  @Test func `callers at the same time get their own answers`() async throws {
    let session = try InferenceSession(contentsOf: fixture("halves"), threads: 1)
    try await withThrowingTaskGroup { group in
      for level in UInt8(0)..<64 {
        group.addTask {
          let size = PixelSize(width: 2 + 2 * Int(level % 3), height: 2)
          let (_, values) = try await Self.means(
            of: [level, level, level], size: size, in: session)
          #expect(values.allSatisfy { abs($0 - Float(level) / 255) < 1e-6 })
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `an input that cannot be drawn is not run`() async throws {
    let session = try InferenceSession(contentsOf: fixture("halves"), threads: 1)
    await #expect(throws: InferenceError.inputNotDrawn(width: 2, height: 2)) {
      try await session.run(PixelSize(width: 2, height: 2)) { _ throws(InferenceError) in
        throw .inputNotDrawn(width: 2, height: 2)
      } read: { _ in
        Issue.record("the network was run")
      }
    }
  }

  @Test func `a missing model is named, with the way to get it`() {
    let error = #expect(throws: InferenceError.self) {
      try InferenceSession(contentsOf: "/nowhere/dice.onnx")
    }
    #expect(error == .modelNotFound(path: "/nowhere/dice.onnx"))
    #expect(
      error?.description == """
        No model at '/nowhere/dice.onnx'. 'git checkout -- Models' brings back those of the \
        repository, 'make setup' those that are fetched; 'PLAYFIELD_MODELS' names another folder.
        """)
  }

  @Test func `int8 wants a quantised file beside the model`() {
    #expect(throws: InferenceError.quantizedModelNotFound(path: "/nowhere/dice-int8.onnx")) {
      try InferenceSession(contentsOf: "/nowhere/dice.onnx", precision: .int8)
    }
    #expect(throws: InferenceError.modelNotFound(path: "/nowhere/dice-int8.onnx")) {
      try InferenceSession(contentsOf: "/nowhere/dice-int8.onnx", precision: .int8)
    }
  }

  @Test(
    "what is no network is refused, with the file's name",
    arguments: [
      ("empty", Data()),
      ("text", Data("not a network".utf8)),
      ("cut off", try! Data(contentsOf: URL(filePath: fixture("halves"))).prefix(60)),
    ])
  func unreadable(kind: String, bytes: Data) throws {
    try withFile(bytes) { path in
      let error = #expect(throws: InferenceError.self) {
        try InferenceSession(contentsOf: path)
      }
      guard case .modelUnreadable(path, let reason) = error else {
        Issue.record("\(kind): \(String(describing: error))")
        return
      }
      #expect(!reason.isEmpty && !reason.contains("\n"))
    }
  }

  @Test func `a network with two inputs is another request's`() {
    #expect(
      throws: InferenceError.modelUnsuitable(
        path: fixture("two-inputs"), expected: "1 input and 1 output", actual: "2 and 1")
    ) {
      try InferenceSession(contentsOf: fixture("two-inputs"))
    }
  }

  @Test func `a network with another number of outputs is another request's`() {
    #expect(
      throws: InferenceError.modelUnsuitable(
        path: fixture("halves"), expected: "1 input and 2 outputs", actual: "1 and 1")
    ) {
      try InferenceSession(contentsOf: fixture("halves"), outputs: 2)
    }
  }
}
