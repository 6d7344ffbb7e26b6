import Testing
import VisionCore

@testable import Media

/// A TIFF structure with an orientation, as EXIF has it.
private func exif(_ orientation: Int, bigEndian: Bool, isLong: Bool = false) -> [UInt8] {
  func number(_ value: Int, _ size: Int) -> [UInt8] {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return bigEndian ? bytes.reversed() : bytes
  }
  let value = isLong ? number(orientation, 4) : number(orientation, 2) + [0, 0]
  return Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4) + number(2, 2)
    + number(0x010F, 2) + number(2, 2) + number(1, 4) + [0, 0, 0, 0]
    + number(0x0112, 2) + number(isLong ? 4 : 3, 2) + number(1, 4) + value
    + number(0, 4)
}

/// A JPEG with an EXIF segment put in front.
private func jpeg(with exif: [UInt8]) -> [UInt8] {
  let payload = Array("Exif\0\0".utf8) + exif
  let length = payload.count + 2
  return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    + Fixture.progressiveRGB.dropFirst(2)
}

@Suite struct OrientationTests {
  @Test("EXIF's eight orientations, in both byte orders", arguments: 1...8)
  func eight(raw: Int) throws {
    for bigEndian in [false, true] {
      for isLong in [false, true] {
        let file = jpeg(with: exif(raw, bigEndian: bigEndian, isLong: isLong))
        let picture = try ImageReader.decode(file, path: "a.jpg")
        #expect(picture.orientation.rawValue == UInt8(raw))
        // The pixels stay as they are stored.
        #expect(picture.image.isNear(Fixture.red, 0.2, 0.5))
      }
    }
  }

  @Test("an invalid orientation is taken for upright", arguments: [0, 9, 255, 256, 65535])
  func outOfRange(raw: Int) throws {
    let picture = try ImageReader.decode(jpeg(with: exif(raw, bigEndian: true)), path: "a.jpg")
    #expect(picture.orientation == .up)
  }

  @Test func `EXIF that is cut off anywhere is upright or right`() {
    let whole = exif(6, bigEndian: false)
    for length in 0..<whole.count {
      let markers = JPEGMarkers(jpeg(with: Array(whole.prefix(length)))[...])
      #expect(markers.orientation == .up || length >= 32, "\(length) bytes")
    }
  }

  @Test func `EXIF with any byte changed neither stops the program nor the picture`() throws {
    let whole = exif(6, bigEndian: true)
    for index in whole.indices {
      for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
        var damaged = whole
        damaged[index] = value
        let orientation = JPEGMarkers(jpeg(with: damaged)[...]).orientation
        #expect(TIFFDirectory(damaged[...])?.orientation ?? .up == orientation)
        // Only what leads to the orientation, or holds it, can change it.
        let matters = (0..<10).contains(index) || (22..<32).contains(index)
        #expect(orientation == .right || matters, "byte \(index) is \(value)")
        // Its value stands in two bytes.
        if damaged != whole, (30..<32).contains(index) { #expect(orientation != .right) }
      }
    }
    var damaged = whole
    damaged.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    #expect(try ImageReader.decode(jpeg(with: damaged), path: "a.jpg").orientation == .up)
  }

  @Test func `PNG and WebP keep an orientation too`() throws {
    let folder = try TemporaryFolder()
    try ffmpeg("color=red:s=64x48,format=rgb24", ["-frames:v", "1"], folder.file("a.png"))
    let png = try bytes(folder.file("a.png"))
    let turned = exif(8, bigEndian: true)
    // Behind the header chunk, which ends at byte 33; the checksum is left empty.
    let chunk = [0, 0, 0, UInt8(turned.count)] + Array("eXIf".utf8) + turned + [0, 0, 0, 0]
    let header = ImageHeader(png: (png[..<33] + chunk + png[33...])[...])
    #expect(header?.orientation == .left)
    #expect(header?.isTruncated == false)

    try ffmpeg(
      "color=red:s=64x48,format=rgb24", ["-frames:v", "1", "-lossless", "1"],
      folder.file("a.webp"))
    let exifChunk = Array("EXIF".utf8) + [UInt8(turned.count), 0, 0, 0] + turned
    let webp = lengthened(try bytes(folder.file("a.webp")) + exifChunk)
    let picture = try ImageReader.decode(webp, path: "a.webp")
    #expect(picture.orientation == .left)
    #expect(picture.uprightSize(picture.orientation) == PixelSize(width: 48, height: 64))
  }

  @Test func `a TIFF that lies on its side is decoded upright`() throws {
    let folder = try TemporaryFolder()
    try ffmpeg("color=red:s=64x48,format=rgb24", ["-frames:v", "1"], folder.file("a.tiff"))
    var tiff = try bytes(folder.file("a.tiff"))
    // ffmpeg writes no orientation: the tag for the number of resolution units gives its place.
    try setTIFFTag(0x128, to: 0x112, value: 6, in: &tiff)
    let picture = try ImageReader.decode(tiff, path: "a.tiff")
    #expect(picture.orientation == .up)
    #expect(picture.image.width == 48)
    #expect(picture.storedWidth == 48)
  }

  @Test("a stored corner comes to stand where EXIF says", arguments: ImageOrientation.allCases)
  func turning(orientation: ImageOrientation) {
    // Numbered row by row: 0 1 2 / 3 4 5.
    let stored = RGBImage(
      width: 3, height: 2, pixels: (0..<6).flatMap { [UInt8]([$0, $0, $0]) })
    let rows: [ImageOrientation: [UInt8]] = [
      .up: [0, 1, 2, 3, 4, 5], .upMirrored: [2, 1, 0, 5, 4, 3], .down: [5, 4, 3, 2, 1, 0],
      .downMirrored: [3, 4, 5, 0, 1, 2], .leftMirrored: [0, 3, 1, 4, 2, 5],
      .right: [3, 0, 4, 1, 5, 2], .rightMirrored: [5, 2, 4, 1, 3, 0], .left: [2, 5, 1, 4, 0, 3],
    ]
    let upright = stored.turnedUpright(from: orientation)
    #expect(upright.width == (orientation.swapsAxes ? 2 : 3))
    #expect(stride(from: 0, to: 18, by: 3).map { upright.pixels[$0] } == rows[orientation])
  }
}

private func setTIFFTag(_ tag: UInt16, to other: UInt16, value: UInt8, in tiff: inout [UInt8])
  throws
{
  let directory = Int(tiff[4]) | Int(tiff[5]) << 8 | Int(tiff[6]) << 16
  let count = Int(tiff[directory]) | Int(tiff[directory + 1]) << 8
  let entries = (0..<count).map { directory + 2 + $0 * 12 }
  let entry = try #require(
    entries.first { UInt16(tiff[$0]) | UInt16(tiff[$0 + 1]) << 8 == tag })
  let short: [UInt8] = [3, 0, 1, 0, 0, 0, value, 0, 0, 0]
  let name = [UInt8(other & 0xFF), UInt8(other >> 8)]
  tiff.replaceSubrange(entry..<entry + 12, with: name + short)
}
