import Media
import VisionRequests

func printThrows(in clip: String) async throws {
  var poses = TrackHumanBodyPoseRequest(model: try BodyPoseModel())
  var trajectories = DetectTrajectoriesRequest()
  let video = try VideoReader(path: clip)
  while let frame = try video.next() {
    let people = try await poses.perform(on: frame.image, orientation: .up)
    let paths = try trajectories.perform(on: frame.image, orientation: .up, at: frame.time)
    for path in paths where path.isFinished {
      print("a path of \(path.points.count) points, confidence \(path.confidence)")
      for person in people {
        let wrist = person[.leftWrist].location
        print("  left wrist at \(wrist.x), \(wrist.y)")
      }
    }
  }
}

try await printThrows(in: CommandLine.arguments[1])
