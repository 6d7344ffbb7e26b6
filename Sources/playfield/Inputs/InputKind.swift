import Foundation
import Media
import VisionCore

/// What a command reads: which files of a folder, and how the lines about one of them end.
enum InputKind {
  case films, pictures, picturesAndFilms, sounds, jsonLines

  /// The files of this kind in a folder, known by their content; `nil` for what is no folder.
  func files(inFolder path: String) -> [String]? {
    guard isFolder(path) else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let folder = path.hasSuffix("/") ? path : path + "/"
    return names.filter { !$0.hasPrefix(".") }.sorted().map { folder + $0 }.filter(includes)
  }

  /// Whether a last line says that a file has all of its lines. A picture has one line; what is printed
  /// about a file of JSON Lines does not have the file's name.
  func hasLastLine(_ path: String) -> Bool {
    switch self {
    case .films, .sounds: true
    case .pictures, .jsonLines: false
    case .picturesAndFilms: VideoReader.isVideo(path)
    }
  }

  /// Refuses a folder in the place of a file: only one without any of this kind is left there.
  func refuseFolder(_ path: String) throws(Failure) {
    guard isFolder(path) else { return }
    throw Failure(status: .missing, sentence: "There is no \(name) in the folder '\(path)'.")
  }

  private func includes(_ path: String) -> Bool {
    switch self {
    case .films: VideoReader.isVideo(path)
    case .pictures: ImageReader.isImage(path)
    case .picturesAndFilms: ImageReader.isImage(path) || VideoReader.isVideo(path)
    case .sounds: AudioReader.isSound(path)
    case .jsonLines: path.hasSuffix(".jsonl") && !isFolder(path)
    }
  }

  private var name: String {
    switch self {
    case .films: "video"
    case .pictures: "picture"
    case .picturesAndFilms: "picture or video"
    case .sounds: "sound"
    case .jsonLines: "file of JSON Lines"
    }
  }
}

private func isFolder(_ path: String) -> Bool {
  var isFolder: ObjCBool = false
  return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
}
