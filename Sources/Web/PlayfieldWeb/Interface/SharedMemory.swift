/// Memory of its own from which the page reads, and which only the next `fill` changes or moves.
///
/// A pointer into an array is good inside of `withUnsafeBufferPointer` alone.
struct SharedMemory<Element: BitwiseCopyable>: ~Copyable {
  private var room = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)

  deinit { room.deallocate() }

  /// Copies elements, and returns where they lie. Never `nil`, even for none.
  mutating func fill(_ elements: [Element]) -> UnsafePointer<Element> {
    if room.count < max(1, elements.count) {
      room.deallocate()
      room = .allocate(capacity: max(16, 2 * elements.count))
    }
    _ = room.update(fromContentsOf: elements)
    return UnsafePointer(room.baseAddress!)
  }
}
