import Testing
import VisionCore

@Suite struct ImageOrientationTests {
  /// An image of 2 x 3 pixels, all different, as rows.
  private static let image = [[1, 2], [3, 4], [5, 6]]

  /// The image turned upright, by what EXIF says of its first row and its first column.
  private static func upright(_ image: [[Int]], _ orientation: ImageOrientation) -> [[Int]] {
    func transposed(_ image: [[Int]]) -> [[Int]] {
      image[0].indices.map { column in image.map { $0[column] } }
    }
    func mirrored(_ image: [[Int]]) -> [[Int]] { image.map { $0.reversed() } }
    return switch orientation {
    case .up: image
    case .upMirrored: mirrored(image)
    case .down: mirrored(image.reversed())
    case .downMirrored: image.reversed()
    case .leftMirrored: transposed(image)
    case .right: mirrored(transposed(image))
    case .rightMirrored: mirrored(transposed(image).reversed())
    case .left: transposed(image).reversed()
    }
  }

  @Test(
    "two orientations, one after the other, are a third",
    arguments: ImageOrientation.allCases, ImageOrientation.allCases)
  func followed(first: ImageOrientation, second: ImageOrientation) {
    #expect(
      Self.upright(Self.image, first.followed(by: second))
        == Self.upright(Self.upright(Self.image, first), second))
  }

  @Test("quarters are clockwise, and mirroring comes last", arguments: -4...7, [false, true])
  func quarters(turns: Int, isMirrored: Bool) {
    var image = Self.image
    for _ in 0..<(turns + 4) { image = Self.upright(image, .right) }
    if isMirrored { image = Self.upright(image, .upMirrored) }
    let orientation = ImageOrientation(quarterTurns: turns, isMirrored: isMirrored)
    #expect(Self.upright(Self.image, orientation) == image)
  }
}
