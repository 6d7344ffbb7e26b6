import CReference
import Foundation
import Media
import VisionCore
import VisionRequests

/// How fast body poses are found, against the bare runtime on the same networks, on one thread and in
/// f32.
enum PoseBench {
  private static let rounds = 60
  /// How often the detector looks at a picture of 3:2: at all of it, and at two squares of it.
  private static let looks = 3.0
  private static let networks = ".deps/mediapipe-0.10.21"

  /// A photograph of one person, 3:2, by others; no part of the project.
  private static var photo: String {
    let shared = ProcessInfo.processInfo.environment["PLAYFIELD_SHARED"] ?? "../shared"
    return "\(shared)/data/pose/lsp/im00001.jpg"
  }

  /// - Returns: The table; nil where there is no photograph.
  static func run() async throws -> String? {
    guard FileManager.default.fileExists(atPath: photo) else { return nil }
    let image = try ImageReader.read(contentsOf: photo).image
    guard let detector = reference_network_open("\(networks)/pose_detection.tflite"),
      let landmarker = reference_network_open("\(networks)/pose_landmark_full.tflite")
    else { exit(70) }
    defer {
      reference_network_close(detector)
      reference_network_close(landmarker)
    }
    let model = try BodyPoseModel(folder: networks, threads: 1)
    let still = DetectHumanBodyPoseRequest(model: model)
    let nobody = RGBImage(
      width: image.width, height: image.height,
      pixels: [UInt8](repeating: 128, count: image.pixels.count))

    var series = Runs()
    for round in -3..<rounds {
      if round == 0 { series = Runs() }
      // Each once beforehand, for its weights to be at hand, as they are to the requests.
      _ = reference_network_run(detector)
      _ = await series.detector.time { reference_network_run(detector) }
      _ = reference_network_run(landmarker)
      _ = await series.landmarker.time { reference_network_run(landmarker) }
      let people = try await series.still.time {
        try await still.perform(on: image, orientation: .up)
      }
      precondition(people.count == 1, "the photograph shows one person")
      let ghosts = try await series.empty.time {
        try await still.perform(on: nobody, orientation: .up)
      }
      precondition(ghosts.isEmpty, "nobody is in a grey picture")
      // Its second frame: the first one looks for people.
      var tracker = TrackHumanBodyPoseRequest(model: model)
      _ = try await tracker.perform(on: image, orientation: .up)
      _ = try await series.tracked.time {
        try await tracker.perform(on: image, orientation: .up)
      }
    }
    let bareLooks = looks * series.detector.best
    return """
      | what | best, ms | median, ms | bare runtime, ms | ratio (goal: at most 1.2) |
      |---|---|---|---|---|
      \(row("a grey picture, three looks", series.empty, bare: bareLooks))
      \(row("pose in a picture", series.still, bare: bareLooks + series.landmarker.best))
      \(row("pose in a film's frame", series.tracked, bare: series.landmarker.best))
      """
  }

  private struct Runs {
    var detector = Series()
    var landmarker = Series()
    var empty = Series()
    var still = Series()
    var tracked = Series()
  }

  private static func row(_ what: String, _ series: Series, bare: Double) -> String {
    let best = String(format: "%.2f", series.best * 1e3)
    let median = String(format: "%.2f", series.median * 1e3)
    return "| \(what) | \(best) | \(median) | \(String(format: "%.2f", bare * 1e3)) "
      + "| \(String(format: "%.2f", series.best / bare)) |"
  }
}
