internal import Synchronization
internal import VisionCore
internal import VisionRequests

/// Looks for people beside all else that is done with the frames.
///
/// Frames are looked at one after another, and what each shows is taken in after a fixed ``delay``: catching up on a
/// path's beginning takes several frames' time, and need not hold up what finds paths. A delay that did not depend
/// on frames' times alone would make a game depend on the machine.
struct PlayerSearch: Sendable {
  /// The players after a step of the chain, and what it saw if it was a look.
  private struct Step: Sendable {
    var players: PlayerWatch
    var sighting: Result<PlayerWatch.Sighting, VisionError>?
  }

  /// Who was seen in the last seconds, up to the last sighting that was taken in.
  private(set) var trail = PoseTrail()
  /// Of those the ones around the paths, which are measured.
  private(set) var measured = PoseTrail()
  /// The end of the chain: each step waits for the one before.
  private var last: Task<Step, Never>
  /// Looks not yet taken in.
  private var looks: [(time: Double, step: Task<Step, Never>)] = []
  private let newest = Newest()

  /// Who was seen in the last look that has ended.
  private final class Newest: Sendable {
    let people = Mutex<[HumanBodyPoseObservation]>([])
  }

  /// How much later a frame's sighting is taken in, in seconds.
  static let delay = 0.3

  init(_ players: PlayerWatch) { last = Task { Step(players: players) } }

  /// See ``TossAnalyzer/newestPeople``.
  var newestPeople: [HumanBodyPoseObservation] { newest.people.withLock { $0 } }

  /// Requests the joints of everybody around a path that begins at a time, in seconds.
  mutating func follow(pathFrom time: Double) {
    last = Task { [last] in
      var players = await last.value.players
      players.follow(pathFrom: time)
      return Step(players: players)
    }
  }

  /// Starts looking at the next frame.
  mutating func look(at frame: FrameRing.Frame) {
    let step = Task { [last, newest] in
      var players = await last.value.players
      do throws(VisionError) {
        let sighting = try await players.look(at: frame)
        newest.people.withLock { $0 = players.trail.moments.last?.people ?? [] }
        return Step(players: players, sighting: .success(sighting))
      } catch {
        return Step(players: players, sighting: .failure(error))
      }
    }
    looks.append((frame.time, step))
    last = step
  }

  /// Takes in the next sighting, if it was ``delay`` before a time, in seconds; waits for it.
  mutating func sighting(
    until time: Double
  ) async -> Result<PlayerWatch.Sighting, VisionError>? {
    guard let look = looks.first, look.time <= time - Self.delay else { return nil }
    looks.removeFirst()
    let step = await look.step.value
    (trail, measured) = (step.players.trail, step.players.measured)
    return step.sighting
  }

  /// Catches up on all frames that are wanted: the film is over. All sightings have been taken in.
  mutating func finish() async {
    var players = await last.value.players
    await players.catchUp()
    (trail, measured) = (players.trail, players.measured)
    last = Task { [players] in Step(players: players) }
  }
}
