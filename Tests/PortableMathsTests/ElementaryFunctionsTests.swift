import CPortableMaths
import Foundation
import Testing

@Suite("Elementary functions that are the same everywhere")
struct ElementaryFunctionsTests {
  private static let functions: [String: @Sendable (Double, Double) -> Double] = [
    "exp": { x, _ in portable_exp(x) }, "log": { x, _ in portable_log(x) },
    "sin": { x, _ in portable_sin(x) }, "cos": { x, _ in portable_cos(x) },
    "asin": { x, _ in portable_asin(x) }, "atan": { x, _ in portable_atan(x) },
    "lgamma": { x, _ in portable_lgamma(x) }, "atan2": { y, x in portable_atan2(y, x) },
    "hypot": { x, y in portable_hypot(x, y) }, "pow": { x, y in portable_pow(x, y) },
  ]

  private static let system: [String: @Sendable (Double, Double) -> Double] = [
    "exp": { x, _ in exp(x) }, "log": { x, _ in log(x) }, "sin": { x, _ in sin(x) },
    "cos": { x, _ in cos(x) }, "asin": { x, _ in asin(x) }, "atan": { x, _ in atan(x) },
    "lgamma": { x, _ in lgamma(x) }, "atan2": { y, x in atan2(y, x) },
    "hypot": { x, y in hypot(x, y) }, "pow": { x, y in pow(x, y) },
  ]

  /// How many doubles lie from one to the other.
  private static func units(_ a: Double, _ b: Double) -> UInt64 {
    func place(_ value: Double) -> Int64 {
      let bits = Int64(bitPattern: value.bitPattern)
      return bits < 0 ? Int64.min - bits : bits
    }
    return (place(a) - place(b)).magnitude
  }

  @Test(
    "values are within one unit in the last place of those that mpmath 1.3.0 gives, rounded",
    arguments: [
      ("exp", 1.0, 0, 0x1.5bf0a8b145769p+1, "e"),
      ("exp", -0x1.79ca10c924223p-67, 0, 1.0, "hardly below 0: 1"),
      ("exp", 0x1.61e4f765fd8aep-9, 0, 0x1.00b12fb0f4433p+0, "the end of the series"),
      ("exp", 0x1.62d999999999ap+9, 0, 0x1.d75ae7a50ee14p+1023, "nearly too large"),
      ("exp", -0x1.6240000000000p+9, 0, 0x0.e6cf6d08897acp-1022, "subnormal"),
      ("exp", -740.0, 0, 0x0.0000000000055p-1022, "few digits are left"),
      ("exp", 0x1.62ccccccccccdp+6, 0, 0x1.f4705bbffae5cp+127, "as large as a float can be"),
      ("log", 2.0, 0, 0x1.62e42fefa39efp-1, "all of it from the exponent"),
      ("log", 0x1.6000000000000p-1, 0, -0x1.7fafa3bd8151cp-2, "the first interval begins"),
      ("log", 0x1.fffffffffffffp-1, 0, -0x1p-53, "just below 1"),
      ("log", 0x1.0000000000001p+0, 0, 0x1.fffffffffffffp-53, "just above 1"),
      (
        "log", 0x1.0200000000000p+0, 0, 0x1.fe02a6b106789p-8,
        "the first interval with a reciprocal of its own"
      ),
      ("log", 0x0.0000000000001p-1022, 0, -0x1.74385446d71c3p+9, "the smallest of all"),
      ("log", 0x1.1ccf385ebc8a0p+1023, 0, 0x1.62991d5d62a5ep+9, "nearly the largest"),
      ("sin", 0x1.12e0be826d695p-30, 0, 0x1.12e0be826d695p-30, "its own sine"),
      ("sin", 0x1.91eb851eb851fp-1, 0, 0x1.69e4fd79ac743p-1, "nearly a quarter of pi"),
      ("sin", 0x1.926e978d4fdf4p-1, 0, 0x1.6a41a99fd55b2p-1, "the cosine of what is left"),
      ("sin", 0x1.921fb54442d18p+1, 0, 0x1.1a62633145c07p-53, "pi as a double has it"),
      ("sin", 355.0, 0, -0x1.f9bd0307d1de3p-16, "nearly a multiple of pi"),
      ("sin", 0x1.e848000000000p+19, 0, -0x1.6664b2568d867p-2, "the last with parts of pi"),
      ("sin", 0x1.0f0cf064dd592p+73, 0, -0x1.b453ab76bf397p-1, "digits of 2/pi"),
      ("sin", 0x1.6ac5b262ca1ffp+849, 0, 1.0, "the double nearest to a multiple of pi/2"),
      ("cos", 0x1.12e0be826d695p-30, 0, 1.0, "1"),
      ("cos", 0x1.921fb54442d18p+0, 0, 0x1.1a62633145c07p-54, "half of pi as a double has it"),
      ("cos", 11.0, 0, 0x1.220ae41ee2fdfp-8, "nearly an odd multiple of half of pi"),
      ("cos", -3.0, 0, -0x1.fae04be85e5d2p-1, "a negative angle"),
      ("cos", 0x1.0f0cf064dd592p+73, 0, 0x1.0be2cef01c8f4p-1, "digits of 2/pi"),
      ("asin", 0x1p-1, 0, 0x1.0c152382d7366p-1, "where the root begins"),
      ("asin", 0x1.fffffffffffffp-2, 0, 0x1.0c152382d7365p-1, "the end of the series"),
      ("asin", -0x1.fffffffffffffp-1, 0, -0x1.921fb50442d18p+0, "nearly straight down"),
      ("asin", 0x1.999999999999ap-4, 0, 0x1.9a49276037884p-4, "an ordinary slope"),
      ("asin", 1.0, 0, 0x1.921fb54442d18p+0, "straight up"),
      ("atan", 0x1.7ffde7210be94p-5, 0, 0x1.7fb600916bd1ap-5, "the end of the first arc"),
      ("atan", 0x1.800218def416cp-5, 0, 0x1.7fba2ff4ac2afp-5, "the second"),
      ("atan", 1.0, 0, 0x1.921fb54442d18p-1, "an eighth of a circle"),
      ("atan", -0x1.14ccccccccccdp+4, 0, -0x1.8357b5ecffc46p+0, "a reciprocal"),
      ("atan", 0x1.7e43c8800759cp+996, 0, 0x1.921fb54442d18p+0, "straight up"),
      ("lgamma", 0x1.47ae147ae147bp-7, 0, 0x1.265de0d9b33c4p+2, "far up near 0"),
      ("lgamma", 0x1.000001ad7f29bp+0, 0, -0x1.efd30c8e518b9p-25, "nearly 0: a series"),
      ("lgamma", 0x1.2147ae147ae14p+0, 0, -0x1.fb7b119a303f7p-5, "raised by fourteen steps"),
      ("lgamma", 0x1.fff972474538fp+0, 0, -0x1.62a151ce4a3dfp-15, "the series around 2"),
      ("lgamma", 3.0, 0, 0x1.62e42fefa39efp-1, "ln 2"),
      ("lgamma", 16.0, 0, 0x1.be636a63fd346p+4, "the first without steps"),
      ("lgamma", 101.0, 0, 0x1.6bbd47b7669b6p+8, "ln 100!"),
      ("lgamma", 0x1.74876e8000000p+34, 0, 0x1.0b14e9033ca05p+39, "a large one"),
      ("atan2", 1.0, -1.0, 0x1.2d97c7f3321d2p+1, "the third eighth"),
      (
        "atan2", -0x1.56e1fc2f8f359p-997, -1.0, -0x1.921fb54442d18p+1,
        "just below the negative axis"
      ),
      ("atan2", 3.0, 0x0.012688b70e62bp-1022, 0x1.921fb54442d18p+0, "a subnormal one across"),
      (
        "atan2", 0x0.012688b70e62bp-1022, 0x0.03739a252b281p-1022, 0x1.4978fa3269ee1p-2,
        "both subnormal"
      ),
      ("atan2", -2.0, 5.0, -0x1.85a376b677dc0p-2, "the last quarter"),
      ("hypot", 3.0, 4.0, 5.0, "whole"),
      (
        "hypot", 0x1.7e43c8800759cp+996, 0x1.7e43c8800759cp+996, 0x1.0e4d50f99b211p+997,
        "whose squares are too large"
      ),
      (
        "hypot", 0x0.00000000017b8p-1022, 0x0.0000000001fa0p-1022, 0x0.0000000002788p-1022,
        "whose squares are too small"
      ),
      ("hypot", 1.0, 0x1.12e0be826d695p-30, 1.0, "one hardly counts"),
      ("pow", 0x1.6666666666666p-1, 29.0, 0x1.0e1af31823ddbp-15, "as Student's distribution asks"),
      ("pow", 2.0, 0x1p-1, 0x1.6a09e667f3bcdp+0, "a root"),
      ("pow", -3.0, 3.0, -27.0, "an odd power of a negative number"),
      ("pow", 0x1.0000000400000p+0, 0x1p+31, 0x1.d8e64b85ea41bp+2, "much from little"),
      ("pow", 10.0, -300.0, 0x1.56e1fc2f8f359p-997, "small"),
    ] as [(String, Double, Double, Double, String)])
  func exact(name: String, x: Double, y: Double, value: Double, why: String) throws {
    let function = try #require(Self.functions[name])
    #expect(Self.units(function(x, y), value) <= 1, "\(name)(\(x), \(y)): \(why)")
  }

