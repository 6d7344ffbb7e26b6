import Foundation
import Media
import Testing
import VisionCore

/// The built program, run as users run it.
enum Program {
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String

    /// The lines of standard output.
    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  /// The executable lies beside the bundle of tests, whatever the build folder.
  static let url: URL = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(filePath: bundle)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let program = folder.appending(path: "playfield")
      if FileManager.default.isExecutableFile(atPath: program.path),
        !program.hasDirectoryPath
      {
        return program
      }
    }
    return folder
  }()

  /// A network of a few bytes to which a red square is a 1, a green one a 2, a blue one a 3.
  static let model = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Fixtures/wide-spots.onnx").standardizedFileURL.path

  /// Runs the program to its end.
  static func run(_ arguments: String...) throws -> Outcome {
    let process = try start(arguments)
    return try finish(process)
  }

  /// Runs a line of shell in which `$program` is the program and `$model` its network.
  static func shell(_ line: String) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", line]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["program": url.path, "model": model]) { $1 }
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return try finish(process)
  }

  static func start(_ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = url
    process.arguments = arguments
    process.standardOutput = Pipe()
    process.standardError = Pipe()
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  static func finish(_ process: Process) throws -> Outcome {
    // Errors are few, so reading one pipe after the other cannot block the program.
    let output = try (process.standardOutput as! Pipe).fileHandleForReading.readToEnd() ?? Data()
    let errors = try (process.standardError as! Pipe).fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit
        ? process.terminationStatus : 128 + process.terminationStatus,
      output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }
}

/// Runs ffmpeg.
func ffmpeg(_ arguments: [String]) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["ffmpeg", "-v", "error", "-y"] + arguments
  process.standardInput = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  try #require(process.terminationStatus == 0, "ffmpeg \(arguments)")
}

/// A folder of a test's own, gone with it.
final class TemporaryFolder {
  let url: URL

  var path: String { url.path }

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "playfield-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// - Returns: The path of the file.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Data(text.utf8), to: name)
  }

  @discardableResult
  func write(_ data: Data, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: file)
    return file.path
  }

  /// A white picture with "dice" that ``Program/model`` reads.
  @discardableResult
  func picture(_ name: String, spots: [Spot] = [Spot(2, x: 160), Spot(1, x: 64)]) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try ImageWriter.write(RGBImage(width: 160, spots: spots), to: file.path)
    return file.path
  }

  /// A clip at 30 frames a second; `spots` gives each frame's dice.
  func clip(_ name: String, frames: Int, spots: (Int) -> [Spot]) throws -> String {
    let file = url.appending(path: name)
    let writer = try VideoWriter(path: file.path, width: 320, height: 240, frameRate: 30)
    for frame in 0..<frames { try writer.append(RGBImage(width: 320, spots: spots(frame))) }
    try writer.finish()
    return file.path
  }

  /// A clip of a roll: a 2 and a 1 come to rest in frame 20.
  func roll(_ name: String, frames: Int = 60) throws -> String {
    try clip(name, frames: frames) { frame in
      let left = max(0, 20 - frame) * 8
      return [Spot(2, x: 160, y: 64 + left / 2), Spot(1, x: 64 + left, y: 96)]
    }
  }
}

/// A square in the colour that stands for a value; in a picture of 320 x 240 pixels it has 16 x 16.
struct Spot {
  static let side = 16

  let value: Int
  let x: Int
  let y: Int

  init(_ value: Int, x: Int, y: Int = 96) {
    (self.value, self.x, self.y) = (value, x, y)
  }
}

extension RGBImage {
  /// A white picture of 4:3 with spots, drawn to its scale.
  init(width: Int, spots: [Spot]) {
    let height = width * 3 / 4
    var pixels = [UInt8](repeating: 255, count: width * height * 3)
    for spot in spots {
      for y in spot.y * width / 320..<(spot.y + Spot.side) * width / 320 {
        for x in spot.x * width / 320..<(spot.x + Spot.side) * width / 320 {
          for channel in 0..<3 where channel != spot.value - 1 {
            pixels[(y * width + x) * 3 + channel] = 0
          }
        }
      }
    }
    self.init(width: width, height: height, pixels: pixels)
  }
}
