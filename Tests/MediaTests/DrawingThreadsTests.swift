import CPictureIO
import Testing

@Suite("OpenCV's threads")
struct DrawingThreadsTests {
  @Test func `the library takes no more threads than the caller's own`() {
    #expect(picture_io_thread_count() == 1)
  }
}
