internal import Foundation

/// Keeps other programs that ask for it from opening a file of the same folder.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until no other program has it; `nil` where the folder cannot be locked, as on some disks of a network.
  ///
  /// - Parameter path: Of the file.
  init?(of path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else {
        close(descriptor)
        return nil
      }
    }
  }

  func release() { close(descriptor) }
}
