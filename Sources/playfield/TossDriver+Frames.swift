import BeanBagToss
import Media
import TossAnalysis
import VisionRequests

// An error is one that the program reports.

extension TossDriver {
  /// What a frame lets us know of a game.
  mutating func look(at frame: PlanarFrame) async throws(Failure) -> [TossWatch.Event] {
    do throws(VisionError) {
      return try await see(frame.image, orientation: frame.orientation, at: frame.time)
    } catch {
      throw Failure(error)
    }
  }

  /// What is known once a game's frames have ended.
  mutating func end() async throws(Failure) -> [TossWatch.Event] {
    do throws(VisionError) {
      return try await finish()
    } catch {
      throw Failure(error)
    }
  }
}
