import Foundation
import VisionCore

/// One of the clips of a call: where its lines and its files go.
struct Clip {
  let path: String
  /// Under which its files lie in a folder: the clip's own, or one that no other has.
  private let name: String
  private let isOneOfSeveral: Bool
  /// Whether its lines are JSON.
  private let json: Bool
  /// All clips of the call, none of which is written over.
  private let inputs: [String]

  /// The only clip of a call, or a camera.
  init(_ path: String) {
    self.init(path, name: Self.stem(of: path), isOneOfSeveral: false, json: false, inputs: [path])
  }

  /// One of the clips of a call.
  ///
  /// - Parameters:
  ///   - path: As the call names it.
  ///   - name: Under which its files lie in a folder.
  ///   - isOneOfSeveral: Whether its lines and its files have its name.
  ///   - json: Whether its lines are JSON.
  ///   - inputs: All clips of the call, none of which is written over.
  init(
    _ path: String, name: String, isOneOfSeveral: Bool, json: Bool, inputs: [String]
  ) {
    (self.path, self.name, self.isOneOfSeveral) = (path, name, isOneOfSeveral)
    (self.json, self.inputs) = (json, inputs)
  }

  /// Prints a line about it, with its name where there are several.
  ///
  /// - Throws: Why standard output cannot be written.
  func printLine(_ line: String) throws(Failure) {
    try playfield.printLine(isOneOfSeveral ? named(line) : line)
  }

  /// A line with the clip's name before it; a JSON object has it as its first member.
  func named(_ line: String) -> String {
    json ? "\(Self.lineStart(of: path))\(line.dropFirst())" : "\(path): \(line)"
  }

  /// How each JSON line about a clip begins where there are several.
  static func lineStart(of path: String) -> String { "{\"file\": \(JSON.string(path).text), " }

  /// Says where people read it what they should know of it.
  func note(_ words: String) {
    printNotice(isOneOfSeveral ? "Note: \(path): \(words)" : "Note: \(words)")
  }

  /// Where a file of it goes: to the place that the call names, or in a folder of that name where there
  /// are several clips.
  ///
  /// - Parameters:
  ///   - place: As the call names it; `nil` where it is not wanted.
  ///   - suffix: The file's extension; `nil` for a folder.
  /// - Returns: The path; `nil` without a place.
  /// - Throws: A ``Failure`` where an input lies there, or the folder cannot be made.
  func output(_ place: String?, extension suffix: String?) throws(Failure) -> String? {
    guard let place else { return nil }
    guard isOneOfSeveral else {
      try refuse(output: place, amongst: inputs.compactMap(FileIdentity.init))
      return place
    }
    return try path(inFolder: place, extension: suffix)
  }

  /// Where a file of it goes in a folder, which is made where it is not there yet.
  ///
  /// - Parameters:
  ///   - folder: As the call names it.
  ///   - suffix: The file's extension; `nil` for a folder.
  /// - Returns: The path.
  /// - Throws: A ``Failure`` where an input lies there, or the folder cannot be made.
  func path(inFolder folder: String, extension suffix: String?) throws(Failure) -> String {
    let file = suffix.map { "\(name).\($0)" } ?? name
    return try OutputFolder(path: folder, sparing: inputs).path(of: file)
  }

  /// A file's name without its extension.
  static func stem(of path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
  }
}
