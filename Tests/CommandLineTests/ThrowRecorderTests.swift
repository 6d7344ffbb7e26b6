import BeanBagToss
import Foundation
import Media
import Testing
import VisionCore

@testable import playfield
@testable import SimulatedToss

/// What a report keeps of the frames while they pass; `TossSampleTests` has a whole game.
@Suite struct ThrowRecorderTests {
  let folder: TemporaryFolder
  let recorder = ThrowRecorder(frameRate: 30)

  init() throws { folder = try TemporaryFolder() }

  /// Shows frames whose light encodes their time; a bag flies from 2 s to 3 s.
  func watch(_ times: Range<Double>) async {
    for index in Int(times.lowerBound * 30)..<Int(times.upperBound * 30) {
      let time = Double(index) / 30
      let light = UInt8((time * 4).rounded())
      let pixels = [UInt8](repeating: light, count: 64 * 48 * 3)
      let image = PlanarImage(RGBImage(width: 64, height: 48, pixels: pixels))
      let frame = PlanarFrame(index: index, time: time, image: image, orientation: .up)
      await recorder.append(frame, isInFlight: (2...3).contains(time))
    }
  }

  func toss(_ number: Int, from release: Double, to end: Double) -> Throw {
    var made = SimulatedGame.session(seed: 1, throwCount: number).throwsMade[number - 1]
    made.time = release
    made.trajectory.points = [release, end].map {
      .init(frame: Int($0 * 30), time: $0, location: NormalizedPoint(x: 0, y: 0), radius: 0.01)
    }
    return made
  }

  func times(of film: Data?) throws -> (first: Double, last: Double, count: Int) {
    let path = try folder.write(try #require(film), to: "clip.mp4")
    let reader = try VideoReader(path: path)
    var lights: [Double] = []
    while let frame = try reader.next() { lights.append(Double(frame.image.pixels[0]) / 4) }
    return (try #require(lights.first), try #require(lights.last), lights.count)
  }

  @Test func `a throw reported seconds later has its clip, and one at the end what there is of it`()
    async throws
  {
    await watch(0..<8)
    await recorder.add(toss(1, from: 2, to: 3))
    await watch(8..<20)
    await recorder.add(toss(2, from: 18.5, to: 19.5))
    let pictures = try await recorder.finish()
    #expect(pictures.clips.keys.sorted() == [1, 2])
    let first = try times(of: pictures.clips[1])
    #expect(abs(first.first - 1) < 0.5 && abs(first.last - 4.2) < 0.5, "\(first)")
    #expect((96...98).contains(first.count))
    let last = try times(of: pictures.clips[2])
    #expect(abs(last.first - 17.5) < 0.5 && abs(last.last - 20) < 0.5, "\(last)")
  }

  @Test func `a throw before a gap in the film has its clip`() async throws {
    await watch(0..<6)
    await recorder.add(toss(1, from: 2, to: 3))
    await recorder.add(toss(2, from: 4.5, to: 5.5))
    await watch(50..<51)
    let pictures = try await recorder.finish()
    let first = try times(of: pictures.clips[1])
    #expect(abs(first.first - 1) < 0.5 && abs(first.last - 4.2) < 0.5, "\(first)")
    let second = try times(of: pictures.clips[2])
    #expect(abs(second.first - 3.5) < 0.5 && abs(second.last - 6) < 0.5, "\(second)")
  }

  @Test func `the field is shown as it was when the first throw's bag began to fly`() async throws {
    await watch(0..<8)
    await recorder.add(toss(1, from: 2, to: 3))
    await watch(8..<9)
    let picture = try folder.write(try #require(try await recorder.finish().field), to: "field.jpg")
    let light = Double(try ImageReader.read(contentsOf: picture).image.pixels[0]) / 4
    #expect(abs(light - 2) < 0.5, "\(light)")
  }

  @Test func `without a throw there is nothing to show`() async throws {
    await watch(0..<4)
    let pictures = try await recorder.finish()
    #expect(pictures.field == nil && pictures.clips.isEmpty)
  }
}
