internal import Glibc

/// The system's word for an error number, such as "No space left on device".
func reason(_ errorNumber: Int32) -> String { String(cString: strerror(errorNumber)) }

/// Opens a file for reading.
///
/// - Parameter path: Of the file; "-" is standard input.
/// - Returns: A descriptor that the caller closes.
/// - Throws: Why it cannot be read.
func openForReading(_ path: String) throws(MediaError) -> Int32 {
  let descriptor =
    path == StandardInput.name
    ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else {
    switch errno {
    case ENOENT, ENOTDIR: throw .notFound(path: path)
    case EACCES, EPERM: throw .readingForbidden(path: path)
    default: throw .unreadable(path: path, reason: reason(errno))
    }
  }
  var status = stat()
  if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
    close(descriptor)
    throw .isDirectory(path: path)
  }
  return descriptor
}

/// The first bytes of a file, at most `limit`.
///
/// - Throws: ``MediaError/empty(path:)`` for a file of 0 bytes.
func readFile(_ path: String, limit: Int) throws(MediaError) -> [UInt8] {
  let descriptor = try openForReading(path)
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  try read(descriptor, into: &bytes, upTo: limit, path: path)
  return bytes
}

/// The first bytes of a file, at most `limit`; `nil` for what is no file, cannot be read, or can be read
/// once only.
func startOfFile(_ path: String, limit: Int) -> [UInt8]? {
  isFile(path) ? try? readFile(path, limit: limit) : nil
}

/// Whether a path leads to a file, and not to a folder, a pipe or standard input.
func isFile(_ path: String) -> Bool {
  var status = stat()
  return path != StandardInput.name && stat(path, &status) == 0
    && status.st_mode & S_IFMT == S_IFREG
}

/// The bytes of a file whose beginning is looked at before the rest is read.
///
/// `check` is handed the first 512 bytes, or all there are, and throws where they will not do. A
/// file of 0 bytes and one of more than `limit` are errors.
package func readFile(
  _ path: String, limit: Int, checking check: (ArraySlice<UInt8>) throws(MediaError) -> Void
) throws(MediaError) -> [UInt8] {
  let descriptor = try openForReading(path)
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  try read(descriptor, into: &bytes, upTo: 512, path: path)
  try check(bytes[...])

  // The size is a hint: a pipe has none, and a file may grow or shrink meanwhile.
  var status = stat()
  fstat(descriptor, &status)
  guard Int(status.st_size) <= limit else { throw .fileTooLarge(path: path, byteLimit: limit) }
  bytes.reserveCapacity(max(Int(status.st_size), 0) + 1)
  try read(descriptor, into: &bytes, upTo: limit + 1, path: path)
  guard bytes.count <= limit else { throw .fileTooLarge(path: path, byteLimit: limit) }
  return bytes
}

/// Reads on until there are `limit` bytes or the file ends.
private func read(
  _ descriptor: Int32, into bytes: inout [UInt8], upTo limit: Int, path: String
) throws(MediaError) {
  let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 1)
  defer { chunk.deallocate() }
  while bytes.count < limit {
    let count = read(descriptor, chunk.baseAddress, min(chunk.count, limit - bytes.count))
    if count < 0 {
      if errno == EINTR { continue }
      throw .unreadable(path: path, reason: reason(errno))
    }
    if count == 0 { break }
    bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: chunk[..<count]))
  }
  guard !bytes.isEmpty else { throw .empty(path: path) }
}

/// Opens a file for writing, made if it is missing and not yet emptied if it is not.
///
/// The attempt itself shows whether writing is allowed; permission bits alone would not, for a
/// read-only disk has them too.
///
/// - Returns: A descriptor that the caller closes, and whether the file is new.
func openForWriting(
  _ path: String
) throws(MediaError) -> (descriptor: Int32, isNew: Bool) {
  let isNew = access(path, F_OK) != 0
  let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else {
    let failure = errno
    let directory = directory(of: path)
    var status = stat()
    if stat(directory, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
      throw .directoryMissing(path: path, directory: directory)
    }
    switch failure {
    case EACCES, EPERM, EROFS: throw .writingForbidden(path: path)
    case EISDIR: throw .isDirectory(path: path)
    default: throw .writingFailed(path: path, reason: reason(failure))
    }
  }
  return (descriptor, isNew)
}

/// Writes a file, replacing what was there once all of it is written: on a disk that is full what was there stays.
func writeFile(_ bytes: UnsafeBufferPointer<UInt8>, to path: String) throws(MediaError) {
  var status = stat()
  // What a link leads to is replaced, not the link; a pipe or a device cannot be.
  let real = realpath(path, nil).map { real in
    defer { free(real) }
    return String(cString: real)
  }
  let target = real ?? path
  let isThere = stat(target, &status) == 0
  var link = stat()
  let leadsNowhere = !isThere && lstat(path, &link) == 0
  let isSpecial = leadsNowhere || isThere && status.st_mode & S_IFMT != S_IFREG
  if isThere, access(target, W_OK) != 0 { throw .writingForbidden(path: path) }
  let part = target + ".part-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  guard !isSpecial, let file = try? OutputFile(path: part) else {
    return try OutputFile(path: path).replaceContent(with: bytes)
  }
  do throws(MediaError) {
    try file.replaceContent(with: bytes)
    try file.flush()
  } catch {
    unlink(part)
    guard case .writingFailed(_, let reason) = error else { throw error }
    throw .writingFailed(path: path, reason: reason)
  }
  if isThere { chmod(part, status.st_mode & 0o7777) }
  guard rename(part, target) == 0 else {
    let reason = reason(errno)
    unlink(part)
    throw .writingFailed(path: path, reason: reason)
  }
}

/// A file that is open for writing and keeps what it holds until there is something new.
package final class OutputFile {
  private let path: String
  private let descriptor: Int32

  /// - Throws: Why the file cannot be written.
  package init(path: String) throws(MediaError) {
    descriptor = try openForWriting(path).descriptor
    self.path = path
  }

  deinit { close(descriptor) }

  package func replaceContent(with bytes: [UInt8]) throws(MediaError) {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(MediaError) in try replaceContent(with: buffer) }
    }
    try result.get()
  }

  func replaceContent(with bytes: UnsafeBufferPointer<UInt8>) throws(MediaError) {
    // Pipes and devices have no length to cut.
    ftruncate(descriptor, 0)
    try append(bytes)
  }

  /// Waits until the disk has what was written.
  func flush() throws(MediaError) {
    guard fsync(descriptor) == 0 else {
      throw .writingFailed(path: path, reason: reason(errno))
    }
  }

  package func append(_ bytes: [UInt8]) throws(MediaError) {
    let result = bytes.withUnsafeBufferPointer { buffer in
      Result { () throws(MediaError) in try append(buffer) }
    }
    try result.get()
  }

  private func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(MediaError) {
    var rest = UnsafeRawBufferPointer(bytes)
    while !rest.isEmpty {
      let count = write(descriptor, rest.baseAddress, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw .writingFailed(path: path, reason: reason(errno))
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

func directory(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// What follows the last dot of the file's name, in small letters; empty where there is none.
func fileExtension(of path: String) -> String {
  let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
  return name[name.index(after: dot)...].lowercased()
}
