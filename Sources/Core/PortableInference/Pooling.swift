/// The maximum over squares of the plane; what lies outside does not count.
struct MaxPool {
  var size: Int
  var stride: Int
  var padding: Int

  func run(
    _ input: NetworkPlan.Plane, to output: NetworkPlan.Plane,
    in memory: UnsafeMutablePointer<Float>
  ) {
    for y in 0..<output.height {
      let top = y * stride - padding
      let rows = max(0, top)..<min(input.height, top + size)
      for x in 0..<output.width {
        let left = x * stride - padding
        let columns = max(0, left)..<min(input.width, left + size)
        let target = output.origin + y * output.rowStep + x * output.columnStep
        for channel in Swift.stride(from: 0, to: output.channels, by: 4) {
          var most = SIMD4<Float>(repeating: -.infinity)
          for row in rows {
            var source = input.origin + row * input.rowStep + columns.lowerBound * input.columnStep
            source += channel
            for _ in columns {
              let value = memory.vector(source).pointee
              most.replace(with: value, where: value .> most)
              source += input.columnStep
            }
          }
          memory.vector(target + channel).pointee = most
        }
      }
    }
  }
}

/// Each place becomes four.
struct Upsampling {
  func run(
    _ input: NetworkPlan.Plane, to output: NetworkPlan.Plane,
    in memory: UnsafeMutablePointer<Float>
  ) {
    for y in 0..<output.height {
      for x in 0..<output.width {
        let source = input.origin + y / 2 * input.rowStep + x / 2 * input.columnStep
        let target = output.origin + y * output.rowStep + x * output.columnStep
        for channel in stride(from: 0, to: output.channels, by: 4) {
          memory.vector(target + channel).pointee = memory.vector(source + channel).pointee
        }
      }
    }
  }
}
