/// How strongly a picture changes across and down at each pixel, in levels a pixel.
package struct PictureSlopes: Sendable {
  package let across: FloatPlane
  package let down: FloatPlane
}

extension RGBImage {
  /// How strongly the picture changes across and down at each pixel: the strongest of its three
  /// colours, in levels a pixel (Sobel's operator). At the edges it is as in a mirror.
  package var slopes: PictureSlopes {
    let size = PixelSize(width: width, height: height)
    precondition(pixels.count == 3 * width * height, "three bytes a pixel")
    var across = [Float](repeating: 0, count: width * height)
    var down = across
    pixels.withUnsafeBufferPointer { pixels in
      across.withUnsafeMutableBufferPointer { across in
        down.withUnsafeMutableBufferPointer { down in
          for y in 0..<height {
            let above = mirrored(y - 1, height) &* width
            let (row, below) = (y &* width, mirrored(y + 1, height) &* width)
            for x in 0..<width {
              let left = x > 0 ? x &- 1 : mirrored(-1, width)
              let right = x &+ 1 < width ? x &+ 1 : mirrored(width, width)
              var (steepestAcross, steepestDown) = (0, 0)
              for channel in 0..<3 {
                @inline(__always) func level(_ row: Int, _ x: Int) -> Int {
                  Int(pixels[3 &* (row &+ x) &+ channel])
                }
                let corners = level(below, right) &- level(above, left)
                let others = level(above, right) &- level(below, left)
                let sideways = 2 &* (level(row, right) &- level(row, left))
                let downwards = 2 &* (level(below, x) &- level(above, x))
                steepestAcross = max(steepestAcross, abs(corners &+ others &+ sideways))
                steepestDown = max(steepestDown, abs(corners &- others &+ downwards))
              }
              across[row &+ x] = Float(steepestAcross) / 8
              down[row &+ x] = Float(steepestDown) / 8
            }
          }
        }
      }
    }
    return PictureSlopes(
      across: FloatPlane(size: size, values: across), down: FloatPlane(size: size, values: down))
  }
}
