import Foundation
import PlayfieldMaths
import Testing

@Suite("The Fourier transform of a plane")
struct FourierPlaneTests {
  @Test(
    "is the sum of all places' turns",
    arguments: [(1, 1), (2, 3), (4, 5), (8, 6), (15, 9), (20, 25), (1, 16)])
  func sums(rows: Int, columns: Int) {
    let real = (0..<rows * columns).map { Float(($0 * 37 + 11) % 19) - 9 }
    let imaginary = (0..<rows * columns).map { Float(($0 * 53 + 7) % 23) - 11 }
    var plane = FourierPlane(rows: rows, columns: columns, real: real, imaginary: imaginary)
    plane.transform()
    #expect(plane.rows == columns && plane.columns == rows)
    for v in 0..<rows {
      for u in 0..<columns {
        var sum = (real: 0.0, imaginary: 0.0)
        for y in 0..<rows {
          for x in 0..<columns {
            let part = Double(u * x) / Double(columns) + Double(v * y) / Double(rows)
            let (cosine, sine) = (cos(2 * .pi * part), -sin(2 * .pi * part))
            let (a, b) = (Double(real[y * columns + x]), Double(imaginary[y * columns + x]))
            sum.real += a * cosine - b * sine
            sum.imaginary += a * sine + b * cosine
          }
        }
        let index = u * rows + v
        #expect(abs(Double(plane.real[index]) - sum.real) < 1e-3)
        #expect(abs(Double(plane.imaginary[index]) - sum.imaginary) < 1e-3)
      }
    }
  }

  @Test(
    "lengths have no factors but 2, 3 and 5",
    arguments: [(1, 1), (7, 8), (11, 12), (121, 125), (135, 135), (320, 320), (641, 648)])
  func lengths(count: Int, length: Int) {
    #expect(FourierPlane.length(holding: count) == length)
  }
}
