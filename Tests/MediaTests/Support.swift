import Foundation
import VisionCore

/// A folder of a test's own, gone with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "playfield-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
    try Data(bytes).write(to: URL(filePath: file(name)))
    return file(name)
  }
}

func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

struct ToolFailure: Error {
  var tool: String
  var arguments: [String]
}

/// Runs a program and answers what it prints.
@discardableResult
func run(_ tool: String, _ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = [tool] + arguments
  process.standardInput = FileHandle.nullDevice
  let output = Pipe()
  process.standardOutput = output
  try process.run()
  let text = output.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw ToolFailure(tool: tool, arguments: arguments) }
  return String(decoding: text, as: UTF8.self)
}

/// Makes a picture or a clip by ffmpeg; `input` is one of its generated sources.
@discardableResult
func ffmpeg(_ input: String, _ options: [String], _ output: String) throws -> String {
  try run(
    "ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", input] + options + [output])
}

/// The folder of photographs and clips that is kept apart from the repository.
let sharedFolder: String? = {
  let environment = ProcessInfo.processInfo.environment["PLAYFIELD_SHARED"]
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let path = environment ?? root.deletingLastPathComponent().appending(path: "shared").path
  return FileManager.default.fileExists(atPath: path + "/data") ? path : nil
}()

/// A picture with a red left half and a blue right half.
func redAndBlue(width: Int, height: Int) -> RGBImage {
  let row = (0..<width).flatMap { $0 < width / 2 ? Fixture.red : Fixture.blue }
  return RGBImage(
    width: width, height: height, pixels: Array(repeatElement(row, count: height).joined()))
}

extension RGBImage {
  /// The colour at a place in `0...1` of the sides.
  func color(_ x: Double, _ y: Double) -> [Int] {
    let column = min(width - 1, Int(x * Double(width)))
    let row = min(height - 1, Int(y * Double(height)))
    let first = (row * width + column) * 3
    return pixels[first..<first + 3].map(Int.init)
  }

  /// Whether the colour at a place is `expected`, as nearly as lossy formats keep it.
  func isNear(_ expected: [UInt8], _ x: Double, _ y: Double, tolerance: Int = 24) -> Bool {
    zip(color(x, y), expected).allSatisfy { abs($0 - Int($1)) <= tolerance }
  }
}

/// A WebP file whose length is set to what it has.
func lengthened(_ webp: [UInt8]) -> [UInt8] {
  let length = (0..<4).map { UInt8(truncatingIfNeeded: (webp.count - 8) >> (8 * $0)) }
  return webp[..<4] + length + webp[8...]
}
