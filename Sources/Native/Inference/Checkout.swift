internal import Foundation

/// Whether the running program was built in a checkout of the project, where git and make bring back what is missing.
package enum Checkout {
  package static let isThere: Bool = {
    var folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let files = ["Package.swift", "Makefile", "Models"].map { folder.appending(path: $0).path }
      if files.allSatisfy(FileManager.default.fileExists) { return true }
    }
    return false
  }()
}
