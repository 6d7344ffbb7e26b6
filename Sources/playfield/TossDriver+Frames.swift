import BeanBagToss
import Media
import TossAnalysis
import VisionRequests

extension TossDriver {
  /// What a frame lets us know of a game; an error is one that the program reports.
  mutating func look(at frame: PlanarFrame) async throws(Failure) -> [TossWatch.Event] {
    do throws(VisionError) {
      return try await see(frame.image, orientation: frame.orientation, at: frame.time)
    } catch {
      throw Failure(error)
    }
  }
}
