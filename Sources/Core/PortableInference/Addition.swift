/// A map plus numbers that are always the same, such as a transformer's positions.
struct Addition {
  /// Place by place, row by row: as many as the map's first places have channels, a multiple of 4.
  var numbers: [Float]

  /// The plane has no more places than there are numbers for.
  func run(
    _ input: NetworkPlan.Plane, to output: NetworkPlan.Plane,
    in memory: UnsafeMutablePointer<Float>
  ) {
    numbers.withUnsafeBytes { numbers in
      var offset = 0
      for y in 0..<output.height {
        for x in 0..<output.width {
          let source = memory + input.place(x, y)
          let target = memory + output.place(x, y)
          for channel in stride(from: 0, to: output.channels, by: 4) {
            let number = numbers.loadUnaligned(fromByteOffset: offset, as: SIMD4<Float>.self)
            target.vector(channel).pointee = source.vector(channel).pointee + number
            offset += 16
          }
        }
      }
    }
  }
}