  @Test(
    "they agree with the system's library to a unit in the last place",
    arguments: [
      // Glibc's logarithm of the gamma function may itself be off by two.
      ("exp", -700, 700, 1), ("log", 1e-3, 50, 1), ("sin", -50, 50, 1), ("cos", -50, 50, 1),
      ("asin", -1, 1, 1), ("atan", -30, 30, 1), ("lgamma", 3, 300, 2), ("atan2", -4, 4, 1),
      ("hypot", -4, 4, 1), ("pow", 0, 9, 1),
    ] as [(String, Double, Double, UInt64)])
  func agreement(name: String, from: Double, to: Double, allowed: UInt64) throws {
    let ours = try #require(Self.functions[name])
    let theirs = try #require(Self.system[name])
    for step in 0...20_000 {
      let x = from + (to - from) * Double(step) / 20_000
      for y in [-2.5, 0.3, 7] {
        #expect(Self.units(ours(x, y), theirs(x, y)) <= allowed, "\(name)(\(x), \(y))")
      }
    }
  }

  @Test(
    "the ends of the line are those of the system's library",
    arguments: [
      0, -0.0, 1, -1, .infinity, -.infinity, .nan, 710, -746, 5e-324, 1e-310, 2, -2, 1e300, 0.5,
    ] as [Double])
  func ends(x: Double) throws {
    for (name, ours) in Self.functions {
      let theirs = try #require(Self.system[name])
      // Below 0 ours is not a number; it is used for counts.
      if name == "lgamma", x < 0 { continue }
      for y in [0, -0.0, 1, -1, 3, -3, 0.5, .infinity, -.infinity, .nan, 1e300] {
        let (a, b) = (ours(x, y), theirs(x, y))
        let isSame = a.isNaN ? b.isNaN : Self.units(a, b) <= 1 && a.sign == b.sign
        #expect(isSame, "\(name)(\(x), \(y)) is \(a), not \(b)")
      }
    }
  }
}
