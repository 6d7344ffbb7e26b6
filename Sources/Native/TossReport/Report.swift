public import BeanBagToss
public import Foundation
internal import TossReportPage

/// A game as a page to read: one HTML file that works without a network, with no scripts in it.
///
/// Pictures and clips are embedded, so that the file can be sent as it is. Only where the clips
/// together are larger than ``embeddedLimit`` do they lie beside it.
public struct Report: Sendable {
  public var session: Session
  /// The games before this one, the oldest first; `nil` where no history has them.
  public var earlier: [SessionSummary]?
  public var units: UnitSystem
  /// A picture of the field, as JPEG.
  public var field: Data?
  /// Throws by themselves, as MP4 of H.264, by the number of the throw.
  public var clips: [Int: Data]

  /// In bytes. A page of a third more is still opened by a telephone, and taken by a mail server.
  public static let embeddedLimit = 16_000_000

  public init(
    session: Session, earlier: [SessionSummary]? = nil, units: UnitSystem = .metric,
    field: Data? = nil, clips: [Int: Data] = [:]
  ) {
    self.session = session
    self.earlier = earlier
    self.units = units
    self.field = field
    self.clips = clips
  }

  private var isEmbedding: Bool { clips.values.reduce(0) { $0 + $1.count } <= Self.embeddedLimit }

  private static let page = "report.html"

  private static func name(ofClip number: Int) -> String { "throw-\(number).mp4" }

  /// Whether a report may write a file of this name into its folder.
  public static func writes(_ name: String) -> Bool {
    name == page || (name.hasPrefix("throw-") && name.hasSuffix(".mp4"))
  }

  /// The page, as `report.html` of ``write(to:)`` has it.
  public var html: String {
    var sources: [Int: String] = [:]
    for (number, clip) in clips {
      sources[number] =
        isEmbedding
        ? "data:video/mp4;base64,\(clip.base64EncodedString())" : Self.name(ofClip: number)
    }
    let start = Date(timeIntervalSince1970: session.startTime)
    return ReportPage(
      session: session, earlier: earlier, units: units,
      field: field.map { "data:image/jpeg;base64,\($0.base64EncodedString())" },
      clips: sources, areClipsFiles: !isEmbedding,
      date: (start.formatted(.iso8601), start.formatted(Self.dayAndTime))
    ).text
  }

  private static let dayAndTime = Date.FormatStyle(
    date: .long, time: .shortened, locale: Locale(identifier: "en_GB"))

  /// Writes `report.html`, and beside it what is too large for it. A page that is there is replaced
  /// as a whole or not at all.
  ///
  /// - Parameter folder: Where; made if it is not there.
  /// - Returns: The path of the page.
  /// - Throws: Which file or folder could not be made.
  public func write(to folder: String) throws(ReportError) -> String {
    try Self.makeFolder(folder)
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    if !isEmbedding {
      for (number, clip) in clips {
        try write(clip, to: url.appending(path: Self.name(ofClip: number)))
      }
    }
    let page = url.appending(path: Self.page)
    try write(Data(html.utf8), to: page)
    return page.path(percentEncoded: false)
  }

  /// Makes a report's folder where it is not there: to be sure of it before a long clip is watched.
  ///
  /// - Throws: ``ReportError/folderFailed(path:)`` where it cannot be made, or not be written to.
  public static func makeFolder(_ folder: String) throws(ReportError) {
    let url = URL(filePath: folder, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw ReportError.folderFailed(path: folder)
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw ReportError.folderFailed(path: folder) }
  }

  private func write(_ data: Data, to file: URL) throws(ReportError) {
    do {
      try data.write(to: file, options: .atomic)
    } catch {
      throw .writingFailed(path: file.path(percentEncoded: false))
    }
  }
}

/// Why a report could not be written.
public enum ReportError: Error, Hashable {
  case folderFailed(path: String)
  case writingFailed(path: String)
}

extension ReportError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .folderFailed(let path):
      "The folder '\(path)' cannot be made, or not be written to. Name one of your own."
    case .writingFailed(let path):
      "'\(path)' could not be written. Check the folder's permissions and the space left on the"
        + " disk."
    }
  }
}
