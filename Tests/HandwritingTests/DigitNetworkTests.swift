import Foundation
import PortableInference
import Testing
import VisionCore

@testable import Handwriting

/// The published network, as the browser runs it.
@Suite struct DigitNetworkTests {
  static let models = Project.folder.appending(path: "Models")
  let network: DigitNetwork

  init() throws {
    let file = try Data(contentsOf: Self.models.appending(path: "digits.safetensors"))
    network = try DigitNetwork(Safetensors([UInt8](file)))
  }

  @Test("Our own handwriting is read", arguments: SampleNumber.all)
  func samples(sample: SampleNumber) {
    let page = InkPage(strokes: sample.strokes, reader: network.scores)
    #expect(page.number == sample.label)
    #expect(page.confidence > 0.7)
  }

  @Test func `there are samples`() { #expect(SampleNumber.all.count == 10) }

  /// A line that wanders over a square.
  private static func tangle(_ across: Int, _ down: Int) -> [[Double]] {
    (0..<40).map { step -> [Double] in
      let (x, y) = (step * across % 101, step * down % 97)
      return [Double(x), Double(y)]
    }
  }

  @Test(
    "What is no digit is doubted",
    arguments: [
      ("a tangle", tangle(37, 61)), ("a zigzag", tangle(5, 48)), ("a bar", [[0, 50], [100, 52]]),
      ("a tick", [[0, 50], [30, 100], [100, 0]]),
    ])
  func rubbish(name: String, points: [[Double]]) {
    let scores = network.scores(for: DigitPicture(of: [Stroke(points)!]))
    #expect(scores.confidence < 0.7, "\(name) is taken for a \(scores.digit)")
  }

  @Test func `probabilities leave what is missing to "no digit"`() {
    for sample in SampleNumber.all {
      for digit in InkPage(strokes: sample.strokes, reader: network.scores).digits {
        let sum = digit.scores.probabilities.reduce(0, +)
        #expect(digit.scores.probabilities.count == 10)
        #expect(sum > 0.5 && sum < 1.0001)
      }
    }
  }

  /// Logits reach to 21; 16-bit integers leave them within 0.0084, probabilities within 5e-7.
  @Test("The ONNX file gives the same scores within a thousandth", arguments: DrawnPicture.all)
  func parity(drawn: DrawnPicture) {
    let logits = network.logits(for: DigitPicture(pixels: drawn.pixels.map { $0 / 255 }))
    #expect(logits.count == drawn.logits.count)
    #expect(zip(logits, drawn.logits).allSatisfy { abs($0 - $1) < 0.02 }, "\(logits)")
    let (ours, theirs) = (softmax(logits), softmax(drawn.logits))
    #expect(zip(ours, theirs).allSatisfy { abs($0 - $1) < 1e-3 }, "\(ours)")
  }

  private func softmax(_ logits: [Float]) -> [Float] {
    let powers = logits.map { exp($0 - (logits.max() ?? 0)) }
    return powers.map { $0 / powers.reduce(0, +) }
  }

  @Test func `another network's weights are refused`() throws {
    let file = try Data(contentsOf: Self.models.appending(path: "dice.safetensors"))
    let weights = try Safetensors([UInt8](file))
    #expect(throws: NetworkError.missingTensor("features.0.weight")) {
      _ = try DigitNetwork(weights)
    }
  }
}
