import Foundation
import SpokenNumbers

/// Recordings of which it is known what is said: a folder with `labels.jsonl`, or one below it, of which
/// only the lines about its own files count.
struct SpeechDataSet {
  struct Clip {
    let path: String
    /// The folder beside the labels.
    let set: String
    let speaker: String
    /// `nil` where no number is said.
    let number: SpokenNumber?
  }

  let name: String
  let clips: [Clip]

  private struct Line: Decodable {
    let file: String
    let words: String
    let speaker: String
  }

  private static let form =
    #"A line is {"file", "words" ("" where no number is said), "speaker"}."#

  init(folder: String) throws(Failure) {
    let url = URL(filePath: folder, directoryHint: .isDirectory).standardizedFileURL
    name = url.lastPathComponent
    guard
      let root = [url, url.deletingLastPathComponent()].first(where: { root in
        FileManager.default.fileExists(
          atPath: root.appending(path: "labels.jsonl").path(percentEncoded: false))
      })
    else {
      throw Failure(
        status: .missing,
        sentence: "No 'labels.jsonl' in '\(folder)', nor above it. Name a folder that holds it.")
    }
    let file = try JSONLinesFile(
      path: root.appending(path: "labels.jsonl").path(percentEncoded: false), form: Self.form)
    var clips: [Clip] = []
    for line in file.lines {
      let label: Line
      do {
        label = try JSONDecoder().decode(Line.self, from: line.content)
      } catch let error as DecodingError {
        throw file.failure(in: line, "\(error.sentence). \(Self.form)")
      } catch {
        throw file.failure(in: line, Self.form)
      }
      guard root == url || label.file.hasPrefix(name + "/") else { continue }
      let words = label.words.split(separator: " ")
      let known = words.compactMap { NumberWord($0) }
      guard known.count == words.count else {
        throw file.failure(in: line, "'\(label.words)' has a word that no number consists of.")
      }
      let folders = label.file.split(separator: "/").dropLast()
      clips.append(
        Clip(
          path: root.appending(path: label.file).path(percentEncoded: false),
          set: folders.first.map(String.init) ?? name, speaker: label.speaker,
          number: SpokenNumber(known)))
    }
    self.clips = clips
  }
}
