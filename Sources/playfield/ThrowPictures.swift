import Foundation
import Media
import TossAnalysis
import VisionCore
import VisionRequests

/// What a report shows of a game's clip: the field, and each throw by itself.
struct ThrowPictures {
  /// JPEG.
  private(set) var field: Data?
  /// MP4, by the number of the throw.
  private(set) var clips: [Int: Data] = [:]

  /// Shown before the release and after the end of the flight, in seconds.
  private static let margin = (before: 1.0, after: 1.2)
  private static let fieldLimit = 1600
  private static let clipLimit = 640

  /// Reads the clip a second time: of it only the throws, each with the moments about it.
  ///
  /// The pieces are first written to a folder of their own, since films are written to files, and
  /// are gone from there in the end.
  init(of session: Session, from video: String) throws(Failure) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "playfield-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try cut(session, from: video, into: folder)
    } catch let error as MediaError {
      throw Failure(error)
    } catch let error as VisionError {
      throw Failure(error)
    } catch {
      throw Failure(
        status: .fault,
        sentence: "The report's pictures could not be kept in '\(folder.path)'. Is the disk full?")
    }
  }

  private struct Piece {
    let number: Int
    let window: ClosedRange<Double>
    let file: URL
    var writer: VideoWriter?
  }

  private mutating func cut(_ session: Session, from video: String, into folder: URL) throws {
    let reader = try VideoReader(path: video)
    var pieces = session.throwsMade.map { made in
      let end = max(made.time, made.trajectory.points.last?.time ?? made.time)
      return Piece(
        number: made.number, window: made.time - Self.margin.before...end + Self.margin.after,
        file: folder.appending(path: "\(made.number).mp4"))
    }
    guard let last = pieces.map(\.window.upperBound).max(),
      let first = session.throwsMade.first?.time
    else { return }

    var progress = ProgressBar("Cutting the report's clips", total: reader.frameCount)
    defer { progress.clear() }
    func skipToPiece(after time: Double) {
      guard !pieces.contains(where: { $0.window.contains(time) }) else { return }
      let next = pieces.map(\.window.lowerBound).filter { $0 > time }.min()
      if let next { reader.skip(to: next) }
    }
    skipToPiece(after: 0)
    while let frame = try reader.next(), frame.time <= last {
      progress.show(Int(frame.time * reader.frameRate))
      // An encoder holds many frames, so only those of now are open.
      for index in pieces.indices where pieces[index].window.upperBound < frame.time {
        try finish(&pieces[index])
      }
      if field == nil, frame.time >= first {
        let file = folder.appending(path: "field.jpg")
        try ImageWriter.write(frame.image.shrunk(toLongSide: Self.fieldLimit), to: file.path)
        field = try Data(contentsOf: file)
        try reader.shrinkFrames(toLongSide: Self.clipLimit)
      }
      let picture = try frame.image.shrunk(toLongSide: Self.clipLimit)
      for index in pieces.indices where pieces[index].window.contains(frame.time) {
        if pieces[index].writer == nil {
          pieces[index].writer = try VideoWriter(
            path: pieces[index].file.path, width: picture.width, height: picture.height,
            frameRate: reader.frameRate)
        }
        try pieces[index].writer?.append(picture)
      }
      skipToPiece(after: frame.time)
    }
    for index in pieces.indices { try finish(&pieces[index]) }
  }

  private mutating func finish(_ piece: inout Piece) throws {
    guard let writer = piece.writer else { return }
    try writer.finish()
    piece.writer = nil
    clips[piece.number] = try Data(contentsOf: piece.file)
  }
}
