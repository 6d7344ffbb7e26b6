import ArgumentParser
import Foundation
import TossReport

/// Which file it is, whatever name leads to it: a link and another spelling of a path do, too.
struct FileIdentity: Hashable {
  private let device: UInt
  private let number: UInt

  /// - Returns: nil where there is no file.
  init?(path: String) {
    var status = stat()
    guard (path == "-" ? fstat(STDIN_FILENO, &status) : stat(path, &status)) == 0 else {
      return nil
    }
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}

/// Refuses one place for a film and a record, be there a file or not.
func checkApart(annotate: String?, record: String?) throws {
  func place(_ path: String) -> URL { URL(filePath: path).resolvingSymlinksInPath() }
  guard let annotate, let record, place(annotate) == place(record) else { return }
  throw ValidationError("--annotate and --record both write '\(record)'. Name two files.")
}

/// Refuses an output that is one of the inputs, which writing would destroy.
func refuse(output: String, amongst inputs: some Sequence<FileIdentity>) throws(Failure) {
  guard let identity = FileIdentity(path: output), inputs.contains(identity) else { return }
  throw Failure(
    status: .usage,
    sentence: "'\(output)' is an input, and writing would destroy it. Name another place.")
}

/// Makes the folder of a report before a long clip is watched for it, and refuses one in which the
/// input has a name that the report writes.
func prepare(reportFolder folder: String, sparing input: String) throws(Failure) {
  do throws(ReportError) {
    try Report.makeFolder(folder)
  } catch {
    throw Failure(error)
  }
  let inputs = [FileIdentity(path: input)].compactMap { $0 }
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  for name in names where Report.writes(name) {
    try refuse(output: "\(folder)/\(name)", amongst: inputs)
  }
}

extension Set<String> {
  /// Takes a name that is still free: the wanted one, or with "-2", "-3" and so on after it.
  ///
  /// - Parameter wish: The wanted name.
  /// - Returns: The name, which is now in the set.
  mutating func takeName(_ wish: String) -> String {
    var (free, number) = (wish, 1)
    while !insert(free).inserted {
      number += 1
      free = "\(wish)-\(number)"
    }
    return free
  }
}

/// Makes a folder where it is not there yet.
///
/// - Parameter path: The folder's.
/// - Returns: The folder.
/// - Throws: A ``Failure`` where it cannot be made.
func makeFolder(_ path: String) throws(Failure) -> URL {
  let url = URL(filePath: path, directoryHint: .isDirectory)
  do {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  } catch {
    throw Failure(
      status: .usage,
      sentence: "Cannot make the folder '\(path)'. Name one that you may write to.")
  }
  return url
}

/// A folder that takes one picture or film for each input, under the input's name.
struct OutputFolder {
  private let url: URL
  private let inputs: Set<FileIdentity>
  private var taken: Set<String> = []

  /// Makes the folder where it is not there yet.
  ///
  /// - Parameters:
  ///   - path: The folder's.
  ///   - inputs: Of which none is written over.
  /// - Throws: A ``Failure`` where it cannot be made.
  init(path: String, sparing inputs: some Sequence<String>) throws(Failure) {
    self.inputs = Set(inputs.compactMap(FileIdentity.init))
    url = try makeFolder(path)
  }

  /// The path for the picture of `input`; inputs of one name in two folders get two. Where inputs belong
  /// to several groups, the name begins with the group's.
  ///
  /// - Parameters:
  ///   - input: Under whose name the file goes.
  ///   - group: The input's; `nil` where there are none.
  /// - Returns: A path that no other input has got.
  /// - Throws: A ``Failure`` where an input lies there.
  mutating func path(
    for input: String, in group: String? = nil
  ) throws(Failure) -> String {
    let name = URL(filePath: input).deletingPathExtension().lastPathComponent
    let stem = group.map { "\($0)-\(name)" } ?? name
    let free = taken.takeName(stem)
    let path = url.appending(path: "\(free).jpg").path(percentEncoded: false)
    try refuse(output: path, amongst: inputs)
    return path
  }
}
