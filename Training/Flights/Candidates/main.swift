import Foundation
import SceneReading
import VisionCore

// Reads what moves in films, as `playfield vision trajectories --inspect` writes it, and prints each path that keeps
// within the limits of a flight as a line of JSON: the file, its points, and its features. With `--judged`, only those that
// the judge accepts: the paths that `playfield vision trajectories` reports.

struct Head: Decodable {
  var width: Int
  var height: Int
}

struct Line: Decodable {
  var frame: Int
  var time: Double
  var repetitions: [Int]
  var objects: [[Double]]
  var views: [[Double]]?
}

struct Candidate: Encodable {
  var file: String
  var startFrame: Int
  var endFrame: Int
  /// Frame, x and y, from 0 to 1 of the picture, as a camera that stays would see them; of judged paths as filmed, with the frames
  /// that repeat another.
  var points: [[Double]]
  var names: [String]
  var features: [Double]
}

let encoder = JSONEncoder()
var files = CommandLine.arguments.dropFirst()
let isJudged = files.first == "--judged"
if isJudged { files.removeFirst() }
for file in files {
  for candidate in try candidates(in: file, judge: isJudged ? .learned : .acceptsAll) {
    print(String(decoding: try encoder.encode(candidate), as: UTF8.self))
  }
}

func candidates(in file: String, judge: FlightJudge) throws -> [Candidate] {
  let decoder = JSONDecoder()
  let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
  let head = try decoder.decode(Head.self, from: Data(lines[0].utf8))
  let aspectRatio = Double(head.width) / Double(head.height)
  var detector = TrajectoryDetector(judge: judge, aspectRatio: aspectRatio)
  var found: [(path: TrajectoryObservation, evidence: FlightEvidence)] = []
  func ended(
    _ paths: [TrajectoryObservation]
  ) -> [(path: TrajectoryObservation, evidence: FlightEvidence)] {
    paths.filter(\.isFinished).compactMap { path in detector.evidence[path.id].map { (path, $0) } }
  }
  /// Of each frame, from where its points would be, had the camera stayed, to where they are.
  var poses: [Int: Matrix3] = [:]
  var repetitions: [Int: [Int]] = [:]
  for text in lines.dropFirst() {
    let line = try decoder.decode(Line.self, from: Data(text.utf8))
    let views = line.views?.map { row in
      Matrix3(
        SIMD3(row[0], row[1], row[2]), SIMD3(row[3], row[4], row[5]), SIMD3(row[6], row[7], row[8]))
    }
    poses[line.frame] = views?.last
    repetitions[line.frame] = line.repetitions
    let objects = line.objects.map { values in
      MovingObject(
        place: WidthPoint(x: values[0], y: values[1]), radius: values[2],
        isIsolated: values[7] != 0, fill: values[3],
        color: SIMD3(values[4], values[5], values[6]), touchesEdge: values[8] != 0)
    }
    let paths = detector.update(
      with: objects, frame: line.frame, time: line.time, repetitions: line.repetitions.count,
      view: views.map { FieldOfView(aspectRatio: aspectRatio, views: $0) })
    found += ended(paths)
  }
  found += ended(detector.finish())
  func points(of path: TrajectoryObservation) -> [[Double]] {
    guard judge == .learned else {
      return path.points.map { [Double($0.frame), $0.location.x, $0.location.y] }
    }
    return path.points.flatMap { point in
      let place = point.location.inWidths(aspectRatio)
      let seen = poses[point.frame].flatMap { $0.map(place) } ?? place
      return ([point.frame] + (repetitions[point.frame] ?? [])).map {
        [Double($0), seen.x, seen.y * aspectRatio]
      }
    }
  }
  return found.compactMap { path, evidence -> Candidate? in
    guard let first = path.points.first, let last = path.points.last else { return nil }
    return Candidate(
      file: URL(fileURLWithPath: file).lastPathComponent, startFrame: first.frame,
      endFrame: last.frame,
      points: points(of: path),
      names: evidence.features.map(\.name),
      features: evidence.features.map(\.value))
  }
}
