internal import Foundation

/// Keeps other programs that ask for it from opening a file of the same folder.
struct FolderLock {
  private let descriptor: Int32

  /// Waits until no other program has it, ten seconds at most; `nil` where the folder cannot be locked, as on some disks of
  /// a network.
  ///
  /// - Parameter path: Of the file.
  init?(of path: String) {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    for _ in 0..<1000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(10_000)
    }
    close(descriptor)
    return nil
  }

  func release() { close(descriptor) }
}
