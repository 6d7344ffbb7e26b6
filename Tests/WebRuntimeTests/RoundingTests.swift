import CWebRuntime
import Testing

@Suite("Rounding in the WebAssembly module")
struct RoundingTests {
  @Test(
    "halves are rounded away from zero",
    arguments: [
      (0.5, 1), (-0.5, -1), (1.5, 2), (0.49999999999999994, 0), (2.4, 2), (-2.6, -3),
      (4503599627370497.5, 4503599627370498), (1e300, 1e300),
    ])
  func rounding(x: Double, whole: Double) {
    #expect(web_round(x) == whole)
  }
}
