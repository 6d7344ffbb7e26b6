import BeanBagToss
import Testing
import VisionCore
import VisionRequests

@testable import TossAnalysis

@Suite("A game whose networks fail")
struct TossDriverTests {
  private static let failure = VisionError.encoderMissing(path: "networks")
  private static let grey = PlanarImage(
    size: PixelSize(width: 64, height: 36), encoding: ColorEncoding(),
    samples: [UInt8](repeating: 128, count: 64 * 36 * 3 / 2))

  /// Networks that see nothing, and that fail for one kind of errand.
  private func game(failingFor kind: TossErrand.Kind) -> TossDriver {
    TossDriver(TossWatch(rules: .practice)) { (errand) async throws(VisionError) in
      if errand.kind == kind { throw Self.failure }
      return errand
    }
  }

  @Test func `a network that fails ends the frames, and what was seen before counts`() async throws
  {
    var game = game(failingFor: .board)
    for time in [0.0, 1.0 / 30] {
      do throws(VisionError) {
        _ = try await game.see(Self.grey, at: time)
        Issue.record("a frame was seen")
      } catch {
        #expect(error == Self.failure)
      }
    }
    let (events, failure) = (await game.finish(), game.failure)
    #expect(events.contains(.notice(.noBoard)) && events.contains(.notice(.noThrow)))
    #expect(failure == Self.failure)
  }

  @Test func `a network that fails at the end costs nothing that is known, and is reported`()
    async throws
  {
    var game = game(failingFor: .players)
    _ = try await game.see(Self.grey, at: 0)
    let before = game.failure
    let (events, failure) = (await game.finish(), game.failure)
    #expect(before == nil && failure == Self.failure)
    #expect(events.contains(.stateChanged(.summary)) && events.contains(.notice(.noThrow)))
  }
}
