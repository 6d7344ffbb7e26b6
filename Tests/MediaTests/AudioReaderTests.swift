import Foundation
import Testing

@testable import Media

@Suite struct AudioReaderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Reads a whole sound at 16 kHz.
  private func samples(_ path: String) throws -> [Float] {
    let reader = try AudioReader(path: path, rate: 16_000)
    var samples: [Float] = []
    while let piece = try reader.next() {
      #expect(!piece.isEmpty)
      samples += piece
    }
    #expect(try reader.next() == nil, "the end stays the end")
    return samples
  }

  /// How often a sound passes zero upwards, in the half second in its middle.
  private func pitch(_ samples: [Float]) -> Int {
    let middle = samples[samples.count / 2 - 4000..<samples.count / 2 + 4000]
    return 2 * zip(middle, middle.dropFirst()).count { $0 < 0 && $1 >= 0 }
  }

  @Test(
    "formats, rates and channels are read alike",
    arguments: [
      ("a.wav", []), ("stereo.wav", ["-ar", "48000", "-ac", "2"]),
      ("bytes.wav", ["-ar", "8000", "-c:a", "pcm_u8"]), ("deep.wav", ["-c:a", "pcm_s24le"]),
      ("floats.wav", ["-c:a", "pcm_f32le"]), ("six.wav", ["-ac", "6"]), ("a.flac", []),
      ("a.mp3", []), ("a.ogg", ["-c:a", "libvorbis"]), ("a.opus", []), ("a.m4a", []),
      ("a.aiff", []), ("film.mkv", ["-c:a", "aac"]), ("named-wrongly.jpg", ["-f", "wav"]),
    ] as [(String, [String])])
  func formats(name: String, options: [String]) throws {
    try ffmpeg("sine=f=440:r=44100:d=1,volume=4", options, folder.file(name))
    let samples = try samples(folder.file(name))
    #expect(abs(samples.count - 16_000) < 1600, "coders add some silence")
    #expect(abs(pitch(samples) - 440) <= 4)
    let middle = samples[4000..<12_000]
    let level = (middle.reduce(0) { $0 + $1 * $1 } / Float(middle.count)).squareRoot()
    #expect(level > 0.1 && level < 0.5, "\(level)")
  }

  @Test(
    "of two channels that cancel the louder one is read",
    arguments: [
      ("-1*c0", 0.5), ("-0.8*c0", 0.5), ("-1.25*c0", 0.625),  // the right one louder
      ("c0", 0.5), ("0*c0", 0.25),  // nothing cancels: the mean
    ])
  func cancelling(right: String, amplitude: Float) throws {
    try ffmpeg(
      "sine=f=440:r=16000:d=1,volume=4", ["-af", "pan=stereo|c0=c0|c1=\(right)"],
      folder.file("stereo.wav"))
    let loudest = try samples(folder.file("stereo.wav")).map(abs).max() ?? 0
    #expect(abs(loudest - amplitude) < 0.01)
  }

  @Test func `a sample that is not a number leaves the others of two channels as they are`() throws
  {
    try ffmpeg(
      "sine=f=440:r=16000:d=1,volume=4", ["-af", "pan=stereo|c0=c0|c1=c0", "-c:a", "pcm_f32le"],
      folder.file("a.wav"))
    var bytes = try Data(contentsOf: URL(filePath: folder.file("a.wav")))
    let sound = try #require(bytes.range(of: Data("data".utf8))).upperBound + 4
    // Both channels of a sample, early in the sound; the left one is silent from there on.
    let place = sound + 800
    bytes.replaceSubrange(place..<place + 8, with: [0, 0, 0xc0, 0x7f, 0, 0, 0xc0, 0x7f])
    for left in stride(from: place + 8, to: bytes.count - 7, by: 8) {
      bytes.replaceSubrange(left..<left + 4, with: [0, 0, 0, 0])
    }
    let samples = try samples(folder.write(bytes, "nan.wav"))
    let loudest = samples.dropFirst(8000).map(abs).max() ?? 0
    #expect(abs(loudest - 0.25) < 0.02, "the mean of the right one and silence")
  }

  @Test func `a sound that was cut off is read as far as it goes`() throws {
    let path = try ffmpegFile("whole.wav")
    let bytes = try Data(contentsOf: URL(filePath: path))
    let half = try folder.write(bytes.prefix(bytes.count / 2), "half.wav")
    #expect(abs(try samples(half).count - 8000) < 100)
  }

  private func ffmpegFile(_ name: String) throws -> String {
    try ffmpeg("sine=f=440:r=16000:d=1", [], folder.file(name))
    return folder.file(name)
  }

  @Test func `what holds no sound is named`() throws {
    let text = try folder.write("twenty-four".utf8, "text.wav")
    #expect(throws: MediaError.noSound(path: text)) {
      _ = try AudioReader(path: text, rate: 16_000)
    }
    let silent = folder.file("silent.mp4")
    try ffmpeg("testsrc=s=64x48:r=5:d=1", ["-pix_fmt", "yuv420p"], silent)
    #expect(throws: MediaError.noSound(path: silent)) {
      _ = try AudioReader(path: silent, rate: 16_000)
    }
  }

  @Test func `a sound without samples is damaged`() throws {
    let header = try Data(contentsOf: URL(filePath: ffmpegFile("whole.wav"))).prefix(78)
    let path = try folder.write(header, "header.wav")
    #expect(throws: MediaError.damaged(path: path, reason: "none of its sound can be decoded")) {
      _ = try samples(path)
    }
  }

  @Test func `missing and empty files and folders are named as such`() throws {
    let missing = folder.file("missing.wav")
    #expect(throws: MediaError.notFound(path: missing)) {
      _ = try AudioReader(path: missing, rate: 16_000)
    }
    let empty = try folder.write([], "empty.wav")
    #expect(throws: MediaError.empty(path: empty)) {
      _ = try AudioReader(path: empty, rate: 16_000)
    }
    #expect(throws: MediaError.isDirectory(path: folder.path)) {
      _ = try AudioReader(path: folder.path, rate: 16_000)
    }
  }
}
