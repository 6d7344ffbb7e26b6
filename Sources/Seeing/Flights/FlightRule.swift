internal import VisionCore

/// What the path of a thrown object keeps within, unlike most of those of limbs, shadows, trees and sliding bags: the
/// limits of candidates, over which `FlightJudge` decides.
public struct FlightRule: Hashable, Sendable {
  /// The minimum number of points of a flight, at least 4.
  public var minimumPoints = 6
  /// The shortest flight, in seconds; one that gravity surely bends may be a tenth of a second. A hand's
  /// movement passes for gravity's only for a moment.
  public var minimumDuration = 0.25
  /// Gravity as it may appear, in widths of the picture per second squared: the picture shows a quarter of a metre
  /// to 65 metres across.
  public var gravity: ClosedRange<Double> = 0.15...40
  /// How much of the vertical acceleration may appear sideways: by perspective and the air.
  public var sidewaysShare = 0.3

  public init() {}

  /// Why a path is not that of a thrown object.
  public enum Objection: Hashable, Sendable {
    case tooFewPoints, tooShort, notSmooth, notGravity, notUpright, tooNear, changesSize, hasGaps
    case partOfSomethingLarger, straight, hardlyBent, comesToRest
  }

  /// - Parameters:
  ///   - points: In the order of time.
  ///   - framesSeen: How many frames were looked at from the first of the points to the last, without those for which
  ///     it was above the picture.
  ///   - isGrown: Whether it has been followed since it was found.
  ///   - hasEnded: Whether no more of it will be seen.
  /// - Returns: `nil` for what may be a flight.
  func objection(
    to points: [TrajectoryPoint], framesSeen: Int, isGrown: Bool = false, hasEnded: Bool = false
  ) -> Objection? {
    guard points.count >= minimumPoints, let path = BallisticPath(points) else {
      return .tooFewPoints
    }
    let duration = points[points.count - 1].time - points[0].time
    let isBrief = duration < minimumDuration
    guard !isBrief || duration >= Self.briefDuration && path.bend >= Self.briefBend * path.residual
    else { return .tooShort }
    guard points.count * 10 >= framesSeen * 7 else { return .hasGaps }
    let slack = isGrown ? Self.grownSlack : 1
    guard path.residual <= Self.allowedResidual(radius: path.radius) * slack else {
      return .notSmooth
    }
    return objection(toGravityOf: path)
      ?? objection(toExtentOf: points, path, isBrief: isBrief, isGrown: isGrown)
      ?? objection(toSizesOf: points, path)
      ?? objection(toCourseOf: points, path, hasEnded: hasEnded)
  }

  private func objection(toGravityOf path: BallisticPath) -> Objection? {
    let (acceleration, error) = (path.acceleration, path.accelerationError)
    guard acceleration.y - 2 * error >= gravity.lowerBound,
      acceleration.y <= gravity.upperBound
    else { return .notGravity }
    let isUpright = abs(acceleration.x) <= sidewaysShare * acceleration.y + 2 * error
    return isUpright ? nil : .notUpright
  }

  private func objection(
    toExtentOf points: [TrajectoryPoint], _ path: BallisticPath, isBrief: Bool, isGrown: Bool
  ) -> Objection? {
    let isEven = path.residual < Self.evenResidual
    let minimum =
      isBrief && isEven ? Self.briefExtent : isGrown || !isEven ? Self.extent : Self.evenExtent
    return points.extent >= max(minimum.radii * path.radius, minimum.widths) ? nil : .tooNear
  }

  private func objection(toSizesOf points: [TrajectoryPoint], _ path: BallisticPath) -> Objection? {
    let sizes = path.radii.sorted()
    guard sizes[sizes.count * 9 / 10] <= 2.2 * sizes[sizes.count / 10] else { return .changesSize }
    let isolated = points.count(where: { $0.object.isIsolated })
    return isolated * 10 >= points.count * 6 ? nil : .partOfSomethingLarger
  }

  /// What slides to a stop also slows down, but along a straight line. What goes straight up falls
  /// back again.
  private func objection(
    toCourseOf points: [TrajectoryPoint], _ path: BallisticPath, hasEnded: Bool
  ) -> Objection? {
    let (first, last) = (points[0], points[points.count - 1])
    let start = path.velocity(at: first.time).y * path.depth(at: first.time)
    let end = path.velocity(at: last.time).y
    let fallsBack =
      start < 0 && end > 0
      && (min(-start, end) > 0.3 * max(-start, end)
        || path.bend >= Self.certainBend * path.residual)
    let mayFallBack = !hasEnded && start < 0 && path.bend >= Self.briefBend * path.residual
    let isBent = path.sagitta >= max(0.3 * path.radius, 0.004, 0.02 * points.extent)
    return fallsBack || mayFallBack || isBent ? nil : .straight
  }

  /// The objection to a path that has ended: thrown things do not come to rest in the air.
  func objection(toEnded points: [TrajectoryPoint], framesSeen: Int) -> Objection? {
    if let objection = objection(
      to: points, framesSeen: framesSeen, isGrown: true, hasEnded: true)
    {
      return objection
    }
    guard let path = BallisticPath(points), let first = points.first, let last = points.last else {
      return .tooFewPoints
    }
    guard path.bend >= Self.minimumBend * path.residual else { return .hardlyBent }
    return path.speed(at: last.time) < 0.25 * path.speed(at: first.time) ? .comesToRest : nil
  }

  /// How far off a path its points may lie, in the root mean square, for an object of a radius.
  static func allowedResidual(radius: Double) -> Double { max(0.15 * radius, 0.002) }

  /// A long path shows the lens, the air, and a spin that a short one does not.
  static let grownSlack = 2.5
  /// How far gravity leads a path from even motion, in residuals of its points: what merely jitters, as
  /// all does before a camera that is moved, has a parabola too, but lies badly on it.
  private static let minimumBend = 15.0
  /// The same for what hardly rises before it falls straight down, as limbs do, too.
  private static let certainBend = 2 * minimumBend
  /// The same for a brief flight, and how long that lasts at least, in seconds.
  private static let (briefBend, briefDuration) = (20.0, 0.1)
  /// How far a path leads at least, in radii of the object and in widths of the picture.
  private static let extent = (radii: 4.0, widths: 0.08)
  /// What comes straight at the camera hardly moves for half of its flight, but so evenly that it is
  /// found.
  private static let evenExtent = (radii: 3.0, widths: 0.045)
  /// What flies for a moment only does not get far.
  private static let briefExtent = (radii: 2.0, widths: 0.045)
  /// In widths of the picture.
  private static let evenResidual = 0.001
}

extension [TrajectoryPoint] {
  /// The diagonal of the box about them, in widths of the picture.
  var extent: Double {
    let (x, y) = (map { $0.object.place.x }, map { $0.object.place.y })
    let width = (x.max() ?? 0) - (x.min() ?? 0)
    let height = (y.max() ?? 0) - (y.min() ?? 0)
    return (width * width + height * height).squareRoot()
  }
}
