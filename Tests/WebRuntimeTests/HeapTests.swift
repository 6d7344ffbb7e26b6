import CWebRuntime
import Foundation
import Testing

/// A heap in memory of the test's own.
private final class TestHeap {
  let heap = UnsafeMutablePointer<CWebRuntime.heap>.allocate(capacity: 1)
  /// What the heap has been given; the C function that gives it has no context of its own.
  nonisolated(unsafe) private static var given: [UnsafeMutablePointer<CWebRuntime.heap>: Area] = [:]
  private struct Area {
    let memory: UnsafeMutableRawPointer
    let size: Int
    var used = 0
  }

  init(megabytes: Int) {
    heap.initialize(to: CWebRuntime.heap())
    let size = megabytes << 20
    Self.given[heap] = Area(
      memory: .allocate(byteCount: size, alignment: 16), size: size)
    heap.pointee.grow = { heap, bytes in
      guard let heap, var area = TestHeap.given[heap], area.used + bytes <= area.size else {
        return nil
      }
      defer { TestHeap.given[heap] = area }
      area.used += bytes
      return area.memory + area.used - bytes
    }
  }

  deinit {
    Self.given.removeValue(forKey: heap)?.memory.deallocate()
    heap.deallocate()
  }

  var used: Int { Self.given[heap]?.used ?? 0 }
  var isSound: Bool { heap_is_sound(heap) }

  func allocate(_ bytes: Int, alignment: Int = 16) -> UnsafeMutableRawPointer? {
    heap_allocate(heap, bytes, alignment)
  }

  func free(_ memory: UnsafeMutableRawPointer?) { heap_free(heap, memory) }
}

/// The test's heaps are found through one table.
@Suite("The heap of the WebAssembly module", .serialized)
struct HeapTests {
  @Test func `what is handed out does not overlap, is aligned, and comes back whole`() {
    let heap = TestHeap(megabytes: 64)
    var random = SystemRandomNumberGenerator()
    var blocks: [(memory: UnsafeMutableRawPointer, size: Int, mark: UInt8)] = []
    for step in 0..<20_000 {
      if blocks.isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
        let size =
          Int.random(in: 0..<9) == 0 ? Int.random(in: 0..<100_000) : Int.random(in: 0..<300)
        let alignment = 16 << Int.random(in: 0..<4)
        guard let memory = heap.allocate(size, alignment: alignment) else {
          Issue.record("no memory")
          return
        }
        #expect(UInt(bitPattern: memory) % UInt(alignment) == 0)
        let mark = UInt8(truncatingIfNeeded: step)
        memory.initializeMemory(as: UInt8.self, repeating: mark, count: size)
        blocks.append((memory, size, mark))
      } else {
        let block = blocks.remove(at: Int.random(in: blocks.indices))
        let bytes = UnsafeRawBufferPointer(start: block.memory, count: block.size)
        #expect(bytes.allSatisfy { $0 == block.mark })
        heap.free(block.memory)
      }
      if step.isMultiple(of: 500) { #expect(heap.isSound) }
    }
    for block in blocks { heap.free(block.memory) }
    #expect(heap.isSound)
    #expect(heap_bytes_in_use(heap.heap) == 0)
  }

  @Test func `free neighbours become one, whichever is freed first`() {
    for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2]] {
      let heap = TestHeap(megabytes: 1)
      let parts = (0..<3).map { _ in heap.allocate(300_000) }
      #expect(parts.allSatisfy { $0 != nil })
      #expect(heap.allocate(300_000) == nil)
      for index in order { heap.free(parts[index]) }
      #expect(heap.allocate(900_000) != nil)
      #expect(heap.isSound)
    }
  }

  @Test func `the same work again and again takes no more memory`() {
    let heap = TestHeap(megabytes: 64)
    var first = 0
    for round in 0..<200 {
      let frame = heap.allocate(1_228_800)
      let lists = (1..<100).map { heap.allocate($0 * 24) }
      let picture = heap.allocate(307_200, alignment: 64)
      for list in lists { heap.free(list) }
      heap.free(frame)
      heap.free(picture)
      if round == 0 { first = heap.used }
    }
    #expect(heap.used == first)
  }

  @Test(
    "what cannot be had is refused",
    arguments: [(2 << 20, 16), (Int.max, 16), (Int.max - 8, 64), (16, 48), (16, 1 << 40)])
  func refused(bytes: Int, alignment: Int) {
    let heap = TestHeap(megabytes: 1)
    #expect(heap.allocate(bytes, alignment: alignment) == nil)
    #expect(heap.allocate(100) != nil)
    #expect(heap.isSound)
  }
}
