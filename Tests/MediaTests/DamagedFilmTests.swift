import Foundation
import Testing
import VisionCore

@testable import Media

/// The frames of a whole film by their times, in thousandths of a second.
private func frames(_ path: String) throws -> (byTime: [Int: VideoFrame], damage: [Range<Double>]) {
  let reader = try VideoReader(path: path)
  var found: [Int: VideoFrame] = [:]
  while let frame = try reader.next() { found[Int((frame.time * 1000).rounded())] = frame }
  return (found, reader.damage)
}

@Suite("Damaged films")
struct DamagedFilmTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(
    "nothing is read between a sign of damage and the next key frame",
    arguments: [1, 40, 400])
  func damaged(length: Int) throws {
    let whole = folder.file("whole.mp4")
    try ffmpeg(
      "testsrc2=s=320x240:r=30:d=6,noise=alls=8:allf=t",
      ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-g", "30", "-bf", "2", "-threads", "1"], whole)
    let original = try frames(whole)
    #expect(original.byTime.count == 180 && original.damage.isEmpty)
    let content = try bytes(whole)
    let start = try #require(content.firstRange(of: Array("mdat".utf8))).upperBound
    let end = try #require(content.lastRange(of: Array("moov".utf8))).lowerBound - 4
    var (read, wrong, reported, outside) = (0, 0, 0, 0)
    // How much of the damage bears a mark is luck: of fewer films, encoded by another version, too little may.
    let count = 36
    for film in 0..<count {
      var changed = content
      let place = start + (end - start - length) * (2 * film + 1) / (2 * count)
      for index in place..<place + length { changed[index] ^= 0x5A }
      let path = try folder.write(changed, "damaged.mp4")
      let found = try frames(path)
      reported += found.damage.count
      for (time, frame) in found.byTime {
        read += 1
        if original.byTime[time]?.image != frame.image { wrong += 1 }
        if original.byTime[time]?.index != frame.index { outside += 1 }
        #expect(!found.damage.contains { $0.contains(frame.time) })
      }
    }
    // Of what bears no mark at all nobody can know.
    #expect(wrong * 100 <= 2 * read, "\(wrong) of \(read)")
    #expect(reported >= count / 2 && reported <= count)
    #expect(read > count * 180 * 3 / 4)
    #expect(outside == 0, "frames keep their numbers")
  }

  @Test func `a film whose beginning is damaged is read from its next key frame on`() throws {
    let path = folder.file("a.ts")
    try ffmpeg(
      "testsrc2=s=160x120:r=25:d=3", ["-c:v", "mpeg2video", "-g", "25", "-b:v", "1M"], path)
    var content = try bytes(path)
    for index in 3000..<3400 { content[index] ^= 0x5A }
    let found = try frames(try folder.write(content, "b.ts"))
    #expect(found.damage.count == 1)
    let damage = try #require(found.damage.first)
    #expect(damage.lowerBound < 0.5 && damage.upperBound > damage.lowerBound)
    #expect(found.byTime.count >= 45)
  }

  @Test func `of an interlaced frame one field is read`() throws {
    let source =
      "color=red:s=64x48:r=50:d=1[a];color=blue:s=64x48:r=50:d=1[b];[a][b]interleave,fps=50,"
      + "tinterlace=interleave_top"
    let path = folder.file("a.mpg")
    try ffmpeg(
      source, ["-c:v", "mpeg2video", "-flags", "+ildct+ilme", "-top", "1", "-q:v", "2"], path)
    let reader = try VideoReader(path: path)
    let frame = try #require(try reader.next())
    #expect(reader.size == (64, 48))
    let (above, below) = (frame.image.color(0.5, 0.5), frame.image.color(0.5, 0.53))
    #expect(zip(above, below).allSatisfy { abs($0 - $1) < 30 }, "\(above) \(below)")
    #expect(
      frame.image.isNear([254, 0, 0], 0.5, 0.5) || frame.image.isNear([0, 0, 254], 0.5, 0.5))
  }
}
