package import BeanBagToss
internal import SceneReading
package import VisionCore
package import VisionRequests

/// A board in a film, watched while the camera stands still.
package struct BoardWatch: ~Copyable {
  /// What a frame shows.
  package struct Seen {
    package var events: [BagEvent] = []
    package var surface = BoardSurfaceObservation(isHidden: true)
    package var notice: Notice?
  }

  /// What whoever filmed it should know.
  package enum Notice {
    /// The camera began to move: where bags land meanwhile is not known.
    case cameraMoves
    /// The picture is another one, and taken for the same board with other bags.
    case anotherView
  }

  private var bags: BagWatch
  private var registration: TrackTranslationalImageRegistrationRequest
  private var camera = CameraShift()
  private var corners: GameboardObservation.Corners

  package init(corners: GameboardObservation.Corners) {
    registration = TrackTranslationalImageRegistrationRequest()
    bags = BagWatch(board: corners)
    self.corners = corners
  }

  /// Looks at the next frame, as it is stored, at a time in seconds.
  ///
  /// - Throws: `VisionError.frameSizeChanged`, `VisionError.tooLittleOfBoard`.
  package mutating func look(
    at picture: some Picture, orientation: ImageOrientation, time: Double
  ) throws(VisionError) -> Seen {
    let step = try registration.perform(on: picture.upright(orientation), orientation: .up)
    let wasMoving = camera.isMoving
    let shift = camera.update(SIMD2(step.dx, step.dy))
    var seen = Seen()
    if camera.isMoving {
      if !wasMoving { seen.notice = .cameraMoves }
      seen.events = bags.leaveOutFrame(at: time)
      return seen
    }
    if let shift {
      let aspectRatio = picture.uprightSize(orientation).aspectRatio
      corners = corners.moved(x: shift.x, y: shift.y * aspectRatio)
      bags.moveBoard(to: corners)
    }
    let observation = try bags.look(at: picture, orientation, time)
    seen.events = observation.events
    seen.surface = observation.surface
    if observation.surface.isNewView { seen.notice = .anotherView }
    return seen
  }

  /// What happened up to the end of the film.
  package mutating func finish() -> [BagEvent] { bags.finish() }

  /// The bags that lie on the board or beside it.
  package var restingBags: [RestingBag] { bags.restingBags }

  /// Where a place on the board is in the last frame, normalized; `nil` behind the camera.
  package func location(of place: BoardPoint) -> NormalizedPoint? { bags.location(of: place) }
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

extension BagWatch {
  fileprivate mutating func look(
    at picture: some Picture, _ orientation: ImageOrientation, _ time: Double
  ) throws(VisionError) -> Observation {
    do throws(BoardSurfaceWatch.Failure) {
      return try update(with: picture, orientation: orientation, at: time)
    } catch {
      switch error {
      case .tooLittleOfBoard: throw .tooLittleOfBoard
      case .anotherSize: throw .frameSizeChanged
      }
    }
  }
}
