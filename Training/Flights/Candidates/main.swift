import Foundation
import VisionCore

// Reads what moves in films, as `playfield vision trajectories --inspect` writes it, and prints each path that keeps
// within the limits of a flight as a line of JSON: the file, its points, and what speaks for it and against it. With
// `--judged` only those that the judge accepts.

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
  var points: [[Double]]
  var names: [String]
  var features: [Double]
}

let arguments = CommandLine.arguments.dropFirst()
let judge = arguments.contains("--judged") ? FlightJudge.learned : .acceptsAll
let encoder = JSONEncoder()
for file in arguments where !file.hasPrefix("--") {
  for candidate in try candidates(in: file) {
    print(String(decoding: try encoder.encode(candidate), as: UTF8.self))
  }
}

func candidates(in file: String) throws -> [Candidate] {
  let decoder = JSONDecoder()
  let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
  let head = try decoder.decode(Head.self, from: Data(lines[0].utf8))
  let aspectRatio = Double(head.width) / Double(head.height)
  var detector = TrajectoryDetector(judge: judge, aspectRatio: aspectRatio)
  var frames: [Int: (repetitions: [Int], camera: Matrix3?)] = [:]
  var found: [TrajectoryObservation] = []
  for line in lines.dropFirst() {
    let line = try decoder.decode(Line.self, from: Data(line.utf8))
    let views = line.views?.map { row in
      Matrix3(
        SIMD3(row[0], row[1], row[2]), SIMD3(row[3], row[4], row[5]), SIMD3(row[6], row[7], row[8]))
    }
    frames[line.frame] = (line.repetitions, views?.last)
    let objects = line.objects.map { values in
      MovingObject(
        x: values[0], y: values[1], radius: values[2], isIsolated: values[7] != 0, fill: values[3],
        color: SIMD3(values[4], values[5], values[6]), touchesEdge: values[8] != 0)
    }
    let paths = detector.update(
      with: objects, frame: line.frame, time: line.time, repetitions: line.repetitions.count,
      view: views.map { FieldOfView(aspectRatio: aspectRatio, views: $0) })
    found += paths.filter(\.isFinished)
  }
  found += detector.finish()
  return found.compactMap { path -> Candidate? in
    guard let evidence = path.evidence, let first = path.points.first, let last = path.points.last
    else { return nil }
    let points = path.points.flatMap { point -> [[Double]] in
      let (x, y) = (point.location.x, point.location.y)
      let seen = frames[point.frame]?.camera?.map(SIMD2(x, y / aspectRatio))
      let place = seen.map { [$0.x, $0.y * aspectRatio] } ?? [x, y]
      return ([point.frame] + (frames[point.frame]?.repetitions ?? [])).map {
        [Double($0)] + place
      }
    }
    return Candidate(
      file: URL(fileURLWithPath: file).lastPathComponent, startFrame: first.frame,
      endFrame: last.frame, points: points, names: evidence.features.map(\.name),
      features: evidence.features.map(\.value))
  }
}
