import Foundation
import Media
import VisionCore

/// A picture with edges and noise, which JPEG finds as hard as a photo.
enum PaintedPicture {
  /// Writes the picture, 640 x 480, as a JPEG into the temporary folder.
  static func write() throws -> String {
    let (width, height) = (640, 480)
    var pixels = [UInt8]()
    pixels.reserveCapacity(width * height * 3)
    for y in 0..<height {
      for x in 0..<width {
        let tile = (x / 40 + y / 40).isMultiple(of: 2) ? 90 : 140
        for channel in 0..<3 {
          pixels.append(UInt8(tile + x / 16 + channel * 10 + Int.random(in: 0..<12)))
        }
      }
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "playfield-bench.jpg").path()
    try ImageWriter.write(RGBImage(width: width, height: height, pixels: pixels), to: path)
    return path
  }
}
