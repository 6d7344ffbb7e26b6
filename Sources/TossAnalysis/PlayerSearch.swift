internal import Synchronization
internal import VisionCore
internal import VisionRequests

/// Looks for people beside all else that is done with the frames.
///
/// Frames are looked at one after another, and what each shows is taken in ``delay`` later: catching up on a path's
/// beginning takes several frames' time, and need not hold up what finds paths. That it is always as much later makes a
/// game the same on every machine.
struct PlayerSearch: Sendable {
  private typealias Look = Task<
    (players: PlayerWatch, sighting: Result<PlayerWatch.Sighting, VisionError>), Never
  >

  /// Who was seen in the last seconds, up to the last sighting that was taken in.
  private(set) var trail = PoseTrail()
  /// The players after all that is to be done with them so far; each step waits for the one before.
  private var players: Task<PlayerWatch, Never>
  /// Those whose sightings were not taken in yet.
  private var looks: [(time: Double, look: Look)] = []
  private let newest = Newest()

  /// Who was seen in the last look that has ended.
  private final class Newest: Sendable {
    let people = Mutex<[HumanBodyPoseObservation]>([])
  }

  /// How much later a frame's sighting is taken in, in seconds.
  static let delay = 0.3

  init(_ players: PlayerWatch) { self.players = Task { players } }

  /// The people in the last look that has ended, for a picture of this moment. Which look that is depends on how fast
  /// the machine is.
  var newestPeople: [HumanBodyPoseObservation] { newest.people.withLock { $0 } }

  /// Wants the joints of everybody around a path that begins at a time, in seconds.
  mutating func follow(pathFrom time: Double) {
    players = Task { [players] in
      var players = await players.value
      players.follow(pathFrom: time)
      return players
    }
  }

  /// Begins to look at the next frame.
  mutating func look(at frame: FrameRing.Frame) {
    let look = Look { [players, newest] in
      var players = await players.value
      do throws(VisionError) {
        let sighting = try await players.look(at: frame)
        newest.people.withLock { $0 = players.trail.moments.last?.people ?? [] }
        return (players, .success(sighting))
      } catch {
        return (players, .failure(error))
      }
    }
    looks.append((frame.time, look))
    players = Task { await look.value.players }
  }

  /// Takes in what was seen up to ``delay`` before a time, in seconds; waits for it.
  ///
  /// - Throws: `VisionError` when a network could not be run.
  mutating func sightings(until time: Double) async throws(VisionError) -> [PlayerWatch.Sighting] {
    var sightings: [PlayerWatch.Sighting] = []
    while let (began, look) = looks.first, began <= time - Self.delay {
      looks.removeFirst()
      let (players, sighting) = await look.value
      trail = players.trail
      sightings.append(try sighting.get())
    }
    return sightings
  }

  /// Everybody around the paths, up to the last frame. Where that could not be looked at, ``sightings(until:)``
  /// throws later.
  mutating func wholeTrail() async -> PoseTrail {
    var players = await self.players.value
    let trail = await players.wholeTrail()
    self.players = Task { [players] in players }
    return trail
  }
}
