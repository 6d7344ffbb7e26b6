import PageInterface

@testable import PlayfieldWeb

extension Session {
  /// Describes a black RGBA picture of some size; `nil` where the module refuses it.
  mutating func showBlack(_ width: Int, _ height: Int) -> UnsafeMutablePointer<UInt8>? {
    guard let count = Int32(exactly: 4 * width * height), let memory = frame.memory(count) else {
      return nil
    }
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    bytes.update(repeating: 0, count: Int(count))
    let description = FrameDescription(
      format: 0, matrix: 0, isFullRange: true, width: Int32(width), height: Int32(height),
      orientation: 1, planes: [(0, Int32(4 * width)), (0, 0), (0, 0)])
    return frame.describe(description) == 0 ? bytes : nil
  }
}
