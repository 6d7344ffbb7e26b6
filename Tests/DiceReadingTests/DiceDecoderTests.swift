import Testing
import VisionCore

@testable import DiceReading

/// An output of 2 rows and 4 columns, for an input of 32 x 16: nothing anywhere.
private struct Cells {
  private static let rows = 2
  private static let columns = 4
  private var shape = [1, 10, rows, columns]
  private var values = [Float](repeating: 0, count: 10 * rows * columns)

  init() {
    for index in 0..<6 * Self.rows * Self.columns { values[index] = -9 }
  }

  subscript(channel: Int, row: Int, column: Int) -> Float {
    get { values[(channel * Self.rows + row) * Self.columns + column] }
    set { values[(channel * Self.rows + row) * Self.columns + column] = newValue }
  }

  func decoded(
    threshold: Float = 0.2, shape: [Int]? = nil
  ) throws(UnexpectedShape) -> [Sighting] {
    let picture = PixelSize(width: 64, height: 32)
    let look = Look(
      picture: picture, region: PixelRect(x: 0, y: 0, width: 64, height: 32),
      drawn: PixelSize(width: 32, height: 16))
    return try DiceDecoder(look: look, threshold: threshold)
      .sightings(in: Tensor(shape: shape ?? self.shape, values: values.span))
  }
}

@Suite("Reading the dice network's output")
struct DiceDecoderTests {
  @Test func `a background of cells is no die`() throws {
    #expect(try Cells().decoded().isEmpty)
  }

  @Test func `a cell gives the value, the confidence and the box`() throws {
    var cells = Cells()
    cells[4, 1, 2] = 2  // a 5, at the centre (20, 12)
    cells[5, 1, 2] = 1.5
    cells[7, 1, 2] = -0.693147  // 4 pixels up
    cells[9, 1, 2] = -0.693147  // 4 pixels down; 8 to the left and to the right
    let sighting = try #require(try cells.decoded().first)
    #expect(sighting.die.label == .five)
    #expect(abs(sighting.die.confidence - 0.880797) < 1e-5)
    let box = BoundingBox(x: 12.0 / 32, y: 8.0 / 16, width: 16.0 / 32, height: 8.0 / 16)
    #expect(sighting.die.boundingBox.intersectionOverUnion(box) > 0.9999)
  }

  @Test(
    "the threshold is one of confidences, not of logits",
    arguments: [
      (Float(0.5), Float(0.01), 1), (0.5, -0.01, 0),
      (0.2, -1.38, 1), (0.2, -1.39, 0),
      // Everything passes 0, only certainty passes 1.
      (0, -80, 8), (1, 80, 0),
    ])
  func threshold(threshold: Float, logit: Float, found: Int) throws {
    var cells = Cells()
    cells[0, 0, 0] = logit
    #expect(try cells.decoded(threshold: threshold).count == found)
  }

  @Test func `a box over the picture's edge ends there`() throws {
    var cells = Cells()
    cells[0, 0, 0] = 5
    for side in 6..<10 { cells[side, 0, 0] = 50 }
    #expect(try cells.decoded().map(\.die.boundingBox) == [.unit])
  }

  @Test func `not a number is no die`() throws {
    var cells = Cells()
    cells[0, 0, 0] = .nan
    #expect(try cells.decoded().isEmpty)
  }

  @Test func `another network's output is refused`() {
    #expect(
      throws: UnexpectedShape(
        tensor: "cells", expected: [1, 10, 2, 4], actual: [1, 5, 4, 4])
    ) {
      try Cells().decoded(shape: [1, 5, 4, 4])
    }
  }
}
