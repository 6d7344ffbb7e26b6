import Foundation

/// The inputs of a call, each once, in folders by their names. A folder without any stands for itself.
struct InputList {
  let paths: [String]
  /// Whether lines have the names of their inputs.
  let areSeveral: Bool

  /// - Parameters:
  ///   - names: Files, folders of them, or one camera or microphone.
  ///   - kind: Which files of a folder.
  /// - Throws: That there is a device next to something else.
  init(_ names: [String], kind: InputKind) throws(Failure) {
    var (paths, areSeveral): ([String], Bool) = ([], names.count > 1)
    var known: Set<String> = []
    for name in names {
      if areSeveral, let device = Self.device(name) {
        throw Failure(
          status: .usage, sentence: "'\(name)' is a \(device): name nothing else.")
      }
      let found = kind.files(inFolder: name)
      if found != nil { areSeveral = true }
      for path in found.map({ $0.isEmpty ? [name] : $0 }) ?? [name]
      where known.insert(path).inserted {
        paths.append(path)
      }
    }
    (self.paths, self.areSeveral) = (paths, areSeveral)
  }

  /// What a name stands for that is no file; `nil` for a file.
  static func device(_ name: String) -> String? {
    if cameraIndex(name) != nil { return "camera" }
    return Sound.microphone(name) != nil ? "microphone" : nil
  }

  /// The names in a list: a line each, or, where there are bytes of zero, what lies between them.
  ///
  /// - Parameter bytes: The list's content.
  /// - Returns: The names that are not empty.
  static func names(in bytes: [UInt8]) -> [String] {
    let end: UInt8 = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
    return bytes.split(separator: end).map { String(decoding: $0, as: UTF8.self) }.map {
      end == 0 || !$0.hasSuffix("\r") ? $0 : String($0.dropLast())
    }
    .filter { !$0.isEmpty }
  }
}
