import Glibc
import Media

/// Gives what libFuzzer invents to everything that reads strangers' pictures: their headers, EXIF,
/// libturbojpeg, and behind the shim OpenCV's decoders and, for animations, FFmpeg's.
///
/// Any error is a right answer. A trap, a sanitizer's finding or a hang is not.
///
/// Videos are left out: OpenCV 4.6 itself reads behind a frame when a container claims a larger
/// picture than its stream holds (`CvCapture_FFMPEG::retrieveFrame`), which this finds at once.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  do {
    let picture = try ImageReader.decode(bytes, path: "fuzz")
    precondition(picture.storedWidth > 0 && picture.storedHeight > 0)
    _ = picture.image.turnedUpright(from: picture.orientation)
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
