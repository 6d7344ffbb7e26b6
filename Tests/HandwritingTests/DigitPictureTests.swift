import Testing

@testable import Handwriting

@Suite struct DigitPictureTests {
  @Test("Pictures are those that the network was trained on", arguments: DrawnPicture.all)
  func training(drawn: DrawnPicture) {
    let picture = DigitPicture(of: drawn.strokes.compactMap { Stroke($0) }, pen: drawn.pen)
    let errors = zip(picture.pixels, drawn.pixels).map { abs($0 - $1 / 255) }
    // Training rounds to a 255th; all else is the same arithmetic.
    #expect(errors.max()! < 0.005)
    #expect(errors.reduce(0, +) / Float(errors.count) < 0.001)
  }

  @Test func `there are pictures to compare with`() { #expect(DrawnPicture.all.count == 12) }

  private let seven = [Stroke([[0, 0], [60, 2], [20, 100]])!]

  @Test(
    "Size and place on the page do not matter",
    arguments: [(1e-6, 0), (1, 5000), (1e6, -300)] as [(Double, Double)])
  func similar(scale: Double, shift: Double) {
    let moved = seven.map { stroke in
      Stroke(points: stroke.points.map { InkPoint(x: $0.x * scale + shift, y: $0.y * scale) })!
    }
    let (one, other) = (DigitPicture(of: seven), DigitPicture(of: moved))
    #expect(zip(one.pixels, other.pixels).allSatisfy { abs($0 - $1) < 0.01 })
  }

  @Test func `the direction in which a stroke is drawn does not matter`() {
    let reversed = seven.map { Stroke(points: $0.points.reversed())! }
    let (one, other) = (DigitPicture(of: seven), DigitPicture(of: reversed))
    #expect(zip(one.pixels, other.pixels).allSatisfy { abs($0 - $1) < 0.001 })
  }

  @Test(
    "The mass of the ink lies in the middle",
    arguments: [
      [Stroke.line(x: 3)], [.ring(0, 80)], [.line(x: 0), .bar(0, 50, y: 100)], [.bar(0, 100)],
    ])
  func mass(strokes: [Stroke]) {
    let center = DigitPicture(of: strokes).centerOfMass
    #expect(abs(center.x - 14) < 0.1 && abs(center.y - 14) < 0.1, "\(center)")
  }

  @Test(
    "The longer side of the ink is 20 pixels, whatever the pen",
    arguments: [0.8, 2.6, 4] as [Float])
  func side(pen: Float) {
    let picture = DigitPicture(of: [.line(x: 0)], pen: pen)
    let column = stride(from: 14, to: 28 * 28, by: 28).map { picture.pixels[$0] }
    // The line runs between two columns, so half the pen covers this one.
    #expect(abs(column.reduce(0, +) - 20 * min(1, pen / 2)) < 1, "\(column)")
  }

  @Test func `a tap is a dot in the middle, no ink is an empty picture`() {
    let dot = DigitPicture(of: [Stroke([[7, 7]])!])
    #expect(dot.pixels[13 * 28 + 13] == 1)
    // Four pixels and the eight beside them; the corners lie outside a round pen.
    #expect(dot.pixels.count { $0 > 0 } == 12)
    #expect(DigitPicture(of: []).pixels.allSatisfy { $0 == 0 })
  }

  @Test func `ink as far out as there is does no harm`() {
    let picture = DigitPicture(of: [Stroke([[-1e9, -1e9], [1e9, 1e9]])!])
    #expect(picture.pixels.allSatisfy { (0...1).contains($0) })
    #expect(picture.pixels[14 * 28 + 14] > 0.9)
  }
}
