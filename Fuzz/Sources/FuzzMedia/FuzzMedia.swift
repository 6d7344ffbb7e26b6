import Glibc
import Media

/// Gives what libFuzzer invents to everything that reads strangers' files: the pictures' headers,
/// EXIF, libturbojpeg, OpenCV's decoders behind the shim and, for what looks like one, the video
/// reader.
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

private func readVideo(_ bytes: [UInt8]) {
  let path = "/tmp/playfield-fuzz-\(getpid())"
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard descriptor >= 0 else { return }
  defer { unlink(path) }
  _ = write(descriptor, bytes, bytes.count)
  close(descriptor)
  guard let reader = try? VideoReader(path: path) else { return }
  for _ in 0..<3 {
    guard let frame = try? reader.next() else { return }
    precondition(frame.time.isFinite)
  }
}
