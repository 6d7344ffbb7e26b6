import Glibc
import Media

/// Gives what libFuzzer invents to everything that reads strangers' files: the pictures' headers,
/// EXIF, libturbojpeg, behind the shims OpenCV's decoders and FFmpeg's and, for what looks like one,
/// the video reader.
///
/// Any error is a right answer. A trap, a sanitizer's finding or a hang is not.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  do {
    let picture = try ImageReader.decode(bytes, path: "fuzz")
    precondition(picture.storedWidth > 0 && picture.storedHeight > 0)
    _ = picture.image.turnedUpright(from: picture.orientation)
  } catch .videoInsteadOfImage {
    readVideo(bytes)
  } catch {}
  return 0
}

/// libFuzzer's loop. It is called by hand because SwiftPM gives every program a main of its own.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ argumentCount: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ oneInput: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@main
private enum FuzzMedia {
  static func main() {
    var argumentCount = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runFuzzer(&argumentCount, &arguments, fuzzOneInput))
  }
}

/// A file in memory, without a name once it is open.
private let videoFile: CInt = {
  let path = "/dev/shm/playfield-fuzz-\(getpid())"
  defer { unlink(path) }
  return open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
}()

private func readVideo(_ bytes: [UInt8]) {
  ftruncate(videoFile, 0)
  guard pwrite(videoFile, bytes, bytes.count, 0) == bytes.count,
    let reader = try? VideoReader(path: "/proc/self/fd/\(videoFile)")
  else { return }
  for _ in 0..<8 {
    guard let frame = try? reader.next() else { return }
    precondition(frame.time.isFinite)
    precondition((frame.image.width, frame.image.height) == reader.size)
  }
}
