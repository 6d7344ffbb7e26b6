import Testing
import VisionCore

@testable import Media

@Suite struct ClipRecorderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Frames whose light encodes their time: black at 0, white at ten seconds.
  func recorder(
    width: Int = 64, height: Int = 48, seconds: Double = 30, times: [Double]
  ) throws -> ClipRecorder {
    let recorder = try ClipRecorder(width: width, height: height, frameRate: 30, seconds: seconds)
    for time in times {
      let light = UInt8((time * 25.5).rounded())
      let pixels = [UInt8](repeating: light, count: width * height * 3)
      try recorder.append(RGBImage(width: width, height: height, pixels: pixels), at: time)
    }
    return recorder
  }

  /// When the frames of a clip are shown, and when they were recorded.
  func frames(of clip: [UInt8]?) throws -> [(shown: Double, recorded: Double)] {
    let reader = try VideoReader(path: folder.write(try #require(clip), "clip.mp4"))
    var frames: [(shown: Double, recorded: Double)] = []
    while let frame = try reader.next() {
      frames.append((frame.time, Double(frame.image.pixels[0]) / 25.5))
    }
    return frames
  }

  static let steady = (0..<300).map { Double($0) / 30 }

  @Test("a clip shows its span of time and no more", arguments: [0.0, 0.5, 3.21, 8.7])
  func spans(start: Double) throws {
    let recorder = try recorder(times: Self.steady)
    let frames = try frames(of: recorder.clip(of: start...start + 1))
    #expect((30...31).contains(frames.count), "\(frames.count)")
    #expect(abs(try #require(frames.first).recorded - start) < 0.1)
    #expect(abs(try #require(frames.last).recorded - start - 1) < 0.1)
    #expect(try #require(frames.first).shown == 0)
  }

  @Test func `a clip can be cut while the film goes on, and overlap another`() throws {
    let recorder = try recorder(times: Self.steady)
    let early = try recorder.clip(of: 1...3)
    try recorder.append(
      RGBImage(width: 64, height: 48, pixels: [UInt8](repeating: 255, count: 64 * 48 * 3)), at: 10)
    #expect(try recorder.clip(of: 1...3) == early)
    #expect(try frames(of: recorder.clip(of: 2...4)).count >= 60)
    let last = try #require(try frames(of: recorder.clip(of: 9.5...12)).last)
    #expect(abs(last.recorded - 10) < 0.1)
  }

  @Test func `frames are shown for as long as they were, also where some are missing`() throws {
    let times = [0, 0.1, 0.2, 2, 2.1, 2.5, 2.6]
    let recorder = try recorder(times: times)
    #expect(try frames(of: recorder.clip(of: 0...3)).map(\.shown).isNear(times))
    #expect(try frames(of: recorder.clip(of: 1...3)).map(\.shown).isNear([0, 0.1, 0.5, 0.6]))
  }

  @Test func `what is older than was asked for is forgotten`() throws {
    let recorder = try recorder(seconds: 4, times: Self.steady)
    #expect(try recorder.clip(of: 0...2) == nil)
    #expect(try frames(of: recorder.clip(of: 6...7)).count >= 30)
  }

  @Test func `where nothing was recorded there is no clip`() throws {
    #expect(try recorder(times: []).clip(of: 0...1) == nil)
    #expect(try recorder(times: [0, 1]).clip(of: 0.2...0.8) == nil)
    #expect(try recorder(times: [0, 1]).clip(of: 5...6) == nil)
  }

  @Test("a clip is what browsers play, its sides even", arguments: [(64, 48), (65, 49), (1, 1)])
  func format(width: Int, height: Int) throws {
    let recorder = try recorder(width: width, height: height, times: Self.steady)
    let path = try folder.write(try #require(try recorder.clip(of: 3...4)), "clip.mp4")
    let facts = try run(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries",
        "stream=codec_name,pix_fmt,width,height,codec_tag_string", "-of",
        "default=noprint_wrappers=1", path,
      ])
    let lines = Set(facts.split(separator: "\n").map(String.init))
    let expected: Set = [
      "codec_name=h264", "codec_tag_string=avc1", "pix_fmt=yuv420p",
      "width=\(width + width % 2)", "height=\(height + height % 2)",
    ]
    #expect(expected.isSubset(of: lines), "\(facts)")
  }
}

extension [Double] {
  fileprivate func isNear(_ others: [Double]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { abs($0 - $1) < 0.02 }
  }
}
