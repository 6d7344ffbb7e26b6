import Foundation

/// A folder that takes one picture for each input, under the input's name.
struct OutputFolder {
  private let url: URL
  private var taken: Set<String> = []

  /// Makes the folder where it is not there yet.
  init(path: String) throws(Failure) {
    url = URL(filePath: path, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        status: .usage,
        sentence: "Cannot make the folder '\(path)'. Name one that you may write to.")
    }
  }

  /// The path for the picture of `input`; inputs of one name in two folders get two. Where inputs
  /// belong to several groups, the name begins with theirs.
  mutating func path(for input: String, in group: String? = nil) -> String {
    let name = URL(filePath: input).deletingPathExtension().lastPathComponent
    let stem = group.map { "\($0)-\(name)" } ?? name
    var free = stem
    var number = 1
    while !taken.insert(free).inserted {
      number += 1
      free = "\(stem)-\(number)"
    }
    return url.appending(path: "\(free).jpg").path(percentEncoded: false)
  }
}
