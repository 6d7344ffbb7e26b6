import Foundation
import Testing

@testable import SpokenNumbers

/// The transform of 400 numbers, compared with the sum that defines it, in double precision.
@Suite struct MixedRadixTransformTests {
  private static let size = MixedRadixTransform.size

  /// Squared magnitudes of the frequencies 0 to 200.
  private static func power(of signal: [Float]) -> [Double] {
    (0...size / 2).map { frequency in
      var (real, imaginary) = (0.0, 0.0)
      for (place, number) in zip(0..., signal) {
        let angle = 2 * Double.pi * Double(frequency * place % size) / Double(size)
        real += Double(number) * cos(angle)
        imaginary -= Double(number) * sin(angle)
      }
      return real * real + imaginary * imaginary
    }
  }

  private static let signals: [(String, [Float])] = [
    ("one number", (0..<size).map { $0 == 7 ? 1 : 0 }),
    ("all alike", .init(repeating: 0.5, count: size)),
    ("the highest frequency", (0..<size).map { $0.isMultiple(of: 2) ? 1 : -1 }),
    ("a tone between two frequencies", (0..<size).map { Float(sin(0.7123 * Double($0))) }),
    ("numbers that look random", (0..<size).map { Float($0 * 7919 % 2003 - 1001) / 1001 }),
    ("silence", .init(repeating: 0, count: size)),
  ]

  @Test("the power of each frequency is what the sum says", arguments: signals)
  func power(name: String, signal: [Float]) {
    var transform = MixedRadixTransform()
    let expected = Self.power(of: signal)
    let powers = transform.power(of: signal)
    #expect(powers.count == Self.size / 2 + 1)
    // By how much 32-bit floats may be off, of the signal's whole power.
    let whole = expected.reduce(0, +)
    for (power, expected) in zip(powers, expected) {
      let error = abs(Double(power) - expected)
      #expect(error <= 4e-7 * (whole * expected).squareRoot() + 1e-13 * whole)
    }
    // What the last signal has left does not matter.
    #expect(transform.power(of: signal) == powers)
  }
}
