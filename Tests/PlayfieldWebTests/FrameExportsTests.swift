import DiceReading
import Testing
import VisionCore

@testable import PlayfieldWeb

/// Describes a black RGBA picture of some size; `nil` where the module refuses it.
func frame(_ width: Int, _ height: Int) -> UnsafeMutablePointer<UInt8>? {
  guard let count = Int32(exactly: 4 * width * height), let memory = frameMemory(count) else {
    return nil
  }
  let bytes = memory.assumingMemoryBound(to: UInt8.self)
  bytes.update(repeating: 0, count: Int(count))
  let fault = frameDescribe(
    0, 0, true, Int32(width), Int32(height), 1, 0, Int32(4 * width), 0, 0, 0, 0)
  return fault == 0 ? bytes : nil
}

extension ExportsTests {
  @Suite("for the picture")
  struct FrameExportsTests {
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
        (0, 2, 64, 48, 1, 0, 256, .badArgument),  // no such matrix
        (0, 0, 64, 48, 0, 0, 256, .badArgument),  // no such orientation
        (2, 1, 64, 48, 6, 0, 64, .badArgument),  // I420 whose differences have no rows
      ] as [(Int32, Int32, Int32, Int32, Int32, Int32, Int32, WebFault?)])
    func descriptions(
      format: Int32, matrix: Int32, width: Int32, height: Int32, orientation: Int32,
      offset: Int32, stride: Int32, fault: WebFault?
    ) {
      #expect(frameMemory(4 * 64 * 48) != nil)
      let result = frameDescribe(
        format, matrix, false, width, height, orientation, offset, stride, 0, 0, 0, 0)
      #expect(result == fault?.rawValue ?? 0)
      #expect((describedFrame != nil) == (fault == nil))
    }

    @Test func `memory keeps its place while there is room, and has bounds`() {
      let place = frameMemory(1_000_000)
      #expect(place != nil)
      #expect(frameMemory(10) == place)
      #expect(frameMemory(0) == nil)
      #expect(frameMemory(-1) == nil)
      #expect(frameMemory(.max) == nil)
    }

    @Test func `planes of a camera that lies on its side are turned before they are read`() throws {
      // A telephone's frame: 64 x 48 as stored, to be turned clockwise.
      #expect(frameMemory(64 * 48 * 3 / 2) != nil)
      let fault = frameDescribe(
        2, 0, false, 64, 48, 6, 0, 64, 64 * 48, 32, 64 * 48 * 5 / 4, 32)
      #expect(fault == 0)
      let described = try #require(describedFrame)
      #expect(described.orientation.uprightSize(of: described.planes.size).width == 48)
    }
  }
}
