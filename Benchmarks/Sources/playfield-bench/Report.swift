import Foundation

/// What was measured, and what follows from it.
struct Report {
  /// Floating-point operations of one picture, and of one matrix product.
  let operations: Double
  let productOperations: Double
  let rounds: Int

  var decoding = Series()
  var live = Series()
  var thorough = Series()
  var network = Series()
  var product = Series()
  var openCV = Series()

  init(operations: Double, productOperations: Double, rounds: Int) {
    self.operations = operations
    self.productOperations = productOperations
    self.rounds = rounds
  }

  mutating func forget() {
    self = Report(operations: operations, productOperations: productOperations, rounds: rounds)
  }
}

extension Report: CustomStringConvertible {
  var description: String {
    let rates = (network: operations / network.best, product: productOperations / product.best)
    let around = decoding.best + live.best - network.best
    let conclusions = String(
      format: """
        one picture takes %.3f GFLOP
        the network reaches %.0f %% of the matrix product's rate (goal: 50 %% or more)
        around the network: %.2f ms (goal: under 5 ms)
        OpenVINO is %.1f times as fast as OpenCV DNN
        """,
      operations / 1e9, 100 * rates.network / rates.product, around * 1e3,
      openCV.best / network.best)
    return """
      \(Machine.description); \(Machine.date); \(rounds) rounds, one thread, f32

      | what | best, ms | median, ms | GFLOP/s |
      |---|---|---|---|
      \(row("the network at 320 x 240, OpenVINO", network, operations))
      \(row("the same file, OpenCV DNN 4.6", openCV, operations))
      \(row("f32 matrix product of 1024 x 1024, OpenVINO", product, productOperations))
      \(row("decoding the JPEG", decoding))
      \(row("a live request, decoded picture to observations", live))
      \(row("a thorough request, decoded picture to observations", thorough))

      \(conclusions)
      """
  }

  private func row(_ what: String, _ series: Series, _ operations: Double? = nil) -> String {
    let rate = operations.map { String(format: "%.1f", $0 / series.best / 1e9) } ?? ""
    let best = String(format: "%.2f", series.best * 1e3)
    let median = String(format: "%.2f", series.median * 1e3)
    return "| \(what) | \(best) | \(median) | \(rate) |"
  }
}
