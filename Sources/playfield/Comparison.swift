import DiceGame
import Media
import VisionCore

/// A photo that was not read correctly, twice side by side: with its truth, and with the answer.
struct Comparison {
  let picture: RGBImage
  let truth: DiceTruth
  let answers: [DieObservation]

  func write(to path: String) throws(Failure) {
    let annotator = Annotator()
    var (left, right) = (picture, picture)
    switch truth.dice {
    case .boxes(let dice):
      annotator.draw(dice: dice, caption: "truth: \(Roll(dice: dice).equation)", on: &left)
    case .values(let values):
      let list = values.map { String($0.pips) }.joined(separator: " ")
      annotator.draw(dice: [], caption: "truth: \(list)", on: &left)
    }
    annotator.draw(dice: answers, caption: "read: \(Roll(dice: answers).equation)", on: &right)
    do throws(MediaError) {
      try ImageWriter.write(Self.sideBySide(left, right), to: path)
    } catch {
      throw Failure(error)
    }
  }

  /// Two pictures of one size beside each other.
  static func sideBySide(_ left: RGBImage, _ right: RGBImage) -> RGBImage {
    let row = left.width * 3
    var pixels: [UInt8] = []
    pixels.reserveCapacity(row * left.height * 2)
    for start in stride(from: 0, to: row * left.height, by: row) {
      pixels += left.pixels[start..<start + row]
      pixels += right.pixels[start..<start + row]
    }
    return RGBImage(width: left.width * 2, height: left.height, pixels: pixels)
  }
}
