import Foundation
import Testing
import VisionCore

@testable import BeanBagToss

@Suite struct FlightFitTests {
  /// What so good a view may err by: the medians of angle in degrees, speed and distance in parts.
  @Test(
    "a throw is measured from every side, where depth is seen badly less well",
    arguments: [
      (Viewpoint.side, 1.0, 0.03, 0.02), (.oblique, 1, 0.03, 0.03), (.behindBoard, 1.5, 0.05, 0.05),
      // Along the line of sight little of the flight is seen.
      (.behindThrower, 6, 0.15, 0.2), (.portrait, 6, 0.15, 0.2),
    ])
  func views(view: Viewpoint, angle: Double, speed: Double, distance: Double) throws {
    var random = Random(seed: 1)
    var errors: [(angle: Double, speed: Double, distance: Double)] = []
    for _ in 0..<9 {
      let made = try #require(SimulatedThrow(view, random: &random))
      let fit = try #require(FlightFit(made.sight))
      let length = Self.distance(of: made.truth)
      errors.append(
        (
          abs(fit.angle.value - made.truth.angle(at: 0)),
          abs(fit.speed.value / made.truth.speed(at: 0) - 1),
          abs((fit.distance?.value ?? 0) / length - 1)
        ))
    }
    func median(_ of: [Double]) -> Double { of.sorted()[of.count / 2] }
    #expect(median(errors.map(\.angle)) < angle)
    #expect(median(errors.map(\.speed)) < speed)
    #expect(median(errors.map(\.distance)) < distance)
  }

  @Test func `errors cover the truth as often as they claim`() throws {
    var random = Random(seed: 2)
    var deviations: [Double] = []
    for _ in 0..<12 {
      for view in [Viewpoint.side, .oblique, .behindBoard, .behindThrower, .portrait] {
        let made = try #require(SimulatedThrow(view, random: &random))
        let fit = try #require(FlightFit(made.sight))
        deviations.append((fit.angle.value - made.truth.angle(at: 0)) / fit.angle.error)
        deviations.append((fit.speed.value - made.truth.speed(at: 0)) / fit.speed.error)
        let distance = try #require(fit.distance)
        deviations.append((distance.value - Self.distance(of: made.truth)) / distance.error)
      }
    }
    // Of normal errors 68 % lie within one and 95 % within two; these bounds leave room for chance
    // in sixty throws whose three figures hang together.
    let within = { (limit: Double) in
      Double(deviations.count { abs($0) < limit }) / Double(deviations.count)
    }
    #expect((0.56...0.82).contains(within(1)), "\(within(1))")
    #expect((0.87...1.0).contains(within(2)), "\(within(2))")
  }

  @Test func `where the thrower stands is known as well as its error claims`() throws {
    var random = Random(seed: 8)
    var deviations: [Double] = []
    for _ in 0..<12 {
      for view in [Viewpoint.side, .oblique, .behindBoard, .behindThrower, .portrait] {
        let made = try #require(SimulatedThrow(view, random: &random))
        let fit = try #require(FlightFit(made.sight))
        let stand = try #require(fit.stand)
        deviations.append((stand.value - made.stand) / stand.error)
      }
    }
    let within = { (limit: Double) in
      Double(deviations.count { abs($0) < limit }) / Double(deviations.count)
    }
    // The feet are seen without an error here, of which the estimate allows for some.
    #expect((0.6...1).contains(within(1)), "\(within(1))")
    #expect((0.9...1).contains(within(2)), "\(within(2))")
  }

  @Test func `where no feet are seen nobody knows where they stand`() throws {
    var random = Random(seed: 9)
    var made = try #require(SimulatedThrow(.side, random: &random))
    made.sight.feet = nil
    let fit = try #require(FlightFit(made.sight))
    #expect(fit.stand == nil)
  }

  @Test(
    "gravity reveals a clip that is slowed down, and only such a one",
    arguments: [(1.0, false), (1.05, false), (2.0, true), (4.0, true)])
  func gravity(slowness: Double, disagrees: Bool) throws {
    var random = Random(seed: 3)
    let made = try #require(SimulatedThrow(.side, random: &random, slowness: slowness))
    let fit = try #require(FlightFit(made.sight))
    #expect(fit.gravityDisagrees == disagrees, "\(fit.gravityRatio)")
    if disagrees {
      let ratio = 1 / (slowness * slowness)
      #expect(abs(fit.gravityRatio.value / ratio - 1) < 0.3)
      // The angle does not hang on the clock.
      #expect(abs(fit.angle.value - made.truth.angle(at: 0)) < 3 * fit.angle.error + 0.5)
    }
  }

  @Test(
    "only a slowed clip shows in its gravity, seen from the side, beside and behind the board",
    arguments: [Viewpoint.side, .oblique, .behindBoard], [1.0, 1.5, 2, 3])
  func slowed(view: Viewpoint, slowness: Double) throws {
    var random = Random(seed: 7)
    let made = try #require(SimulatedThrow(view, random: &random, slowness: slowness))
    let fit = try #require(FlightFit(made.sight))
    #expect(fit.gravityDisagrees == (slowness > 1), "\(fit.gravityRatio)")
    let ratio = 1 / (slowness * slowness)
    #expect(slowness == 1 || abs(fit.gravityRatio.value / ratio - 1) < 0.3, "\(fit.gravityRatio)")
  }

  @Test func `a flight that is cut off is measured, with larger errors`() throws {
    var random = Random(seed: 4)
    let whole = try #require(SimulatedThrow(.side, random: &random))
    random = Random(seed: 4)
    let part = try #require(SimulatedThrow(.side, random: &random, seen: 0.5))
    let (wholeFit, partFit) = (
      try #require(FlightFit(whole.sight)), try #require(FlightFit(part.sight))
    )
    #expect(partFit.angle.error > wholeFit.angle.error)
    #expect(
      abs(partFit.angle.value - part.truth.angle(at: 0)) < 3 * partFit.angle.error)
  }

  @Test func `an uncertain release makes angle and speed uncertain`() throws {
    var random = Random(seed: 5)
    var made = try #require(SimulatedThrow(.side, random: &random))
    let sure = try #require(FlightFit(made.sight))
    made.sight.releaseError = 1.0 / 60
    let unsure = try #require(FlightFit(made.sight))
    // The path bends by gravity across it: some 60 degrees a second at 8 m/s.
    #expect(unsure.angle.error > sure.angle.error + 0.2)
  }

  @Test func `four points are too few`() throws {
    var random = Random(seed: 6)
    var made = try #require(SimulatedThrow(.side, random: &random))
    made.sight.samples = Array(made.sight.samples.prefix(4))
    #expect(FlightFit(made.sight) == nil)
  }

  private static func distance(of truth: FlightModel) -> Double {
    truth.landing.map { truth.distance(truth.position(at: 0), $0.place) } ?? .nan
  }
}
