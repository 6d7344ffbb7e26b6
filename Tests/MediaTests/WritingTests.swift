import Foundation
import Testing
import VisionCore

@testable import Media

@Suite struct WritingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("a video is what browsers play, its sides even", arguments: [(64, 48), (65, 49), (1, 1)])
  func video(width: Int, height: Int) throws {
    let path = folder.file("a.mp4")
    let writer = try VideoWriter(path: path, width: width, height: height, frameRate: 30)
    let image = redAndBlue(width: width, height: height)
    for _ in 0..<15 { try writer.append(image) }
    try writer.finish()

    let facts = try run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries",
        "stream=codec_name,pix_fmt,width,height,r_frame_rate,nb_read_frames,codec_tag_string",
        "-of", "default=noprint_wrappers=1", path,
      ])
    let lines = Set(facts.split(separator: "\n").map(String.init))
    let expected: Set = [
      "codec_name=h264", "codec_tag_string=avc1", "pix_fmt=yuv420p", "r_frame_rate=30/1",
      "width=\(width + width % 2)", "height=\(height + height % 2)", "nb_read_frames=15",
    ]
    #expect(expected.isSubset(of: lines), "\(facts)")

    if width > 1 {
      let read = try #require(try VideoReader(path: path).next()).image
      #expect(read.isNear(Fixture.red, 0.2, 0.5, tolerance: 40))
      #expect(read.isNear(Fixture.blue, 0.8, 0.5, tolerance: 40))
    }
  }

  @Test func `a film's index stands in front, so that it plays while it loads`() throws {
    let path = folder.file("a.mp4")
    let writer = try VideoWriter(path: path, width: 64, height: 48, frameRate: 30)
    for _ in 0..<15 { try writer.append(redAndBlue(width: 64, height: 48)) }
    try writer.finish()
    let film = try bytes(path)[...]
    var boxes: [String] = []
    var place = 0
    while let size = film.number(at: place, size: 4, .bigEndian), size >= 8 {
      boxes.append(String(decoding: film.part(at: place + 4, count: 4) ?? [], as: UTF8.self))
      place += size
    }
    #expect(place == film.count)
    let index = try #require(boxes.firstIndex(of: "moov"))
    let pictures = try #require(boxes.firstIndex(of: "mdat"))
    #expect(index < pictures)
  }

  @Test func `a film keeps the colours that are drawn`() throws {
    let path = folder.file("a.mp4")
    let writer = try VideoWriter(path: path, width: 64, height: 48, frameRate: 30)
    for _ in 0..<5 { try writer.append(redAndBlue(width: 64, height: 48)) }
    try writer.finish()
    let read = try #require(try VideoReader(path: path).next()).image
    #expect(read.isNear(Fixture.red, 0.2, 0.5, tolerance: 6), "\(read.color(0.2, 0.5))")
    #expect(read.isNear(Fixture.blue, 0.8, 0.5, tolerance: 6), "\(read.color(0.8, 0.5))")
  }

  @Test func `a film without frames is finished all the same`() throws {
    let path = folder.file("a.mp4")
    try VideoWriter(path: path, width: 64, height: 48, frameRate: 30).finish()
    #expect(throws: MediaError.self) { try VideoReader(path: path) }
  }

  @Test func `a full disk is reported`() throws {
    let path = folder.file("full.mp4")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/full")
    let full = MediaError.writingFailed(path: path, reason: "No space left on device")
    #expect(throws: full) {
      let writer = try VideoWriter(path: path, width: 64, height: 48, frameRate: 30)
      for _ in 0..<15 { try writer.append(redAndBlue(width: 64, height: 48)) }
      try writer.finish()
    }
  }

  @Test("frame rates of films and cameras are kept", arguments: [23.976, 29.97, 15, 59.94, 12.5])
  func frameRates(rate: Double) throws {
    let path = folder.file("a.mp4")
    let writer = try VideoWriter(path: path, width: 64, height: 48, frameRate: rate)
    for _ in 0..<10 { try writer.append(redAndBlue(width: 64, height: 48)) }
    try writer.finish()
    #expect(abs(try VideoReader(path: path).frameRate - rate) < 0.01)
  }

  @Test("a place that cannot be written says which part of it", arguments: [".mp4", ".jpg"])
  func places(ending: String) throws {
    func write(_ path: String) throws {
      if ending == ".mp4" {
        _ = try VideoWriter(path: path, width: 64, height: 48, frameRate: 30)
      } else {
        try ImageWriter.write(redAndBlue(width: 8, height: 8), to: path)
      }
    }
    let nowhere = folder.file("no/such")
    #expect(throws: MediaError.directoryMissing(path: nowhere + "/a" + ending, directory: nowhere))
    {
      try write(nowhere + "/a" + ending)
    }
    #expect(throws: MediaError.writingForbidden(path: "/sys/a" + ending)) {
      try write("/sys/a" + ending)
    }
    let taken = folder.file("taken" + ending)
    try FileManager.default.createDirectory(atPath: taken, withIntermediateDirectories: false)
    #expect(throws: MediaError.isDirectory(path: taken)) { try write(taken) }
    #expect(throws: MediaError.self) { try write(folder.file("a.docx")) }
  }

  @Test(arguments: ["a.png", "a.jpg", "a.JPEG"])
  func `a picture that was written is read again`(name: String) throws {
    let image = redAndBlue(width: 33, height: 17)
    try ImageWriter.write(image, to: folder.file(name))
    // What was there before is replaced, the longer end of it too.
    try ImageWriter.write(image, to: folder.file(name))
    let read = try ImageReader.read(contentsOf: folder.file(name)).image
    #expect(read.width == 33 && read.height == 17)
    #expect(read.isNear(Fixture.red, 0.2, 0.5) && read.isNear(Fixture.blue, 0.9, 0.5))
    if name.hasSuffix("png") { #expect(read == image) }
  }

  @Test func `a picture in memory is a JPEG file, or none where it is too wide for one`() throws {
    let file = try #require(ImageWriter.jpeg(redAndBlue(width: 64, height: 48)))
    let read = try ImageReader.decode(file, path: "memory")
    #expect(read.image.isNear(Fixture.red, 0.2, 0.5, tolerance: 40))
    #expect(ImageWriter.jpeg(redAndBlue(width: 70_000, height: 1)) == nil)
  }
}
