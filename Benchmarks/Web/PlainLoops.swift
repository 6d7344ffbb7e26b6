// What the module's kernel is measured against: a convolution written as its formula stands, over
// arrays. 64 channels to 64 with a kernel of 3 x 3 on 40 x 30 places, as in the middle of the dice
// network.

private let channels = 64
private let width = 40
private let height = 30

nonisolated(unsafe) private var input = [Float](
  repeating: 0.5, count: channels * (width + 2) * (height + 2))
nonisolated(unsafe) private var weights = [Float](
  repeating: 0.01, count: channels * channels * 9)
nonisolated(unsafe) private var output = [Float](repeating: 0, count: channels * width * height)

/// Does it once; returns its floating-point operations.
@_expose(wasm, "plain_loops") @_cdecl("plain_loops")
public func plainLoops() -> Double {
  for out in 0..<channels {
    for y in 0..<height {
      for x in 0..<width {
        var sum: Float = 0
        for channel in 0..<channels {
          for row in 0..<3 {
            for column in 0..<3 {
              sum +=
                input[(channel * (height + 2) + y + row) * (width + 2) + x + column]
                * weights[((out * channels + channel) * 3 + row) * 3 + column]
            }
          }
        }
        output[(out * height + y) * width + x] = max(0, sum)
      }
    }
  }
  return Double(2 * 9 * channels * channels * width * height)
}
