internal import Foundation

/// Whether the running program was built in a checkout of the project, where git and make bring back what is missing.
package enum Checkout {
  package static let isThere =
    folder(above: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()) != nil

  /// The checkout in which a program lies; `nil` where it does not lie in one.
  static func folder(above program: URL) -> URL? {
    var folder = program
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let files = ["Package.swift", "Makefile", "Models"].map { folder.appending(path: $0).path }
      if files.allSatisfy(FileManager.default.fileExists) { return folder }
    }
    return nil
  }
}
