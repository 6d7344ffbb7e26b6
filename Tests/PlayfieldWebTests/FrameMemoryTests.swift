import PageInterface
import Testing
import VisionCore

@testable import PlayfieldWeb

@Suite("A picture on its way into a module")
final class FrameMemoryTests {
  private var session = Session()

  @Test(
    "a description that does not fit the memory is a fault",
    arguments: [
      (0, 0, 64, 48, 1, 0, 256, WebFault?.none),  // RGBA, as it should be
      (0, 0, 64, 48, 1, 0, 255, .badArgument),  // rows that overlap
      (0, 0, 64, 48, 1, 4, 256, .badArgument),  // the last row ends outside
      (0, 0, 64, 48, 1, -4, 256, .badArgument),  // before the memory
      (0, 0, 64, 0, 1, 0, 256, .badArgument),  // no rows
      (0, 0, -64, 48, 1, 0, 256, .badArgument),
      (4, 0, 64, 48, 1, 0, 256, .badArgument),  // no such format
      (0, 3, 64, 48, 1, 0, 256, .badArgument),  // no such matrix
      (0, 0, 64, 48, 0, 0, 256, .badArgument),  // no such orientation
      (2, 1, 64, 48, 6, 0, 64, .badArgument),  // I420 whose differences have no rows
    ] as [(Int32, Int32, Int32, Int32, Int32, Int32, Int32, WebFault?)])
  func descriptions(
    format: Int32, matrix: Int32, width: Int32, height: Int32, orientation: Int32,
    offset: Int32, stride: Int32, fault: WebFault?
  ) {
    #expect(session.frame.memory(4 * 64 * 48) != nil)
    let result = session.frame.describe(
      FrameDescription(
        format: format, matrix: matrix, isFullRange: false, width: width, height: height,
        orientation: orientation, planes: [(offset, stride), (0, 0), (0, 0)]))
    #expect(result == fault?.rawValue ?? 0)
    #expect((session.frame.picture != nil) == (fault == nil))
  }

  @Test func `memory keeps its place while there is room, and has bounds`() {
    let place = session.frame.memory(1_000_000)
    #expect(place != nil)
    #expect(session.frame.memory(10) == place)
    #expect(session.frame.memory(0) == nil)
    #expect(session.frame.memory(-1) == nil)
    #expect(session.frame.memory(.max) == nil)
  }

  @Test func `planes of a camera that lies on its side are turned before they are read`() throws {
    // A telephone's frame: 64 x 48 as stored, to be turned clockwise.
    #expect(session.frame.memory(64 * 48 * 3 / 2) != nil)
    let fault = session.frame.describe(
      FrameDescription(
        format: 2, matrix: 0, isFullRange: false, width: 64, height: 48, orientation: 6,
        planes: [(0, 64), (64 * 48, 32), (64 * 48 * 5 / 4, 32)]))
    #expect(fault == 0)
    let picture = session.frame.picture
    let described = try #require(picture)
    #expect(described.orientation.uprightSize(of: described.planes.size).width == 48)
  }
}
