import Foundation
import Synchronization

/// What the command line asks for.
struct RenderCommand: Sendable {
  var count = 10
  var first = 0
  var seed: UInt64 = 1
  var width = 384
  var height = 384
  var samples = 4
  var threads = 1
  var out = "renders"

  enum Failure: Error {
    case unknownOption(String)
    case badValue(option: String, value: String)
  }

  static let usage = """
    usage: dice-renderer --count N [--first 0] [--seed S] [--width 384] [--height 384]
                         [--samples 4] [--threads T] --out DIR
    """

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      let value = rest.popFirst() ?? ""
      func number<T: LosslessStringConvertible>() throws -> T {
        guard let n = T(value) else { throw Failure.badValue(option: option, value: value) }
        return n
      }
      switch option {
      case "--count": count = try number()
      case "--first": first = try number()
      case "--seed": seed = try number()
      case "--width": width = try number()
      case "--height": height = try number()
      case "--samples": samples = try number()
      case "--threads": threads = try number()
      case "--out": out = value
      default: throw Failure.unknownOption(option)
      }
    }
  }

  /// Renders one picture; the same seed and number give the same bytes.
  func render(_ picture: Int) -> (jpeg: Data, labels: PictureLabels) {
    var random = RandomSource(seed: seed, picture: picture)
    let scene = SceneSampler.draw(&random, width: width, height: height, samples: samples)
    let tracer = Tracer(scene)
    defer { tracer.free() }
    let light = tracer.render(random: &random)
    let print = scene.faults.develop(light, width: width, height: height, random: &random)
    return (print.jpeg, PictureLabels(picture: picture, labels: scene.labels(tracer, print: print)))
  }

  func run() async throws {
    let folder = URL(fileURLWithPath: out)
    let images = folder.appendingPathComponent("images")
    let labels = folder.appendingPathComponent("labels")
    for f in [images, labels] {
      try FileManager.default.createDirectory(at: f, withIntermediateDirectories: true)
    }
    let end = first + count
    let progress = Progress(first: first)
    let started = Date()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<max(threads, 1) {
        group.addTask { [self] in
          while true {
            let i = progress.next.wrappingAdd(1, ordering: .relaxed).oldValue
            if i >= end { return }
            let image = images.appendingPathComponent(fileName(i))
            let label = labels.appendingPathComponent(String(format: "%06d.json", i))
            let kept: PictureLabels
            if FileManager.default.fileExists(atPath: image.path),
              let data = try? Data(contentsOf: label),
              let known = try? JSONDecoder().decode(PictureLabels.self, from: data)
            {
              kept = known
            } else {
              let made = render(i)
              try JSONEncoder().encode(made.labels).write(to: label, options: .atomic)
              try made.jpeg.write(to: image, options: .atomic)
              kept = made.labels
            }
            let sofar: [PictureLabels]? = progress.done.withLock {
              $0.append(kept)
              return $0.count % 200 == 0 ? $0 : nil
            }
            if let sofar {
              try write(sofar, in: folder)
              log(
                "\(sofar.count) of \(count) pictures, \(Int(Date().timeIntervalSince(started))) s")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    try write(progress.done.withLock { $0 }, in: folder)
    log("\(count) pictures in \(Date().timeIntervalSince(started)) s")
  }

  private func write(_ pictures: [PictureLabels], in folder: URL) throws {
    try writeAnnotations(
      pictures, width: width, height: height, seed: seed,
      to: folder.appendingPathComponent("annotations.json"))
  }
}

/// Standard output without a buffer, so that the log of a long job is up to date.
private func log(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

/// What the threads share: the next picture to make, and the labels of those made.
private final class Progress: Sendable {
  let next: Atomic<Int>
  let done = Mutex<[PictureLabels]>([])

  init(first: Int) { next = Atomic(first) }
}
