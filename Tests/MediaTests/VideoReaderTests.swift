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

  @Test(
    "what is skipped is left out, and nothing else, with an index and without",
    arguments: [
      ("a.mp4", ["-c:v", "libx264", "-bf", "3", "-g", "8"]), ("b.mp4", ["-c:v", "libx264"]),
      ("a.mkv", ["-c:v", "libx264", "-g", "8"]), ("a.avi", ["-c:v", "mjpeg"]),
      ("a.ts", ["-c:v", "libx264", "-g", "8"]),
    ] as [(String, [String])])
  func skipping(name: String, options: [String]) throws {
    try ffmpeg("testsrc=s=160x120:r=25:d=4", options + ["-pix_fmt", "yuvj420p"], folder.file(name))
    let all = try frames(VideoReader(path: folder.file(name)))
    let reader = try VideoReader(path: folder.file(name))
    reader.skip(to: 0.99)
    var read: [VideoFrame] = []
    while let frame = try reader.next() {
      read.append(frame)
      if read.count == 3 { reader.skip(to: 1.3) }  // nearer than a key frame may be
      if read.count == 8 { reader.skip(to: 2.99) }
    }
    let wanted = all.filter {
      (0.99..<1.1).contains($0.time) || (1.3..<1.49).contains($0.time) || $0.time >= 2.99
    }
    #expect(read.map(\.time) == wanted.map(\.time))
    #expect(read.map(\.image) == wanted.map(\.image))
    #expect(read.map(\.index) == Array(0..<33))
    reader.skip(to: 100)
    #expect(try reader.next() == nil)
  }

  @Test func `frames that wait long for others to be decoded are not skipped`() throws {
    try ffmpeg(
      "testsrc=s=160x120:r=3:d=8",
      ["-c:v", "libx264", "-bf", "3", "-g", "6", "-sc_threshold", "0"],
      folder.file("slow.mp4"))
    let times = try frames(VideoReader(path: folder.file("slow.mp4"))).map(\.time)
    #expect(times.count == 24)
    for start in times {
      let reader = try VideoReader(path: folder.file("slow.mp4"))
      reader.skip(to: start - 0.01)
      #expect(try frames(reader).map(\.time) == times.filter { $0 >= start })
    }
  }

  @Test func `where a container's clock starts over, skipping goes by the frames' times`() throws {
    try ffmpeg("testsrc=s=160x120:r=25:d=2", ["-c:v", "libx264"], folder.file("part.ts"))
    let part = try bytes(folder.file("part.ts"))
    let twice = try folder.write(part + part, "twice.ts")
    let times = try frames(VideoReader(path: twice)).map(\.time)
    #expect(times.count > 90 && times == times.sorted() && times.last! > 3.5)
    let reader = try VideoReader(path: twice)
    reader.skip(to: 3)
    #expect(try frames(reader).map(\.time) == times.filter { $0 >= 3 })
  }

  @Test(
    "frames are made smaller on the way",
    arguments: [("160x90", 64, 36), ("90x160", 36, 64), ("40x30", 40, 30)])
  func shrinking(size: String, width: Int, height: Int) throws {
    try ffmpeg(
      "color=red:s=\(size):r=25:d=1,drawbox=x=iw/2:c=blue:t=fill", [], folder.file("a.mp4"))
    let reader = try VideoReader(path: folder.file("a.mp4"))
    #expect(try reader.next()?.image.width == reader.size.width)
    try reader.shrinkFrames(toLongSide: 64)
    let image = try #require(try reader.next()).image
    #expect((image.width, image.height) == (width, height))
    #expect(image.isNear([254, 0, 0], 0.25, 0.5, tolerance: 40))
    #expect(image.isNear([0, 0, 254], 0.75, 0.5, tolerance: 40))
  }

  @Test(
    "a telephone's clip stands upright, turned clockwise by the matrix of its track",
    arguments: [
      (0, [1, 0, 0, 1]), (90, [0, 1, -1, 0]), (180, [-1, 0, 0, -1]), (270, [0, -1, 1, 0]),
    ])
  func rotated(degrees: Int, matrix: [Int32]) throws {
    // Red at the left of the stored picture.
    let halves = "color=red:s=48x54:d=1[a];color=blue:s=48x54:d=1[b];[a][b]hstack,format=yuv420p"
    try ffmpeg(halves, [], folder.file("lying.mp4"))
    // Written here, since ffmpeg's option for it has changed its sense of direction.
    var clip = try bytes(folder.file("lying.mp4"))
    let header = try #require(clip.ranges(of: Array("tkhd".utf8)).first).upperBound
    for (value, offset) in zip(matrix, [40, 44, 52, 56]) {
      let number = UInt32(bitPattern: value << 16)
      clip.replaceSubrange(
        header + offset..<header + offset + 4,
        with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
    }
    _ = try folder.write(clip, "turned.mp4")
    let reader = try VideoReader(path: folder.file("turned.mp4"))
    #expect(reader.size == (degrees % 180 == 0 ? (96, 54) : (54, 96)))
    let first = try #require(try reader.next()).image
    try reader.shrinkFrames(toLongSide: 48)
    let second = try #require(try reader.next()).image
    #expect((second.width, second.height) == (first.width / 2, first.height / 2))
    let third = try #require(try reader.nextPlanar())
    let upright = third.image.upright(third.orientation)
    #expect((upright.width, upright.height) == (second.width, second.height))
    // Turned clockwise, the left comes to the top.
    let red = [0: (0.2, 0.5), 90: (0.5, 0.2), 180: (0.8, 0.5), 270: (0.5, 0.8)][degrees]!
    for image in [first, second, upright] {
      let isRed = image.isNear([254, 0, 0], red.0, red.1, tolerance: 40)
      let isBlue = image.isNear([0, 0, 254], 1 - red.0, 1 - red.1, tolerance: 40)
      #expect(isRed && isBlue)
    }
  }

  @Test(
    "colours are those that went in, whatever matrix and range carried them",
    arguments: [
      ("64x48", "libx264", "bt709", "tv", true), ("64x48", "libx264", "smpte170m", "tv", true),
      ("64x48", "libx264", "bt709", "pc", true), ("64x48", "libx264", "smpte170m", "pc", true),
      // Stated nowhere: small pictures are BT.601, large ones BT.709.
      ("64x48", "libx264", "smpte170m", "tv", false), ("1280x720", "libx264", "bt709", "tv", false),
      ("48x1280", "libx264", "bt709", "tv", false),
      ("64x48", "mjpeg", "smpte170m", "pc", true),
    ] as [(String, String, String, String, Bool)])
  func colours(size: String, codec: String, matrix: String, range: String, isTagged: Bool) throws {
    let colour: [UInt8] = [200, 40, 90]
    let format = codec == "mjpeg" ? "yuvj420p" : "yuv420p"
    let tags =
      isTagged
      ? ["-colorspace", matrix, "-color_range", range] : ["-x264-params", "colormatrix=undef"]
    let scale = "scale=in_range=pc:out_color_matrix=\(matrix):out_range=\(range)"
    // Through raw video, which carries no tags, so that none but ours arrive.
    let raw = folder.file("a.yuv")
    try ffmpeg(
      "color=0xC8285A:s=\(size):r=5:d=1", ["-vf", "format=rgb24,\(scale),format=\(format)"], raw)
    try run(
      "ffmpeg",
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", format, "-s", size, "-r", "5", "-i", raw,
        "-c:v", codec,
      ] + tags + [folder.file("a.mov")])
    let image = try #require(try VideoReader(path: folder.file("a.mov")).next()).image
    #expect(image.isNear(colour, 0.5, 0.5, tolerance: 5), "\(image.color(0.5, 0.5))")
    let planes = try #require(try VideoReader(path: folder.file("a.mov")).nextPlanar()).image
    #expect(planes.upright(.up).isNear(colour, 0.5, 0.5, tolerance: 5), "\(planes.encoding)")
  }

  @Test(
    "what is not stored as 8-bit planes of half differences is brought to them",
    arguments: [
      ("yuv420p", "64x48", "libx264", ColorEncoding(.bt601)),
      ("yuv420p", "63x47", "ffv1", ColorEncoding(.bt601)),
      ("yuvj420p", "64x48", "mjpeg", ColorEncoding(.bt601, isFullRange: true)),
      ("yuv420p10le", "64x48", "libx264", ColorEncoding(.bt601)),
      ("yuv422p", "64x48", "ffv1", ColorEncoding(.bt601)),
      ("yuv444p", "64x48", "ffv1", ColorEncoding(.bt601)),
      ("gray", "64x48", "ffv1", ColorEncoding(.bt601, isFullRange: true)),
      ("rgb24", "64x48", "png", ColorEncoding(.bt601)),
      ("rgb24", "1280x720", "png", ColorEncoding(.bt709)),
      ("pal8", "64x48", "png", ColorEncoding(.bt601)),
    ] as [(String, String, String, ColorEncoding)])
  func planes(format: String, size: String, codec: String, encoding: ColorEncoding) throws {
    // Colours that change gently, for sharp ones differ by how differences are brought to half the size.
    let colors = "geq=r='80+X*W/(W+99)/2':g='90+Y/2':b='200-X/3-Y/3'"
    let palette = "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none"
    try ffmpeg(
      "color=s=\(size):r=5:d=1,format=gbrp,\(colors)" + (format == "pal8" ? ",\(palette)" : ""),
      ["-pix_fmt", format, "-c:v", codec], folder.file("a.mkv"))
    let frame = try #require(try VideoReader(path: folder.file("a.mkv")).nextPlanar())
    #expect(frame.image.encoding == encoding)
    let colours = frame.image.upright(frame.orientation)
    let wanted = try #require(try VideoReader(path: folder.file("a.mkv")).next()).image
    #expect((colours.width, colours.height) == (wanted.width, wanted.height))
    let differences = zip(colours.pixels, wanted.pixels).map { abs(Int($0) - Int($1)) }.sorted()
    #expect(differences[differences.count * 99 / 100] <= 4, "\(differences.last ?? -1)")
  }

  @Test("what is skipped is left out of planes as well", arguments: [0.0, 0.5])
  func skippedPlanes(start: Double) throws {
    try ffmpeg("testsrc=s=64x48:r=25:d=1", ["-c:v", "libx264"], folder.file("a.mp4"))
    let wanted = try frames(VideoReader(path: folder.file("a.mp4"))).filter { $0.time >= start }
    let reader = try VideoReader(path: folder.file("a.mp4"))
    reader.skip(to: start)
    var times: [Double] = []
    while let frame = try reader.nextPlanar() { times.append(frame.time) }
    #expect(times == wanted.map(\.time))
  }

  @Test func `planes lie as FFmpeg writes them`() throws {
    try ffmpeg(
      "testsrc=s=63x47:r=5:d=1", ["-pix_fmt", "yuv420p", "-c:v", "ffv1"], folder.file("a.mkv"))
    try run(
      "ffmpeg",
      ["-v", "error", "-y", "-i", folder.file("a.mkv"), "-f", "rawvideo", folder.file("a.yuv")])
    let reader = try VideoReader(path: folder.file("a.mkv"))
    var samples: [UInt8] = []
    while let frame = try reader.nextPlanar() { samples += frame.image.samples }
    #expect(samples == (try bytes(folder.file("a.yuv"))))
  }

  @Test(
    "a film is the same whichever way its frames are read",
    arguments: [
      ("testsrc=s=96x54:r=25:d=1", ["-c:v", "libx264", "-pix_fmt", "yuv420p"]),
      (
        "testsrc=s=64x48:r=50:d=1,tinterlace=interleave_top",
        ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-top", "1"]
      ),
    ] as [(String, [String])])
  func alternating(source: String, options: [String]) throws {
    try ffmpeg(source, options, folder.file("a.mkv"))
    let all = try frames(VideoReader(path: folder.file("a.mkv")))
    let reader = try VideoReader(path: folder.file("a.mkv"))
    for index in all.indices {
      if index.isMultiple(of: 2) {
        let frame = try #require(try reader.nextPlanar())
        #expect((frame.index, frame.time) == (all[index].index, all[index].time))
        #expect((frame.image.size.width, frame.image.size.height) == reader.size)
      } else {
        #expect(try reader.next() == all[index])
      }
    }
    #expect(try reader.nextPlanar() == nil)
    #expect(try reader.next() == nil)
  }

  @Test func `frames whose size changes midway are scaled to the first one's`() throws {
    let left = "color=red:s=SIZE:r=25:d=1[a];color=blue:s=SIZE:r=25:d=1[b];[a][b]hstack"
    var clip: [UInt8] = []
    for (index, half) in ["80x120", "32x48", "320x202"].enumerated() {
      let part = folder.file("part.ts")
      try ffmpeg(
        left.replacing("SIZE", with: half),
        ["-pix_fmt", "yuv420p", "-output_ts_offset", "\(index)"], part)
      clip += try bytes(part)
    }
    let changing = try folder.write(clip, "changing.ts")
    let all = try frames(VideoReader(path: changing))
    #expect((70...75).contains(all.count))
    let reader = try VideoReader(path: changing)
    while let frame = try reader.nextPlanar() {
      #expect((frame.image.size.width, frame.image.size.height) == (160, 120))
      #expect(frame.image.upright(.up).isNear([254, 0, 0], 0.2, 0.5, tolerance: 40))
    }
    for frame in all {
      #expect(frame.image.width == 160 && frame.image.height == 120)
      #expect(frame.image.isNear([254, 0, 0], 0.2, 0.5, tolerance: 40))
      #expect(frame.image.isNear([0, 0, 254], 0.8, 0.5, tolerance: 40))
    }
  }

  @Test(
    "the stream's size counts, not the container's",
    arguments: [("libx264", "avc1"), ("mpeg4", "mp4v"), ("mjpeg", "jpeg")],
    [(1600, 1200), (16, 16), (0xFFFF, 0xFFFF), (0, 0), (161, 119)])
  func claimedSize(codec: (name: String, tag: String), claim: (Int, Int)) throws {
    try ffmpeg("testsrc=s=160x120:r=5:d=1", ["-c:v", codec.name], folder.file("a.mov"))
    var clip = try bytes(folder.file("a.mov"))
    // In the sample's description the size follows the codec's tag.
    let tag = try #require(clip.ranges(of: Array(codec.tag.utf8)).last)
    let place = tag.lowerBound + 28
    clip.replaceSubrange(
      place..<place + 4,
      with: [claim.0 >> 8, claim.0, claim.1 >> 8, claim.1].map { UInt8($0 & 0xFF) })
    let reader = try VideoReader(path: folder.write(clip, "claiming.mov"))
    #expect(reader.size == (160, 120))
    #expect(try frames(reader).count == 5)
  }

  @Test func `a picture that ends with the file is left out, and reported`() throws {
    try ffmpeg(
      "testsrc=s=160x120:r=25:d=1", ["-c:v", "flv1", "-g", "1"], folder.file("a.flv"))
    let whole = try bytes(folder.file("a.flv"))
    let reader = try VideoReader(path: folder.write(whole.dropLast(100), "cut.flv"))
    #expect(try frames(reader).count == 24)
    #expect(reader.endedEarly)
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

  @Test func `what is no video is recognized`() throws {
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
    let sound = folder.file("sound.mp4")
    #expect(throws: MediaError.notAVideo(path: sound)) { try VideoReader(path: sound) }
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
