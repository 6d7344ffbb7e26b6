import CPictureIO
import Foundation
import Testing
import VisionCore

@testable import Media

/// Left half red, right half blue, 64 x 48.
private let halves =
  "color=red:s=32x48,format=rgb24[a];color=blue:s=32x48,format=rgb24[b];[a][b]hstack"

@Suite struct ImageReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "formats and depths are read alike",
    arguments: [
      ("8-bit.png", []), ("16-bit.png", ["-pix_fmt", "rgb48be"]),
      ("with-transparency.png", ["-pix_fmt", "rgba"]), ("palette.png", ["-pix_fmt", "pal8"]),
      ("8-bit.tiff", []), ("16-bit.tiff", ["-pix_fmt", "rgb48le"]), ("windows.bmp", []),
      ("lossless.webp", ["-lossless", "1"]), ("photo.jpg", ["-pix_fmt", "yuvj444p", "-q:v", "2"]),
      ("still.gif", []),
    ] as [(String, [String])])
  func formats(name: String, options: [String]) throws {
    try ffmpeg(halves, ["-frames:v", "1"] + options, folder.file(name))
    let picture = try ImageReader.read(contentsOf: folder.file(name))
    #expect(picture.image.width == 64)
    #expect(picture.image.height == 48)
    #expect(picture.storedWidth == 64)
    #expect(picture.storedHeight == 48)
    #expect(picture.orientation == .up)
    #expect(picture.image.isNear([254, 0, 0], 0.2, 0.5))
    #expect(picture.image.isNear([0, 0, 254], 0.8, 0.5))
  }

  @Test(
    "inks, grey and progressive coding become RGB",
    arguments: [
      ("inks as Adobe stores them", Fixture.cmykByAdobe, [235, 23, 23], [23, 23, 235]),
      ("inks as luma and chroma", Fixture.ycckByLibjpeg, [235, 23, 23], [23, 23, 235]),
      ("progressive", Fixture.progressiveRGB, Fixture.red, Fixture.blue),
      ("grey", Fixture.grey, [88, 88, 88], [52, 52, 52]),
    ] as [(String, [UInt8], [UInt8], [UInt8])])
  func kindsOfJPEG(kind: String, bytes: [UInt8], left: [UInt8], right: [UInt8]) throws {
    let image = try ImageReader.decode(bytes, path: kind).image
    #expect(image.isNear(left, 0.2, 0.5), "\(kind): \(image.color(0.2, 0.5))")
    #expect(image.isNear(right, 0.8, 0.5), "\(kind): \(image.color(0.8, 0.5))")
  }

  @Test(
    "of an animation the first picture is read",
    arguments: [
      ("moving.gif", "gif", []), ("moving.png", "apng", ["-plays", "0"]),
      ("moving.webp", "webp", ["-c:v", "libwebp_anim", "-lossless", "1", "-loop", "0"]),
    ] as [(String, String, [String])])
  func animations(name: String, muxer: String, options: [String]) throws {
    let source = "color=red:s=64x48:r=5:d=1[a];color=blue:s=64x48:r=5:d=1[b];[a][b]concat"
    try ffmpeg(source, options + ["-f", muxer], folder.file(name))
    let picture = try ImageReader.read(contentsOf: folder.file(name))
    #expect(picture.image.width == 64)
    #expect(picture.storedHeight == 48)
    #expect(picture.image.isNear([254, 0, 0], 0.5, 0.5))
  }

  @Test(arguments: ["one.png", "one.jpg", "one.bmp", "one.tiff"])
  func `a picture of one pixel is read`(name: String) throws {
    try ffmpeg("color=red:s=1x1,format=rgb24", ["-frames:v", "1"], folder.file(name))
    let image = try ImageReader.read(contentsOf: folder.file(name)).image
    #expect(image.width == 1 && image.height == 1)
    #expect(image.isNear([254, 0, 0], 0, 0))
  }

  @Test func `the name of a file says nothing about what it is`() throws {
    try ffmpeg(halves, ["-frames:v", "1"], folder.file("picture.png"))
    let renamed = try folder.write(try bytes(folder.file("picture.png")), "photo.jpg")
    #expect(try ImageReader.read(contentsOf: renamed).image.isNear([254, 0, 0], 0.2, 0.5))

    let text = try folder.write("Dear diary, I rolled a six.".utf8, "text.jpg")
    #expect(throws: MediaError.notAnImage(path: text)) {
      try ImageReader.read(contentsOf: text)
    }
  }

  @Test func `100 megapixels are read smaller, and their size is reported`() throws {
    for name in ["large.jpg", "large.png"] {
      try ffmpeg("color=red:s=12500x8000,format=rgb24", ["-frames:v", "1"], folder.file(name))
      let picture = try ImageReader.read(contentsOf: folder.file(name))
      #expect(picture.storedWidth == 12500)
      #expect(picture.storedHeight == 8000)
      #expect(picture.image.pixels.count <= 3 * 25_000_000)
      #expect(abs(Double(picture.image.width) / Double(picture.image.height) - 1.5625) < 0.001)
      #expect(picture.image.isNear([254, 0, 0], 0.5, 0.5))
    }
  }

  @Test func `a size beyond the limit is refused before anything is decoded`() throws {
    try ffmpeg(halves, ["-frames:v", "1"], folder.file("a.png"))
    var png = try bytes(folder.file("a.png"))
    png.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    #expect(
      throws: MediaError.tooLarge(
        path: "a.png", width: 65536, height: 65536, pixelLimit: 120_000_000)
    ) { try ImageReader.decode(png, path: "a.png") }

    // The sides stand behind a JPEG's frame marker, after its length and its depth.
    var jpeg = Fixture.grey
    let frame = try #require(
      jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
    #expect(
      throws: MediaError.tooLarge(
        path: "a.jpg", width: 65500, height: 65500, pixelLimit: 250_000_000)
    ) { try ImageReader.decode(jpeg, path: "a.jpg") }
  }

  @Test(
    "a file that ends early is an error, wherever it ends",
    arguments: ["cut.png", "cut.jpg", "cut.gif", "cut.webp", "cut.bmp", "cut.tiff"])
  func truncated(name: String) throws {
    try ffmpeg("testsrc=s=160x120,format=rgb24", ["-frames:v", "1"], folder.file(name))
    let whole = try bytes(folder.file(name))
    // Past the pixels a GIF, a TIFF and a JPEG hold a few bytes without which all is there.
    for part in [0.0, 0.002, 0.01, 0.1, 0.5, 0.9, 0.97] {
      let cut = Array(whole.prefix(Int(Double(whole.count) * part)))
      #expect(throws: MediaError.self, "\(cut.count) of \(whole.count) bytes") {
        try ImageReader.decode(cut, path: name)
      }
    }
  }

  @Test func `a JPEG, PNG or WebP that ends early is said to`() throws {
    for name in ["cut.png", "cut.jpg", "cut.webp"] {
      try ffmpeg("testsrc=s=160x120,format=rgb24", ["-frames:v", "1"], folder.file(name))
      let whole = try bytes(folder.file(name))
      #expect(throws: MediaError.truncated(path: name)) {
        try ImageReader.decode(Array(whole.prefix(whole.count * 2 / 3)), path: name)
      }
    }
  }

  @Test func `a JPEG that ends early is said to, also with a harmless oddity before`() throws {
    try ffmpeg("testsrc=s=160x120,format=rgb24", ["-frames:v", "1"], folder.file("a.jpg"))
    let whole = try bytes(folder.file("a.jpg"))
    // Stray bytes before a marker: decoders warn of them, pass over them, and warn no more.
    let marker = 4 + (Int(whole[4]) << 8 | Int(whole[5]))
    let odd = whole[..<marker] + [0, 1, 2, 3] + whole[marker...]
    #expect(
      try ImageReader.decode(Array(odd), path: "a.jpg") == ImageReader.decode(whole, path: ""))
    #expect(throws: MediaError.truncated(path: "a.jpg")) {
      try ImageReader.decode(Array(odd.prefix(odd.count * 2 / 3)), path: "a.jpg")
    }
    // A preview within the file has an end of its own.
    let preview: [UInt8] = [0xFF, 0xE1, 0, 8, 0xFF, 0xD9, 0xFF, 0xD8, 0xFF, 0xD9]
    let cut = Array(whole[..<2] + preview + whole[2...].dropLast(2))
    #expect(throws: MediaError.truncated(path: "a.jpg")) {
      try ImageReader.decode(cut, path: "a.jpg")
    }
  }

  @Test func `of a JPEG with stray bytes before its pixels all is read`() throws {
    // Before the marker of the scan, which stands behind the header's last segment.
    let scan = try #require(
      Fixture.grey.indices.dropLast().first {
        Fixture.grey[$0] == 0xFF && Fixture.grey[$0 + 1] == 0xDA
      })
    let odd = Array(Fixture.grey[..<scan] + [7, 7] + Fixture.grey[scan...])
    #expect(
      try ImageReader.decode(odd, path: "a").image
        == ImageReader.decode(Fixture.grey, path: "a").image)
  }

  @Test func `what follows a WebP is no part of it`() throws {
    try ffmpeg(halves, ["-frames:v", "1", "-lossless", "1"], folder.file("a.webp"))
    let webp = try bytes(folder.file("a.webp"))
    let trailing = webp + Array("tail".utf8) + [0xFF, 0xFF, 0, 0] + [UInt8](repeating: 0, count: 9)
    let picture = try ImageReader.decode(trailing, path: "a.webp")
    #expect(picture == (try ImageReader.decode(webp, path: "a.webp")))
  }

  @Test func `a first frame that is smaller than the picture lies where it belongs`() throws {
    let file = try animation(canvas: (100, 80), x: 20, y: 10)
    let picture = try ImageReader.decode(file, path: "a.webp")
    #expect((picture.image.width, picture.image.height) == (100, 80))
    #expect((picture.storedWidth, picture.storedHeight) == (100, 80))
    // The frame has 64 x 48 pixels, from 20, 10 on.
    #expect(picture.image.isNear([255, 255, 255], 0.19, 0.5))
    #expect(picture.image.isNear([254, 0, 0], 0.21, 0.14))
    #expect(picture.image.isNear([0, 0, 254], 0.83, 0.71))
    #expect(picture.image.isNear([255, 255, 255], 0.85, 0.5))
    #expect(picture.image.isNear([255, 255, 255], 0.5, 0.74))
  }

  @Test func `a first frame that reaches out of the picture is damage`() throws {
    let file = try animation(canvas: (100, 80), x: 40, y: 10)
    #expect(
      throws: MediaError.damaged(
        path: "a.webp", reason: "its first frame reaches out of the picture")
    ) { try ImageReader.decode(file, path: "a.webp") }
  }

  @Test func `a frame beyond the limit is refused, however small its animation says it is`() throws
  {
    var file = try animation(canvas: (16383, 16383), x: 0, y: 0)
    let frame = try #require(file.indices.first { file[$0...].has("VP8L") })
    // 14 bits each of width - 1 and height - 1, behind the chunk's head and a mark.
    let sides = 16382 | 16382 << 14
    file.replaceSubrange(
      frame + 9..<frame + 13, with: (0..<4).map { UInt8(truncatingIfNeeded: sides >> (8 * $0)) })
    #expect(
      throws: MediaError.tooLarge(
        path: "a.webp", width: 16383, height: 16383, pixelLimit: 120_000_000)
    ) { try ImageReader.decode(file, path: "a.webp") }
    // The canvas says that it is small.
    let canvas = try #require(file.indices.first { file[$0...].has("VP8X") })
    file.replaceSubrange(canvas + 12..<canvas + 18, with: [63, 0, 0, 47, 0, 0])
    #expect(throws: MediaError.self) { try ImageReader.decode(file, path: "a.webp") }
  }

  /// An animation of one frame, ``halves``, at a place on a larger picture.
  private func animation(canvas: (Int, Int), x: Int, y: Int) throws -> [UInt8] {
    try ffmpeg(halves, ["-frames:v", "1", "-lossless", "1"], folder.file("still.webp"))
    let still = try bytes(folder.file("still.webp"))
    let picture = Array(still[(try #require(still.indices.first { still[$0...].has("VP8L") }))...])
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
      Array(name.utf8) + number(data.count, 4) + data
    }
    let frame =
      number(x / 2, 3) + number(y / 2, 3) + number(63, 3) + number(47, 3) + number(100, 3) + [0]
      + picture
    return lengthened(
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
        + chunk("VP8X", [2, 0, 0, 0] + number(canvas.0 - 1, 3) + number(canvas.1 - 1, 3))
        + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + chunk("ANMF", frame))
  }

  @Test func `more bytes than the decoder can count are refused`() {
    var image: OpaquePointer?
    // Only the first byte is there, and none is looked at.
    let status = Fixture.grey.withUnsafeBufferPointer { bytes in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { reason in
        let status = picture_io_image_decode(
          bytes.baseAddress, Int(Int32.max) + 1, 1, PICTURE_IO_OPAQUE, &image, reason.baseAddress,
          reason.count)
        #expect(String(cString: reason.baseAddress!) == "it is larger than 2 GiB")
        return status
      }
    }
    #expect(status == PICTURE_IO_FAILURE)
    #expect(image == nil)
  }

  @Test func `damage in the picture data is an error`() throws {
    try ffmpeg("testsrc=s=160x120,format=rgb24", ["-frames:v", "1"], folder.file("a.png"))
    var png = try bytes(folder.file("a.png"))
    png[png.count / 2] ^= 0x10
    #expect(throws: MediaError.self) { try ImageReader.decode(png, path: "a.png") }
  }

  @Test func `files that are missing, empty or folders are distinguished`() throws {
    let missing = folder.file("missing.jpg")
    #expect(throws: MediaError.notFound(path: missing)) {
      try ImageReader.read(contentsOf: missing)
    }
    let empty = try folder.write([], "empty.jpg")
    #expect(throws: MediaError.empty(path: empty)) { try ImageReader.read(contentsOf: empty) }
    #expect(throws: MediaError.isDirectory(path: folder.path)) {
      try ImageReader.read(contentsOf: folder.path)
    }
  }

  @Test(
    "what is transparent is laid on white",
    arguments: [
      ("straight.png", []), ("deep.png", ["-pix_fmt", "rgba64be"]),
      ("palette.png", ["-pix_fmt", "pal8"]), ("straight.tiff", []),
      ("deep.tiff", ["-pix_fmt", "rgba64le"]), ("lossless.webp", ["-lossless", "1"]),
      ("lossy.webp", ["-q:v", "90"]), ("moving.webp", ["-c:v", "libwebp_anim"]), ("still.gif", []),
    ] as [(String, [String])])
  func transparency(name: String, options: [String]) throws {
    // Opaque red, half opaque and clear blue, from the left.
    let hasPalette = name.hasPrefix("palette") || name.hasSuffix("gif")
    let source =
      "color=red:s=21x48:d=0.04,format=rgba[a];color=blue@0.5:s=21x48:d=0.04,format=rgba[b];color=blue@0:s=21x48:d=0.04,format=rgba[c];"
      + "[a][b][c]hstack=3"
      + (hasPalette ? ",split[x][y];[x]palettegen[p];[y][p]paletteuse" : "")
    try ffmpeg(source, ["-frames:v", "1"] + options, folder.file(name))
    let image = try ImageReader.read(contentsOf: folder.file(name)).image
    #expect(image.isNear([254, 0, 0], 0.15, 0.5), "\(image.color(0.15, 0.5))")
    #expect(image.isNear([255, 255, 255], 0.85, 0.5), "\(image.color(0.85, 0.5))")
    // A palette has no half.
    guard !hasPalette else { return }
    #expect(image.isNear([127, 127, 254], 0.5, 0.5), "\(image.color(0.5, 0.5))")
  }

  @Test(arguments: ["grey.png", "grey.tiff"])
  func `grey with transparency is read`(name: String) throws {
    let source =
      "color=gray:s=32x48:d=0.04,format=ya8[a];color=black@0:s=32x48:d=0.04,format=ya8[b];[a][b]hstack"
    try ffmpeg(source, ["-frames:v", "1", "-pix_fmt", "ya8"], folder.file(name))
    let image = try ImageReader.read(contentsOf: folder.file(name)).image
    #expect(image.isNear([128, 128, 128], 0.2, 0.5), "\(image.color(0.2, 0.5))")
    if name == "grey.png" {
      #expect(image.isNear([255, 255, 255], 0.8, 0.5), "\(image.color(0.8, 0.5))")
    }
  }

  @Test(
    "formats that are known and not read are named",
    arguments: [
      ("floating-point TIFF", ["-f", "image2", "-c:v", "tiff", "-pix_fmt", "rgb24"]),
      ("PPM", ["-f", "image2", "-c:v", "ppm"]),
      ("JPEG 2000", ["-f", "image2", "-c:v", "jpeg2000"]),
    ] as [(String, [String])])
  func named(format: String, options: [String]) throws {
    try ffmpeg(halves, ["-frames:v", "1"] + options, folder.file("a"))
    var picture = try bytes(folder.file("a"))
    if format == "floating-point TIFF" { picture = try Self.withFloats(picture) }
    #expect(throws: MediaError.unsupportedFormat(path: "a", format: format)) {
      try ImageReader.decode(picture, path: "a")
    }
  }

  /// A TIFF whose colours say that they are floating-point numbers.
  private static func withFloats(_ tiff: [UInt8]) throws -> [UInt8] {
    var changed = tiff
    let start = try #require(tiff[...].number(at: 4, size: 4, .littleEndian))
    let count = try #require(tiff[...].number(at: start, size: 2, .littleEndian))
    // In place of the last entry.
    let entry = start + 2 + 12 * (count - 1)
    changed.replaceSubrange(entry..<entry + 12, with: [0x53, 1, 3, 0, 1, 0, 0, 0, 3, 0, 0, 0])
    return changed
  }

  @Test func `formats that begin as other kinds of files are named`() throws {
    let big = Array("II+\0".utf8) + [UInt8](repeating: 0, count: 28)
    #expect(throws: MediaError.unsupportedFormat(path: "a", format: "BigTIFF")) {
      try ImageReader.decode(big, path: "a")
    }
    try ffmpeg("testsrc=d=1", [], folder.file("clip.mp4"))
    #expect(throws: MediaError.videoInsteadOfImage(path: folder.file("clip.mp4"))) {
      try ImageReader.read(contentsOf: folder.file("clip.mp4"))
    }
  }

  @Test(.enabled(if: sharedFolder != nil, "needs the photographs in ../shared"))
  func `a photograph is read whole, and not once it is cut`() throws {
    let images = try #require(sharedFolder) + "/data/dice/phone-trays/images"
    let names = try FileManager.default.contentsOfDirectory(atPath: images).sorted()
    let name = try #require(names.first)
    let whole = try bytes(images + "/" + name)
    let image = try ImageReader.decode(whole, path: name).image
    #expect(image.width >= 400 && image.height >= 400)
    for part in [3, 5, 8, 9] {
      #expect(throws: MediaError.truncated(path: name)) {
        try ImageReader.decode(Array(whole.prefix(whole.count * part / 10)), path: name)
      }
    }
  }
}
