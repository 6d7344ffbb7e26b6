import BeanBagToss
import Foundation
import Media
import TossAnalysis
import VisionCore
import VisionRequests

/// A board in a film, watched while the camera stands still.
struct BoardWatch: ~Copyable {
  /// What a frame shows.
  struct Seen {
    var events: [BagEvent] = []
    var surface = BoardSurfaceObservation(isHidden: true)
    /// What the user should know.
    var notice: String?
  }

  private var bags: BagWatch
  private var registration: TrackTranslationalImageRegistrationRequest
  private var camera = CameraShift()
  private var corners: GameboardObservation.Corners

  init(corners: GameboardObservation.Corners) throws(Failure) {
    do throws(VisionError) {
      let bags = try BagWatch(board: corners)
      registration = try TrackTranslationalImageRegistrationRequest()
      self.bags = bags
    } catch {
      throw Failure(error)
    }
    self.corners = corners
  }

  mutating func look(at frame: VideoFrame) throws(Failure) -> Seen {
    do throws(VisionError) {
      return try seen(in: frame)
    } catch {
      throw Failure(error)
    }
  }

  private mutating func seen(in frame: VideoFrame) throws(VisionError) -> Seen {
    let image = frame.image
    let step = try registration.perform(on: image, orientation: .up)
    let wasMoving = camera.isMoving
    let shift = camera.update(step)
    var seen = Seen()
    if camera.isMoving {
      if !wasMoving {
        seen.notice = """
          The camera moves at \(seconds(frame.time)); where bags land meanwhile is not known. \
          Put it on a stand, or cut the clip there.
          """
      }
      seen.events = bags.leaveOutFrame(at: frame.time)
      return seen
    }
    if let shift {
      let aspectRatio = Double(image.width) / Double(image.height)
      corners = corners.moved(x: shift.dx, y: shift.dy * aspectRatio)
      try bags.moveBoard(to: corners)
    }
    let observation = try bags.update(with: image, at: frame.time)
    seen.events = observation.events
    seen.surface = observation.surface
    if observation.surface.isNewView {
      seen.notice = """
        The picture is another one since \(seconds(frame.time)), and taken for the same board \
        with other bags. Cut the clip where the camera changes if it is not.
        """
    }
    return seen
  }

  mutating func finish() -> [BagEvent] { bags.finish() }

  /// The board, its hole, the bags that lie there and what moves.
  func outlines(of surface: BoardSurfaceObservation) -> [Annotator.Outline] {
    let (width, length) = (Gameboard.width, Gameboard.length)
    var outlines = [
      outline(.board, [(0, 0), (width, 0), (width, length), (0, length)]),
      outline(
        .board, circle(Gameboard.holeCenter.x, Gameboard.holeCenter.y, Gameboard.holeRadius)),
    ]
    for bag in bags.restingBags {
      outlines.append(
        outline(.bag, circle(bag.place.x, bag.place.y, 0.08), label: "\(bag.landing)"))
    }
    for blob in surface.moving where blob.area > 0.1 {
      let radius = 0.086 * min(2, blob.area).squareRoot()
      outlines.append(outline(.moving, circle(blob.place.x, blob.place.y, radius)))
    }
    return outlines
  }

  private func circle(_ x: Double, _ y: Double, _ radius: Double) -> [(x: Double, y: Double)] {
    (0..<32).map { step in
      let angle = Double(step) / 32 * 2 * Double.pi
      return (x + radius * cos(angle), y + radius * sin(angle))
    }
  }

  private func outline(
    _ kind: Annotator.Outline.Kind, _ places: [(x: Double, y: Double)], label: String = ""
  ) -> Annotator.Outline {
    var points: [NormalizedPoint] = []
    for place in places {
      if let point = bags.location(of: BoardPoint(x: place.x, y: place.y)) {
        points.append(point)
      }
    }
    return Annotator.Outline(kind: kind, points: points, label: label)
  }
}

extension GameboardObservation.Corners {
  fileprivate func moved(x: Double, y: Double) -> Self {
    func moved(_ point: NormalizedPoint) -> NormalizedPoint {
      NormalizedPoint(x: point.x + x, y: point.y + y)
    }
    return Self(
      farLeft: moved(farLeft), farRight: moved(farRight), nearRight: moved(nearRight),
      nearLeft: moved(nearLeft))
  }
}
