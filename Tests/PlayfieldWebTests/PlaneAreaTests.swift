import PageInterface
import PlaneTracking
import PlayfieldMaths
import Testing
import VisionCore

@testable import PlayfieldWeb

@Suite("The module's area for the table")
final class PlaneAreaTests {
  private var session = Session()
  private var frames = 0

  /// Describes a picture, 240 pixels wide and 180 high, of a table with dark squares here and there,
  /// shifted by `shift` pixels; a `plain` one has no squares.
  private func show(shift: (x: Int, y: Int) = (0, 0), isPlain: Bool = false) {
    guard let bytes = session.showBlack(240, 180) else { return }
    for y in 0..<180 {
      for x in 0..<240 {
        let (column, row) = ((x - shift.x + 480) / 12, (y - shift.y + 480) / 12)
        var random = SplitMix64(seed: UInt64(column * 1009 + row))
        let brightness: UInt8 = isPlain ? 150 : UInt8(40 + random.next() % 180)
        for channel in 0..<3 { bytes[4 * (240 * y + x) + channel] = brightness }
      }
    }
  }

  private func begin(_ orientation: Int32 = 1) -> Int32 {
    begin(orientation, BoundingBox(x: 0, y: 0, width: 1, height: 1))
  }

  private func begin(_ orientation: Int32, _ region: BoundingBox) -> Int32 {
    session.plane.begin(session.frame.picture, orientation, in: region, without: [], at: 0)
  }

  /// Follows a film of 30 frames a second.
  private func follow(_ orientation: Int32) -> Int32 {
    frames += 1
    return session.plane.follow(
      session.frame.picture, orientation, without: [], at: Double(frames) / 30)
  }

  private func state(_ orientation: Int32 = 1) -> PlaneView.State? {
    PlaneView.State(argument: follow(orientation))
  }

  private var matrix: [Double] {
    Array(view[1...9])
  }

  private var view: [Double] {
    records(session.plane.lastView(), length: planeViewRecord.shape.length)[0]
  }

  @Test func `a table that does not move is held to the last digit`() {
    show()
    #expect(begin() == 0)
    show()
    #expect(state() == .held)
    #expect(matrix == [1, 0, 0, 0, 1, 0, 0, 0, 1])
  }

  @Test(
    "a shift of the stored picture is one of the upright picture",
    arguments: [
      (1, 6.0 / 240, 3.0 / 180),  // as it is stored
      (2, -6.0 / 240, 3.0 / 180),  // mirrored
      (3, -6.0 / 240, -3.0 / 180),  // upside down
      (6, -3.0 / 180, 6.0 / 240),  // to be turned clockwise
    ] as [(Int32, Double, Double)])
  func shifts(orientation: Int32, right: Double, down: Double) {
    show()
    #expect(begin(orientation) == 0)
    show(shift: (6, 3))
    #expect(state(orientation) == .moved)
    let (found, scale) = (matrix, matrix[8])
    #expect(abs(found[2] / scale - right) < 0.002)
    #expect(abs(found[5] / scale - down) < 0.002)
  }

  @Test func `what is lost stays where it was, and is found again`() {
    show()
    #expect(begin() == 0)
    show(shift: (4, 0))
    #expect(state() == .moved)
    let before = matrix
    show(isPlain: true)
    #expect(state() == .lost)
    #expect(matrix == before)
    show(shift: (4, 0))
    #expect(state() == .held)
  }

  @Test func `a table that shows nothing itself is plain from its first frame on`() {
    show(isPlain: true)
    #expect(begin() == 0)
    show(isPlain: true)
    #expect(state() == .plain)
    #expect(matrix == [1, 0, 0, 0, 1, 0, 0, 0, 1])
  }

  @Test("a picture of another size is refused", arguments: [false, true])
  func size(isPlain: Bool) {
    show(isPlain: isPlain)
    #expect(begin() == 0)
    _ = state()
    #expect(session.showBlack(64, 48) != nil)
    #expect(state() == (isPlain ? .plain : .lost))
    #expect(view[10...11] == [0, 0])
  }

  @Test("what is over the table is named, cell by cell", arguments: [false, true])
  func cover(isPlain: Bool) throws {
    show(isPlain: isPlain)
    #expect(begin() == 0)
    for _ in 0..<12 { _ = state() }
    #expect(view[10...11] == [0, 0])
    let start = session.showBlack(240, 180)
    let bytes = try #require(start)
    show(isPlain: isPlain)
    for y in 60..<120 {
      for x in 80..<160 {
        for (channel, value) in [UInt8(250), 160, 130].enumerated() {
          bytes[4 * (240 * y + x) + channel] = value
        }
      }
    }
    _ = state()
    #expect(view[10...11] == [120, 90])
    let mask = session.plane.lastCover()
    #expect(mask[45 * 120 + 60] == 255)
    #expect(mask[10 * 120 + 10] == 0)
    #expect(session.plane.lastShade()[10 * 120 + 10] == 0)
  }

  @Test func `a shadow on the table is named, as dark as it is`() throws {
    show()
    #expect(begin() == 0)
    for _ in 0..<12 { _ = state() }
    let start = session.showBlack(240, 180)
    let bytes = try #require(start)
    show()
    for y in 60..<120 {
      for x in 80..<160 {
        for channel in 0..<3 {
          let index = 4 * (240 * y + x) + channel
          bytes[index] = UInt8(0.7 * Double(bytes[index]))
        }
      }
    }
    _ = state()
    #expect(view[10...11] == [120, 90])
    #expect(session.plane.lastCover()[45 * 120 + 60] == 0)
    #expect(abs(Double(session.plane.lastShade()[45 * 120 + 60]) / 255 - 0.3) < 0.05)
  }

  @Test func `a time that is not a number is refused`() {
    show()
    #expect(begin() == 0)
    #expect(
      session.plane.follow(session.frame.picture, 1, without: [], at: .nan)
        == WebFault.badArgument.rawValue)
  }

  @Test(
    "what cannot be begun is a fault",
    arguments: [
      (0, 0, 0, 1, 1),  // no such orientation
      (9, 0, 0, 1, 1),
      (1, 1, 0, 1, 1),  // outside of the picture
      (1, 0, 0, 0, 1),  // without width
      (1, 0, 0, .nan, 1),
    ] as [(Int32, Double, Double, Double, Double)])
  func faults(orientation: Int32, x: Double, y: Double, width: Double, height: Double) {
    show()
    let region = BoundingBox(x: x, y: y, width: width, height: height)
    #expect(begin(orientation, region) == WebFault.badArgument.rawValue)
  }

  @Test func `without a picture there is no table`() {
    #expect(session.frame.memory(4) != nil)
    #expect(begin() == WebFault.outOfTurn.rawValue)
    #expect(follow(1) == WebFault.outOfTurn.rawValue)
  }
}
