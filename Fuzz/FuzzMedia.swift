import Glibc
import Media
import PortableInference
import SpokenNumbers
import VisionCore

/// Gives what libFuzzer invents to everything that reads strangers' files: the pictures' headers,
/// EXIF, libturbojpeg, behind the shims OpenCV's decoders and FFmpeg's and, for what looks like one,
/// the video reader; the header of weights; and for what begins like a sound the audio reader, with what
/// hears numbers behind it.
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
  if soundHeaders.contains(where: bytes.starts(with:)) { readSound(bytes) }
  if let weights = try? Safetensors(bytes) {
    for name in weights.names { precondition(weights.values(of: name) != nil) }
  }
  return 0
}

/// How sounds begin: WAV, Ogg, FLAC, AIFF, MP3, Sun's au.
private let soundHeaders = ["RIFF", "OggS", "fLaC", "FORM", "ID3", ".snd"].map { Array($0.utf8) }

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
private let memoryFile: CInt = {
  let path = "/dev/shm/playfield-fuzz-\(getpid())"
  defer { unlink(path) }
  return open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
}()

/// The path by which the file in memory is read; `nil` when it could not be written.
private func path(ofFileWith bytes: [UInt8]) -> String? {
  ftruncate(memoryFile, 0)
  guard pwrite(memoryFile, bytes, bytes.count, 0) == bytes.count else { return nil }
  return "/proc/self/fd/\(memoryFile)"
}

private func readVideo(_ bytes: [UInt8]) {
  guard let path = path(ofFileWith: bytes), let reader = try? VideoReader(path: path) else {
    return
  }
  for _ in 0..<4 {
    guard let planar = try? reader.nextPlanar() else { return }
    precondition(planar.time.isFinite)
    let size = planar.image.uprightSize(planar.orientation)
    precondition((size.width, size.height) == reader.size)
    guard let frame = try? reader.next() else { return }
    precondition(frame.time.isFinite)
    precondition((frame.image.width, frame.image.height) == reader.size)
  }
}

/// A network that hears each word where one of a few bands is the loudest.
private func scores(_ frames: [[Float]]) -> PartScores {
  PartScores(
    probabilities: stride(from: 0, to: frames.count, by: 4).map { start in
      let loudest = frames[start].indices.max { frames[start][$0] < frames[start][$1] } ?? 0
      var probabilities = [Float](repeating: 0.01, count: PartScores.classes)
      probabilities[loudest * PartScores.classes / WhisperSpectrogram.bands] = 0.65
      return probabilities
    })
}

private func readSound(_ bytes: [UInt8]) {
  guard let path = path(ofFileWith: bytes),
    let reader = try? AudioReader(path: path, rate: WhisperSpectrogram.rate)
  else { return }
  var listener = NumberListener()
  for _ in 0..<50 {
    guard let samples = try? reader.next() else { break }
    precondition(!samples.isEmpty)
    _ = listener.append(samples, scores: scores)
    precondition(listener.utterance.allSatisfy { $0.allSatisfy { $0.isFinite && $0 >= -10.001 } })
  }
  _ = listener.finish(scores: scores)
}
