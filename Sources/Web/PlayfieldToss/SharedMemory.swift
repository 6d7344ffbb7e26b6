/// Memory that JavaScript reads or writes; what it holds stays until it is filled again.
struct SharedMemory<Element: BitwiseCopyable>: ~Copyable {
  private(set) var start: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init() {
    capacity = 16
    start = UnsafeMutableRawPointer.allocate(
      byteCount: capacity * MemoryLayout<Element>.stride, alignment: 16
    ).bindMemory(to: Element.self, capacity: capacity)
  }

  deinit { UnsafeMutableRawPointer(start).deallocate() }

  /// Makes room for a number of elements; what they are is not said.
  mutating func resize(to count: Int) {
    if count > capacity {
      UnsafeMutableRawPointer(start).deallocate()
      capacity = count
      start = UnsafeMutableRawPointer.allocate(
        byteCount: capacity * MemoryLayout<Element>.stride, alignment: 16
      ).bindMemory(to: Element.self, capacity: capacity)
    }
    self.count = count
  }

  mutating func fill(with elements: [Element]) {
    resize(to: elements.count)
    elements.withUnsafeBufferPointer { elements in
      if let first = elements.baseAddress { start.update(from: first, count: elements.count) }
    }
  }
}
