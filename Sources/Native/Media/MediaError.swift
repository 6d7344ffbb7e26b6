/// Why a picture, a video or a camera could not be read, or a file not written.
///
/// Cases carry facts; ``description`` says them in a sentence, and what to do next.
public enum MediaError: Error, Hashable {
  // Reading files.
  case notFound(path: String)
  case readingForbidden(path: String)
  case isDirectory(path: String)
  case empty(path: String)
  /// The system could not read the file: `reason` is its word for it.
  case unreadable(path: String, reason: String)

  // Pictures, videos and sounds.
  case notAnImage(path: String)
  case notAVideo(path: String)
  /// A file without a sound track.
  case noSound(path: String)
  /// A format that is known and cannot be read here.
  case unsupportedFormat(path: String, format: String)
  /// A video where a picture is wanted.
  case videoInsteadOfImage(path: String)
  /// A picture where a video is wanted.
  case imageInsteadOfVideo(path: String)
  /// The file ends before its content does.
  case truncated(path: String)
  /// A film that cannot be read as it comes through a pipe.
  case mustBeSaved(path: String)
  case damaged(path: String, reason: String)
  /// A film of which parts, in seconds, were not looked at.
  case damagedInParts(path: String, parts: [Range<Double>])
  /// More pixels than are decoded; sides in pixels.
  case tooLarge(path: String, width: Int, height: Int, pixelLimit: Int)
  /// More bytes than are read.
  case fileTooLarge(path: String, byteLimit: Int)

  // Cameras.
  case cameraMissing(device: String)
  case cameraForbidden(device: String)
  case notACamera(device: String)
  case cameraBusy(device: String)
  case cameraFailed(device: String, reason: String)

  // Microphones, by ALSA's names.
  case microphoneMissing(device: String)
  case microphoneForbidden(device: String)
  case microphoneBusy(device: String)
  case microphoneFailed(device: String, reason: String)

  // Writing files.
  case directoryMissing(path: String, directory: String)
  case writingForbidden(path: String)
  case writingFailed(path: String, reason: String)
  case unsupportedOutput(path: String, wanted: String)
  /// A film could not be encoded in memory.
  case recordingFailed(reason: String)
}

extension MediaError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let path):
      "There is no file '\(path)'. Check the name and the folder."
    case .readingForbidden(let path):
      "'\(path)' may not be read by you. Change its permissions with 'chmod +r', or copy it."
    case .isDirectory(let path):
      "'\(path)' is a folder. Name the files in it."
    case .empty(let path):
      "'\(path)' is empty (0 bytes). Copy it again from where it came."
    case .unreadable(let path, let reason):
      "'\(path)' could not be read: \(reason). Check the disk, or copy the file again."
    case .notAnImage(let path):
      "'\(path)' holds no picture. Name a JPEG, PNG, WebP, HEIC, AVIF, GIF, TIFF or BMP file."
    case .notAVideo(let path):
      "'\(path)' holds no video. Name an MP4, MOV, WebM, MKV or AVI file."
    case .noSound(let path):
      "'\(path)' holds no sound. Name a WAV, MP3, FLAC, Ogg or M4A file."
    case .unsupportedFormat(let path, let format):
      "'\(path)' is \(Self.withArticle(format)) file, which cannot be read here. Save it as JPEG or PNG."
    case .videoInsteadOfImage(let path):
      "'\(path)' is a video, and a picture is wanted. 'playfield dice watch', 'toss analyze' and"
        + " 'vision' read videos."
    case .imageInsteadOfVideo(let path):
      "'\(path)' is a picture, and a video is wanted. 'playfield dice read' and 'vision' read"
        + " pictures."
    case .truncated(let path):
      "'\(path)' ends before its content does. Copy it again from where it came."
    case .damaged(let path, let reason):
      "'\(path)' is damaged: \(reason). Copy it again, or save it again with another program."
    case .mustBeSaved:
      "This film cannot be read from standard input. Save it, and name the file; or send MPEG-TS, Matroska"
        + " or fragmented MP4."
    case .damagedInParts(let path, let parts):
      "'\(path)' is damaged: what it shows \(Self.listed(parts)) was left out. Copy it again from where it"
        + " came."
    case .tooLarge(let path, let width, let height, let pixelLimit):
      "'\(path)' has \(width) x \(height) pixels, and at most \(pixelLimit / 1_000_000) million are"
        + " read. Save it smaller."
    case .fileTooLarge(let path, let byteLimit):
      "'\(path)' has more than \(byteLimit / 1_000_000) MB, the most that is read."
        + " Is it the right file?"
    case .cameraMissing(let device):
      "There is no camera '\(device)'. Plug one in; 'ls /dev/video*' lists those there are."
    case .cameraForbidden(let device):
      "Camera '\(device)' may not be used by you. Join its group with"
        + " 'sudo usermod -aG video $USER' and log in again."
    case .notACamera(let device):
      "'\(device)' sends no pictures. Try another number, such as camera:0."
    case .cameraBusy(let device):
      "Camera '\(device)' is in use by another program. Close that program and try again."
    case .cameraFailed(let device, let reason):
      "Camera '\(device)' stopped: \(reason). Unplug it, plug it in and try again."
    case .microphoneMissing(let device):
      "There is no microphone '\(device)'. Plug one in; 'arecord -L' lists those there are."
    case .microphoneForbidden(let device):
      "Permission denied for microphone '\(device)'. Join its group with"
        + " 'sudo usermod -aG audio $USER' and log in again."
    case .microphoneBusy(let device):
      "Microphone '\(device)' is in use by another program. Close that program and try again."
    case .microphoneFailed(let device, let reason):
      "Microphone '\(device)' cannot be listened to: \(reason). 'arecord -L' lists others."
    case .directoryMissing(let path, let directory):
      "'\(path)' cannot be written: there is no folder '\(directory)'. Make it with 'mkdir -p'."
    case .writingForbidden(let path):
      "'\(path)' may not be written by you. Name a folder of your own."
    case .writingFailed(let path, let reason):
      "'\(path)' could not be written: \(reason). Check the space left on the disk."
    case .unsupportedOutput(let path, let wanted):
      "'\(path)' cannot be written in that format. Give it a name that ends in \(wanted)."
    case .recordingFailed(let reason):
      "The last seconds could not be kept as a film: \(reason). Is there memory left, and does"
        + " 'ffmpeg -encoders' list libx264?"
    }
  }
}

extension MediaError {
  /// "a PDF", "an AVIF"
  private static func withArticle(_ format: String) -> String {
    "AEIOU".contains(format.prefix(1)) ? "an \(format)" : "a \(format)"
  }

  /// "from 1.5 to 2 s and from 4 to 4.25 s"
  private static func listed(_ parts: [Range<Double>]) -> String {
    func text(_ seconds: Double) -> String {
      let hundredths = Int((seconds * 100).rounded())
      let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
      guard rest > 0 else { return "\(whole)" }
      return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
    return parts.map { "from \(text($0.lowerBound)) to \(text($0.upperBound)) s" }
      .joined(separator: " and ")
  }
}
