import PortableInference
import Testing

@testable import SpokenNumbers

/// The head, with weights that are made up.
@Suite struct NumberHeadTests {
  /// A safetensors file of tensors of 32-bit floats.
  private static func file(_ tensors: [(name: String, shape: [Int], values: [Float])]) throws
    -> Safetensors
  {
    var (header, data): ([String], [UInt8]) = ([], [])
    for (name, shape, values) in tensors {
      let bytes = values.flatMap { withUnsafeBytes(of: $0, Array.init) }
      header.append(
        """
        "\(name)":{"dtype":"F32","shape":\(shape),\
        "data_offsets":[\(data.count),\(data.count + bytes.count)]}
        """)
      data += bytes
    }
    let text = Array("{\(header.joined(separator: ","))}".utf8)
    let length = (0..<8).map { UInt8(truncatingIfNeeded: text.count >> ($0 * 8)) }
    return try Safetensors(length + text + data)
  }

  /// Of four channels, the first of which is the logit of "seven".
  private static func head(classes: Int = PartScores.classes) throws -> NumberHead {
    var reduce = [Float](repeating: 0, count: 4 * 4 * 4)
    reduce[2] = 1  // The first channel, at the place itself.
    var words = [Float](repeating: 0, count: classes * 4)
    words[7 * 4] = 1
    return try NumberHead(
      file([
        ("reduce.weight", [4, 4, 1, 4], reduce), ("reduce.bias", [4], [0, 0, 0, 0]),
        ("context.weight", [4, 4, 1, 5], .init(repeating: 0, count: 4 * 4 * 5)),
        ("context.bias", [4], [0, 0, 0, 0]),
        ("words.weight", [classes, 4, 1, 1], words),
        ("words.bias", [classes], .init(repeating: 0, count: classes)),
      ]))
  }

  @Test func `an output comes for every two places and one at the end`() throws {
    let scores = try Self.head().scores(for: [
      [0, 0, 0, 0], [9, 0, 0, 0], [5, 0, 0, 0], [0, 0, 0, 0],
    ])
    #expect(scores.probabilities.count == 3)
    #expect(scores.probabilities.allSatisfy { abs($0.reduce(0, +) - 1) < 1e-5 })
    // Every second place counts in these weights: the first, the third, and silence.
    let sevens = scores.probabilities.map { $0[7] }
    #expect(abs(sevens[0] - 1 / 26) < 1e-4)
    #expect(sevens[1] > 0.8)
    #expect(abs(sevens[2] - 1 / 26) < 1e-4)
  }

  @Test func `no features, and those of another width, have no outputs`() throws {
    let head = try Self.head()
    #expect(head.scores(for: []).probabilities.isEmpty)
    #expect(head.scores(for: [[1, 2, 3]]).probabilities.isEmpty)
  }

  @Test func `a head of other classes is refused`() {
    #expect(
      throws: NetworkError.unexpectedShape(tensor: "words.bias", expected: [26], actual: [25])
    ) { try Self.head(classes: 25) }
  }
}
