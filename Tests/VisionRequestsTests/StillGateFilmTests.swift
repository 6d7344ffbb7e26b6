import DiceReading
import Foundation
import Media
import Testing
import VisionCore

/// The luma of some frames of a film, to which a camera's faults are added: what a film was compressed
/// to is stiller than any camera.
private struct Film {
  let size: PixelSize
  let frames: [[UInt8]]

  /// Our own clip of rolls: dice roll into the picture, rest from its 30th to its 72nd frame, and others
  /// from the 109th on.
  static let rolls: Film = {
    let path = URL(filePath: #filePath).appending(path: "../../../Samples/rolls.mp4")
      .standardizedFileURL.path
    guard let reader = try? VideoReader(path: path) else {
      return Film(size: PixelSize(width: 1, height: 1), frames: [])
    }
    var frames: [[UInt8]] = []
    while frames.count < 110, let frame = try? reader.next() {
      let image = frame.image
      frames.append(
        (0..<image.width * image.height).map { index in
          let (red, green, blue) = (
            Int(image.pixels[3 * index]), Int(image.pixels[3 * index + 1]),
            Int(image.pixels[3 * index + 2])
          )
          return UInt8((77 * red + 150 * green + 29 * blue) >> 8)
        })
    }
    return Film(
      size: PixelSize(width: reader.size.width, height: reader.size.height), frames: frames)
  }()
}

/// What is added to a frame.
struct CameraFaults: CustomTestStringConvertible {
  let name: String
  /// The standard deviation of each pixel's noise.
  var noise = 0.0
  /// By which part a light on 50 Hz makes rows brighter and darker, as a rolling shutter sees it.
  var flicker = 0.0
  /// By which part the exposure falls and rises, within a second each.
  var ramp = 0.0

  var testDescription: String { name }

  fileprivate func apply(to frame: [UInt8], _ size: PixelSize, _ number: Int) -> [UInt8] {
    // Thirty and a third frames a second: the bands wander.
    let time = Double(number) / 30.3
    let phase = time.truncatingRemainder(dividingBy: 2)
    let exposure = 1 - ramp * (phase < 1 ? phase : 2 - phase)
    var place = number &* 7919
    var seen = frame
    for y in 0..<size.height {
      let angle = 200 * Double.pi * (time + Double(y) / Double(size.height) / 33)
      let gain = Int(4096 * exposure * (1 + flicker * cos(angle)))
      let scale = Int(noise * 64)
      for x in y * size.width..<(y + 1) * size.width {
        place = place &* 1_103_515_245 &+ 12345
        let normal = Self.normal[(place >> 8) & 4095]
        let value = (Int(frame[x]) * gain) >> 12 + (normal * scale + 8192) >> 14
        seen[x] = UInt8(min(max(value, 0), 255))
      }
    }
    return seen
  }

  /// Numbers of a normal distribution, in 256ths: the middles of 4096 parts as likely as each other.
  private static let normal: [Int] = {
    // The sum of twelve numbers between 0 and 1 has a deviation of 1.
    var state: UInt64 = 1
    return (0..<4096).map { _ in
      let sum = (0..<12).reduce(0.0) { sum, _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return sum + Double(state >> 40) / Double(1 << 24)
      }
      return Int((256 * (sum - 6)).rounded())
    }
  }()
}

@Suite("The still gate before a film")
struct StillGateFilmTests {
  private func opens(
    _ gate: inout StillGate, _ luma: [UInt8], _ size: PixelSize, at time: Double
  ) -> Bool {
    let half = (size.width / 2) * (size.height / 2)
    let memory = luma + [UInt8](repeating: 128, count: 2 * half)
    return memory.withUnsafeBytes { memory in
      let planes = PicturePlanes(
        .i420, ColorEncoding(isFullRange: true), coded: size,
        visible: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
        layouts: [
          .init(offset: 0, stride: size.width), .init(offset: luma.count, stride: size.width / 2),
          .init(offset: luma.count + half, stride: size.width / 2),
        ], in: memory)
      return planes.map { gate.opens(for: $0, at: time, isPending: false) } ?? false
    }
  }

  @Test(
    "sees dice roll, and lets them rest, whatever the camera adds",
    arguments: [
      CameraFaults(name: "nothing"), CameraFaults(name: "noise of 3", noise: 3),
      CameraFaults(name: "noise of 6", noise: 6), CameraFaults(name: "noise of 10", noise: 10),
      CameraFaults(name: "flicker", noise: 3, flicker: 0.1),
      CameraFaults(name: "an exposure that adapts", noise: 3, ramp: 0.4),
      CameraFaults(name: "all of it", noise: 6, flicker: 0.05, ramp: 0.3),
    ])
  func film(faults: CameraFaults) throws {
    let film = Film.rolls
    try #require(film.frames.count == 110)
    var gate = StillGate()
    let looked = film.frames.indices.map { index in
      opens(
        &gate, faults.apply(to: film.frames[index], film.size, index), film.size,
        at: Double(index) / 30)
    }
    // Dice roll in the 24 frames before they rest, and in the last 15.
    let moving = Array(6..<30) + Array(95..<109)
    #expect(moving.count { looked[$0] } >= moving.count * 24 / 30)
    // Twice a second, and one more for the end of the motion.
    let resting = 42...71
    #expect(resting.count { looked[$0] } <= 3, "\(resting.filter { looked[$0] })")
  }

  @Test func `a pale die that is laid into noise and flicker is looked at within half a second`()
    throws
  {
    let film = Film.rolls
    let table = try #require(film.frames.dropFirst(60).first)
    let faults = CameraFaults(name: "", noise: 6, flicker: 0.1)
    // As large as the dice of the clip, and darker than what it lies on by 15 %.
    var withDie = table
    for y in 300..<326 {
      for x in 420..<446 {
        withDie[y * film.size.width + x] = UInt8(Int(table[y * film.size.width + x]) * 85 / 100)
      }
    }
    var gate = StillGate()
    for number in 0..<60 {
      _ = opens(
        &gate, faults.apply(to: table, film.size, number), film.size, at: Double(number) / 30)
    }
    let waited =
      try #require(
        (60..<90).first { number in
          opens(
            &gate, faults.apply(to: withDie, film.size, number), film.size, at: Double(number) / 30)
        }) - 60
    #expect(waited <= 15)
    // Not because its time had come: the die itself opens the gate.
    #expect(waited <= 3)
  }
}
