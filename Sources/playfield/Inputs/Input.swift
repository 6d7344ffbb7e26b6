import Foundation
import VisionCore

/// One of the inputs of a call: where its lines and its files go.
struct Input {
  let path: String
  /// Under which its files lie in a folder: the input's own, or one that no other has.
  let name: String
  /// Whether it is one of several: its lines and its files have its name then.
  let isOneOfSeveral: Bool
  /// Whether its lines are JSON.
  private let json: Bool
  /// What a last line says of the call's settings.
  private let settings: String
  /// All inputs of the call, none of which is written over.
  private let all: AllInputs

  /// The only input of a call, or a camera.
  init(_ path: String) {
    self.init(
      path, name: Self.stem(of: path), isOneOfSeveral: false, json: false, settings: "",
      amongst: AllInputs([path]))
  }

  /// One of the inputs of a call.
  ///
  /// - Parameters:
  ///   - path: As the call names it.
  ///   - name: Under which its files lie in a folder.
  ///   - isOneOfSeveral: Whether its lines and its files have its name.
  ///   - json: Whether its lines are JSON.
  ///   - settings: The name of the call's settings.
  ///   - all: The inputs of the call.
  init(
    _ path: String, name: String, isOneOfSeveral: Bool, json: Bool, settings: String,
    amongst all: AllInputs
  ) {
    (self.path, self.name, self.isOneOfSeveral) = (path, name, isOneOfSeveral)
    (self.json, self.settings, self.all) = (json, settings, all)
  }

  /// Prints a line about it, with its name where there are several.
  ///
  /// - Throws: Why standard output cannot be written.
  func printLine(_ line: String) throws(Failure) {
    try playfield.printLine(isOneOfSeveral ? named(line) : line)
  }

  /// Prints the only line about it, which has its name; with JSON and several inputs it says under
  /// which settings, as a last line does.
  ///
  /// - Throws: Why standard output cannot be written.
  func printOnlyLine(_ line: String) throws(Failure) {
    // A worker that was asked to stop has left its input.
    guard !Worker.isActive || !Interruption.hasCome else { return }
    let isLast = json && isOneOfSeveral
    try playfield.printLine(
      isLast ? "\(line.dropLast()), \"settings\": \(JSON.string(settings).text)}" : line)
  }

  /// Says that all of its lines were printed, where there are several inputs and lines are JSON.
  ///
  /// - Throws: Why standard output cannot be written.
  func printLastLine() throws(Failure) {
    guard json, isOneOfSeveral else { return }
    try printLine((["done": .boolean(true), "settings": .string(settings)] as JSON).text)
  }

  /// A line with the input's name before it; a JSON object has it as its first member.
  func named(_ line: String) -> String {
    json ? "\(Self.lineStart(of: path))\(line.dropFirst())" : "\(path): \(line)"
  }

  /// How each JSON line about an input begins where there are several.
  static func lineStart(of path: String) -> String { "{\"file\": \(JSON.string(path).text), " }

  /// Says where people read it what they should know of it.
  func note(_ words: String) {
    printNotice(isOneOfSeveral ? "Note: \(path): \(words)" : "Note: \(words)")
  }

  /// Where a file of it goes: to the place that the call names, or in a folder of that name where there
  /// are several inputs.
  ///
  /// - Parameters:
  ///   - place: As the call names it; `nil` where it is not wanted.
  ///   - suffix: The file's extension; `nil` for a folder.
  /// - Returns: The path; `nil` without a place.
  /// - Throws: A ``Failure`` where an input lies there, or the folder cannot be made.
  func output(_ place: String?, extension suffix: String?) throws(Failure) -> String? {
    guard let place else { return nil }
    guard isOneOfSeveral else {
      try all.refuse(output: place)
      return place
    }
    return try path(inFolder: place, extension: suffix)
  }

  /// Refuses a folder for files of many names in which any input lies.
  func refuse(folder: String) throws(Failure) { try all.refuse(folder: folder) }

  /// Where a file of it goes in a folder, which is made where it is not there yet.
  ///
  /// - Parameters:
  ///   - folder: As the call names it.
  ///   - suffix: The file's extension; `nil` for a folder.
  ///   - part: What distinguishes it from others about the same input.
  /// - Returns: The path.
  /// - Throws: A ``Failure`` where an input lies there, or the folder cannot be made.
  func path(
    inFolder folder: String, extension suffix: String?, part: String = ""
  ) throws(Failure) -> String {
    let file = suffix.map { "\(name)\(part).\($0)" } ?? name
    let path = try makeFolder(folder).appending(path: file).path(percentEncoded: false)
    try all.refuse(output: path)
    return path
  }

  /// A file's name without its extension.
  static func stem(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
  }
}

/// The inputs of a call, as the files that they are.
final class AllInputs {
  private let paths: [String]

  init(_ paths: [String]) { self.paths = paths }

  /// Looked up once, when the first file is written.
  private lazy var identities = Set(paths.compactMap(FileIdentity.init))

  private lazy var folders = Set(
    paths.compactMap {
      FileIdentity(path: URL(filePath: $0).deletingLastPathComponent().path)
    })

  /// Refuses a folder in which one of them lies.
  func refuse(folder: String) throws(Failure) {
    guard let identity = FileIdentity(path: folder), folders.contains(identity) else { return }
    throw Failure(
      status: .usage,
      sentence:
        "'\(folder)' holds inputs, and writing there could destroy one. Name another folder.")
  }

  /// Refuses an output that is one of them.
  func refuse(output: String) throws(Failure) {
    try playfield.refuse(output: output, amongst: identities)
  }
}
