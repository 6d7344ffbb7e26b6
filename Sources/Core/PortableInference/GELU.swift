/// The Gaussian error linear unit of each of a map's numbers.
struct GELU {
  func run(
    _ input: NetworkPlan.Plane, to output: NetworkPlan.Plane,
    in memory: UnsafeMutablePointer<Float>
  ) {
    for y in 0..<output.height {
      for x in 0..<output.width {
        let source = memory + input.place(x, y)
        let target = memory + output.place(x, y)
        for channel in stride(from: 0, to: output.channels, by: 4) {
          target.vector(channel).pointee = vectorGELU(source.vector(channel).pointee)
        }
      }
    }
  }
}
