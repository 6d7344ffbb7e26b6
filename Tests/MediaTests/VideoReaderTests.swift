import Foundation
import Testing
import VisionCore

@testable import Media

@Suite struct VideoReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Reads a whole clip.
  private func frames(_ reader: VideoReader) throws -> [VideoFrame] {
    var frames: [VideoFrame] = []
    while let frame = try reader.next() { frames.append(frame) }
    return frames
  }

  @Test(
    "containers and codecs are read alike",
    arguments: [
      ("a.mp4", ["-c:v", "libx264", "-pix_fmt", "yuv420p"]), ("a.mov", ["-c:v", "mjpeg"]),
      ("a.mkv", ["-c:v", "libx264"]), ("a.webm", ["-c:v", "libvpx"]), ("a.avi", ["-c:v", "mpeg4"]),
      ("a.ts", ["-c:v", "mpeg2video"]), ("named-wrongly.jpg", ["-c:v", "libx264", "-f", "mp4"]),
    ] as [(String, [String])])
  func formats(name: String, options: [String]) throws {
    try ffmpeg("testsrc=s=160x120:r=25:d=1", options, folder.file(name))
    let reader = try VideoReader(path: folder.file(name))
    #expect(reader.size == (160, 120))
    #expect(abs(reader.frameRate - 25) < 0.01)
    let clip = try frames(reader)
    #expect(clip.count == 25)
    #expect(clip.map(\.index) == Array(0..<25))
    #expect(clip.allSatisfy { abs($0.time - Double($0.index) / 25) < 0.002 })
    #expect(!reader.endedEarly)
    if let count = reader.frameCount { #expect(abs(count - 25) <= 1) }
  }

  @Test func `times come from the container where frames are not evenly spaced`() throws {
    try ffmpeg(
      "testsrc=s=64x48:r=25:d=2,select='lt(n,10)+gte(n,40)'", ["-vsync", "vfr"],
      folder.file("gap.mp4"))
    let clip = try frames(VideoReader(path: folder.file("gap.mp4")))
    #expect(clip.count == 20)
    #expect(abs(clip[9].time - 0.36) < 0.002)
    #expect(abs(clip[10].time - 1.6) < 0.002)
  }

  @Test("a telephone's clip stands upright", arguments: [90, 180, 270])
  func rotated(degrees: Int) throws {
    // Red at the left of the stored picture.
    let halves = "color=red:s=32x48:d=1[a];color=blue:s=32x48:d=1[b];[a][b]hstack,format=yuv420p"
    try ffmpeg(halves, [], folder.file("lying.mp4"))
    try run(
      "ffmpeg",
      [
        "-v", "error", "-i", folder.file("lying.mp4"), "-c", "copy", "-metadata:s:v",
        "rotate=\(degrees)", folder.file("turned.mp4"),
      ])
    let reader = try VideoReader(path: folder.file("turned.mp4"))
    #expect(reader.size == (degrees == 180 ? (64, 48) : (48, 64)))
    let image = try #require(try reader.next()).image
    // Turned clockwise, the left comes to the top.
    let red = [90: (0.5, 0.2), 180: (0.8, 0.5), 270: (0.5, 0.8)][degrees]!
    #expect(image.isNear([254, 0, 0], red.0, red.1, tolerance: 40))
    #expect(image.isNear([0, 0, 254], 1 - red.0, 1 - red.1, tolerance: 40))
  }

  @Test(
    "a clip that is cut off gives its frames, then says so",
    arguments: [
      ("cut.mp4", ["-movflags", "+faststart"]), ("cut.mkv", []), ("cut.avi", ["-c:v", "mjpeg"]),
      ("fragments.mp4", ["-movflags", "frag_keyframe+empty_moov", "-g", "10"]),
    ] as [(String, [String])])
  func cutOff(name: String, options: [String]) throws {
    try ffmpeg("testsrc=s=320x240:r=25:d=4", options, folder.file(name))
    let whole = try bytes(folder.file(name))
    for part in [0.5, 0.8, 0.97] {
      let cut = try folder.write(whole.prefix(Int(Double(whole.count) * part)), "part-" + name)
      let reader = try VideoReader(path: cut)
      let count = try frames(reader).count
      #expect(count > 10 && count < 100, "\(count) frames of \(part)")
      #expect(reader.endedEarly)
      #expect(try reader.next() == nil)
    }
  }

  @Test func `an MP4 without its index is truncated`() throws {
    try ffmpeg("testsrc=s=160x120:r=25:d=1", [], folder.file("a.mp4"))
    let whole = try bytes(folder.file("a.mp4"))
    let cut = try folder.write(whole.prefix(whole.count / 2), "cut.mp4")
    #expect(throws: MediaError.truncated(path: cut)) { try VideoReader(path: cut) }
  }

  @Test func `what is no video is told apart`() throws {
    let text = try folder.write("Dear diary, I rolled a six.".utf8, "text.mp4")
    #expect(throws: MediaError.notAVideo(path: text)) { try VideoReader(path: text) }
    let picture = try folder.write(Fixture.grey, "picture.mp4")
    #expect(throws: MediaError.imageInsteadOfVideo(path: picture)) {
      try VideoReader(path: picture)
    }
    let empty = try folder.write([], "empty.mp4")
    #expect(throws: MediaError.empty(path: empty)) { try VideoReader(path: empty) }
    let missing = folder.file("missing.mp4")
    #expect(throws: MediaError.notFound(path: missing)) { try VideoReader(path: missing) }
    #expect(throws: MediaError.isDirectory(path: folder.path)) {
      try VideoReader(path: folder.path)
    }
    // A playlist would send the program elsewhere.
    let playlist = try folder.write("#EXTM3U\nhttp://localhost/a.ts\n".utf8, "list.mp4")
    #expect(throws: MediaError.notAVideo(path: playlist)) { try VideoReader(path: playlist) }
    try ffmpeg("sine=d=1", [], folder.file("sound.mp4"))
    #expect(throws: MediaError.self) { try VideoReader(path: folder.file("sound.mp4")) }
  }

  @Test func `a name that looks like a protocol is a name`() throws {
    let path = folder.file("concat:a|b.mp4")
    try ffmpeg("testsrc=s=64x48:r=5:d=1", ["-f", "mp4"], "file:" + path)
    #expect(try frames(VideoReader(path: path)).count == 5)
  }

  @Test func `a clip with damage in its middle neither stops the program nor loses its end`() throws
  {
    try ffmpeg("testsrc=s=320x240:r=25:d=4", ["-g", "10"], folder.file("a.mkv"))
    var damaged = try bytes(folder.file("a.mkv"))
    for index in stride(from: damaged.count / 3, to: damaged.count / 2, by: 7) {
      damaged[index] ^= 0x55
    }
    let reader = try VideoReader(path: folder.write(damaged, "damaged.mkv"))
    #expect(try frames(reader).count > 60)
    #expect(!reader.endedEarly)
  }

  @Test(.enabled(if: sharedFolder != nil, "needs the clips in ../shared"))
  func `a real clip is read to its end`() throws {
    let reader = try VideoReader(
      path: try #require(sharedFolder) + "/data/rolls/five-red-dice-1.mp4")
    var count = 0
    var lastTime = -1.0
    while count < 60, let frame = try reader.next() {
      #expect(frame.time > lastTime)
      #expect((frame.image.width, frame.image.height) == reader.size)
      lastTime = frame.time
      count += 1
    }
    #expect(count > 30)
  }
}

@Suite struct CameraTests {
  @Test func `a camera that is not there is missing`() {
    #expect(throws: MediaError.cameraMissing(device: "/dev/video97")) { try Camera(index: 97) }
  }

  @Test func `a device that sends no pictures is no camera`() {
    #expect(throws: MediaError.notACamera(device: "/dev/null")) { try Camera(device: "/dev/null") }
  }
}
