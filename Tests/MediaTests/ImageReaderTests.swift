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

  @Test func `100 megapixels are read smaller, and their size is told`() throws {
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

  @Test func `damage in the picture data is an error`() throws {
    try ffmpeg("testsrc=s=160x120,format=rgb24", ["-frames:v", "1"], folder.file("a.png"))
    var png = try bytes(folder.file("a.png"))
    png[png.count / 2] ^= 0x10
    #expect(throws: MediaError.self) { try ImageReader.decode(png, path: "a.png") }
  }

  @Test func `files that are missing, empty or folders are told apart`() throws {
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

  @Test func `formats that are known and not read are named`() throws {
    let heic = [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 16)
    #expect(throws: MediaError.unsupportedFormat(path: "IMG_1.HEIC", format: "HEIC")) {
      try ImageReader.decode(heic, path: "IMG_1.HEIC")
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
