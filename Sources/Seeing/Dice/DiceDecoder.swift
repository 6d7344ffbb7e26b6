internal import PlayfieldMaths
package import VisionCore

/// Reads the dice network's output.
///
/// The output `cells` is `[1, 10, rows, columns]`, one cell for each 8 x 8 pixels of the input.
/// Channels 0...5 are the logits of the values 1...6; channels 6...9 the logarithms of the
/// distances from the cell's centre to the left, top, right and bottom side of the top face, in
/// units of 8 pixels.
package struct DiceDecoder: Sendable {
  package let look: Look
  /// The minimum confidence of a sighting, in `0...1`.
  package let threshold: Float

  package init(look: Look, threshold: Float) {
    self.look = look
    self.threshold = threshold
  }

  private static let cell = 8
  private static let values = DieValue.allCases
  /// exp(4) cells are 437 pixels: no die is larger in a look. Also keeps infinities out.
  private static let reach: ClosedRange<Float> = -3...4
  /// Of a picture of noise the best cells are enough; suppression takes quadratic time.
  private static let mostSightings = 2048

  /// All the cells that show a die.
  ///
  /// - Parameter cells: The network's output.
  /// - Returns: The sightings, in no order; several of one die.
  /// - Throws: ``UnexpectedShape`` for another network's output.
  package func sightings(in cells: Tensor) throws(UnexpectedShape) -> [Sighting] {
    let rows = look.inputSize.height / Self.cell
    let columns = look.inputSize.width / Self.cell
    let expected = [1, Self.values.count + 4, rows, columns]
    guard cells.shape == expected else {
      throw UnexpectedShape(tensor: "cells", expected: expected, actual: cells.shape)
    }

    // Comparing logits spares the sigmoid of the thousands of cells that show no die.
    let least = naturalLogarithm(threshold / (1 - threshold))
    let plane = rows * columns
    var found: [Sighting] = []
    for cell in 0..<plane {
      var best = 0
      var logit = cells.values[cell]
      for value in 1..<Self.values.count where cells.values[value * plane + cell] > logit {
        best = value
        logit = cells.values[value * plane + cell]
      }
      guard logit >= least else { continue }
      let sides = (0..<4).map { side in
        let logarithm = cells.values[(Self.values.count + side) * plane + cell]
        return Double(
          exponential(min(max(logarithm, Self.reach.lowerBound), Self.reach.upperBound)))
      }
      guard
        var sighting = sighting(
          Self.values[best], logit: logit, row: cell / columns, column: cell % columns,
          sides: sides)
      else { continue }
      for value in 0..<Self.values.count {
        sighting.scores[value] = Float(logit: cells.values[value * plane + cell])
      }
      found.append(sighting)
    }
    guard found.count > Self.mostSightings else { return found }
    return Array(found.sorted { $0.rank > $1.rank }.prefix(Self.mostSightings))
  }

  /// What one cell shows; `sides` are the distances to the left, top, right and bottom side, in
  /// cells.
  private func sighting(
    _ value: DieValue, logit: Float, row: Int, column: Int, sides: [Double]
  ) -> Sighting? {
    let size = Double(Self.cell)
    let x = Double(column) + 0.5
    let y = Double(row) + 0.5
    guard
      let box = look.boundingBox(
        left: (x - sides[0]) * size, top: (y - sides[1]) * size,
        right: (x + sides[2]) * size, bottom: (y + sides[3]) * size)
    else { return nil }
    let confidence = Float(logit: logit)
    return Sighting(
      die: DieObservation(label: value, confidence: confidence, boundingBox: box),
      rank: Double(confidence) * look.trust(inSide: look.side(of: box)), isCut: look.cuts(box))
  }
}
