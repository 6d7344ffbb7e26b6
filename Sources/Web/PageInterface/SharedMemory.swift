/// Memory of its own that the page reads or writes, which moves only when it is filled or made larger.
///
/// A pointer into an array is good inside of `withUnsafeBufferPointer` alone. Its end is inlined, since Embedded Swift
/// ends no noncopyable value of another module otherwise.
@usableFromInline
package struct SharedMemory<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var room = UnsafeMutableBufferPointer<Element>(start: nil, count: 0)
  package private(set) var count = 0

  package init() {}

  @inlinable deinit { room.deallocate() }

  /// Makes room for a number of elements, and returns where they lie; what they are is not said. Never `nil`, even for
  /// none.
  @discardableResult
  package mutating func resize(to count: Int) -> UnsafeMutablePointer<Element> {
    if room.count < max(1, count) {
      room.deallocate()
      room = .allocate(capacity: max(16, count))
    }
    self.count = count
    return room.baseAddress!
  }

  /// Copies elements, and returns where they lie.
  @discardableResult
  package mutating func fill(_ elements: [Element]) -> UnsafePointer<Element> {
    let start = resize(to: elements.count)
    _ = room.update(fromContentsOf: elements)
    return UnsafePointer(start)
  }

  /// Where they lie; `nil` before there was room for any.
  package var start: UnsafePointer<Element>? { UnsafePointer(room.baseAddress) }
}
