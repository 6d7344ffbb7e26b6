public import BeanBagToss
public import Foundation
internal import GRDB
public import VisionCore

/// Every game that was watched, in a database on this machine: throws, paths, scores.
///
/// A throw is kept by one transaction, which has reached the disk when the call returns: whatever
/// happens to the program or to the machine after that, the throw is there. Calls wait for the
/// disk, some milliseconds each, and may come from any task; several programs may use one file.
public final class TossHistory: Sendable {
  public let path: String
  let database: DatabaseQueue
  /// A copy that is read in place of a file that cannot be written.
  private let copy: HistoryCopy?

  /// Where games are kept if nothing else is said.
  ///
  /// - Parameter environment: The variables of the process.
  /// - Returns: `playfield/history.sqlite` in `$XDG_DATA_HOME`, or in `~/.local/share`.
  public static func defaultPath(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    // The specification has relative paths ignored.
    let data =
      environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.local/share"
    return data + "/playfield/history.sqlite"
  }

  /// Opens a history, and makes it where there is none.
  ///
  /// One that may not be written, as on a disk that is read-only, is read all the same where it may not be made.
  ///
  /// - Parameters:
  ///   - path: The file; its folder is made, too.
  ///   - isNewAllowed: Whether it may be made.
  /// - Throws: Why it cannot be used. The file was then left as it is.
  public convenience init(path: String, isNewAllowed: Bool = true) throws(HistoryError) {
    try self.init(path: path, isNewAllowed: isNewAllowed, canWrite: Self.canWrite)
  }

  /// - Parameters:
  ///   - path: As above.
  ///   - isNewAllowed: As above.
  ///   - canWrite: Whether a history, and the files beside it, can be written.
  /// - Throws: As above.
  init(
    path: String, isNewAllowed: Bool, canWrite: (_ path: String) -> Bool
  ) throws(HistoryError) {
    self.path = path
    try Self.prepareFile(path, isNewAllowed: isNewAllowed)
    let isReadOnly = !canWrite(path)
    if isReadOnly, isNewAllowed { throw .writingForbidden(path: path) }
    copy = isReadOnly ? try HistoryCopy(of: path) : nil
    // Two programs that make one file at once would be in each other's way.
    let lock = copy == nil ? FolderLock(of: path) : nil
    defer { lock?.release() }
    var configuration = Configuration()
    configuration.label = "playfield.history"
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // Whose file it is comes before the first change to it; an empty one is ours from here on, so
      // that a program that is killed before the first table leaves no stranger.
      let isNew = try Self.check(db, path: path)
      if isNew { try db.execute(sql: "PRAGMA application_id = \(HistorySchema.applicationID)") }
      try db.execute(sql: "PRAGMA journal_mode = WAL")
      // A write then waits for the disk and outlives a power cut, not only a killed program.
      try db.execute(sql: "PRAGMA synchronous = FULL")
    }
    do {
      database = try DatabaseQueue(path: copy?.path ?? path, configuration: configuration)
      try HistorySchema.migrator.migrate(database)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  private static func canWrite(_ path: String) -> Bool {
    let folder = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    return access(path, R_OK | W_OK) == 0 && access(folder, W_OK) == 0
      || access(path, F_OK) != 0 && errno == ENOENT
  }

  private static func prepareFile(_ path: String, isNewAllowed: Bool) throws(HistoryError) {
    var isDirectory: ObjCBool = false
    let files = FileManager.default
    if files.fileExists(atPath: path, isDirectory: &isDirectory) {
      if isDirectory.boolValue { throw .isDirectory(path: path) }
      return
    }
    guard isNewAllowed else { throw .notFound(path: path) }
    let directory = URL(filePath: path).deletingLastPathComponent().path(percentEncoded: false)
    do {
      try files.createDirectory(
        atPath: directory, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw .directoryFailed(directory: directory)
    }
  }

  /// - Returns: Whether the database is empty and has no owner yet.
  private static func check(_ db: Database, path: String) throws -> Bool {
    let owner = try Int32.fetchOne(db, sql: "PRAGMA application_id")
    if owner == 0, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 {
      return true
    }
    guard owner == HistorySchema.applicationID else { throw HistoryError.foreign(path: path) }
    if try HistorySchema.migrator.hasBeenSuperseded(db) { throw HistoryError.newer(path: path) }
    let verdict = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
    if verdict != "ok" { throw HistoryError.damaged(path: path, reason: verdict) }
    return false
  }

  /// Keeps a game that begins, with the throws it already has.
  ///
  /// - Returns: Its number in the history, for what follows.
  public func begin(_ session: Session) throws(HistoryError) -> Int64 {
    try write { db in
      var row = try SessionRow(session)
      try row.insert(db)
      let id = db.lastInsertedRowID
      for made in session.throwsMade { try Self.insert(made, session: id, db) }
      return id
    }
  }

  /// Keeps a throw.
  public func append(_ made: Throw, to session: Int64) throws(HistoryError) {
    try write { db in
      guard try SessionRow.exists(db, key: session) else {
        throw HistoryError.noSession(id: session)
      }
      try Self.insert(made, session: session, db)
    }
  }

  /// Keeps what has become of a throw that is already there: a bag that slid, or was pushed, later.
  public func update(_ made: Throw, in session: Int64) throws(HistoryError) {
    try write { db in
      try db.execute(
        sql: "DELETE FROM throw WHERE sessionId = ? AND number = ?",
        arguments: [session, made.number])
      guard db.changesCount == 1 else {
        throw HistoryError.noThrow(number: made.number, session: session)
      }
      try Self.insert(made, session: session, db)
    }
  }

  /// Keeps where the board of a game is, as far as it is known now.
  public func update(
    _ board: GameboardObservation?, in session: Int64
  ) throws(HistoryError) {
    try write { db in
      let text = try board.map { try Stored.text(Stored.Board($0)) }
      try db.execute(
        sql: "UPDATE session SET board = ? WHERE id = ?", arguments: [text, session])
      guard db.changesCount == 1 else { throw HistoryError.noSession(id: session) }
    }
  }

  /// Notes that a game has come to its end.
  ///
  /// - Parameters:
  ///   - session: Its number.
  ///   - replacesStopped: Whether earlier games that are the same, and were not watched to their end, are removed.
  /// - Throws: Why it cannot be kept; nothing was then changed.
  public func finish(_ session: Int64, replacesStopped: Bool = false) throws(HistoryError) {
    try write { db in
      try db.execute(sql: "UPDATE session SET isFinished = 1 WHERE id = ?", arguments: [session])
      guard db.changesCount == 1 else { throw HistoryError.noSession(id: session) }
      guard replacesStopped else { return }
      for stopped in try Self.stoppedGames(like: session, db) {
        try SessionRow.deleteOne(db, key: stopped)
      }
    }
  }

  /// Takes a game out of the history, with its throws.
  public func remove(_ session: Int64) throws(HistoryError) {
    try write { db in
      guard try SessionRow.deleteOne(db, key: session) else {
        throw HistoryError.noSession(id: session)
      }
    }
  }

  /// All games.
  ///
  /// - Returns: What a list shows of those that can be read, the oldest first, and for the number of
  ///   each other one why it cannot.
  /// - Throws: Why the file as a whole cannot be read.
  public func sessions() throws(HistoryError) -> (
    readable: [SessionSummary], unreadable: [Int64: HistoryError]
  ) {
    try read { db in
      let throwsMade = Dictionary(
        grouping: try Row.fetchAll(db, sql: "SELECT * FROM throw ORDER BY sessionId, number"),
        by: { Int64.fromDatabaseValue($0["sessionId"]) })
      var readable: [SessionSummary] = []
      var unreadable: [Int64: HistoryError] = [:]
      for row in try Row.fetchAll(db, sql: "SELECT * FROM session ORDER BY date, id") {
        guard let id = Int64.fromDatabaseValue(row["id"]) else {
          throw HistoryError.damaged(path: path, reason: "a game has no number")
        }
        do throws(HistoryError) {
          let summary = try decoding(id) {
            try SessionRow(row: row).summary(
              throwsMade: (throwsMade[id] ?? []).map { try ThrowRow(row: $0) })
          }
          readable.append(summary)
        } catch {
          guard case .unreadableSession = error else { throw error }
          unreadable[id] = error
        }
      }
      return (readable, unreadable)
    }
  }

  /// The games before one of them, as ``sessions()`` gives them. Of those that cannot be read the
  /// date may be unknown; they count as before it where their number is smaller.
  ///
  /// - Parameter session: The number of a game that can be read.
  /// - Returns: As ``sessions()``.
  /// - Throws: Why the file or that game cannot be read, or that there is no such game.
  public func sessions(before session: Int64) throws(HistoryError) -> (
    readable: [SessionSummary], unreadable: [Int64: HistoryError]
  ) {
    let (readable, unreadable) = try sessions()
    guard let place = readable.firstIndex(where: { $0.id == session }) else {
      throw unreadable[session] ?? .noSession(id: session)
    }
    return (Array(readable[..<place]), unreadable.filter { $0.key < session })
  }

  /// One game, with the paths and poses of its throws, as it was watched.
  ///
  /// - Throws: That there is no such game, or why it or the file cannot be read.
  public func session(_ id: Int64) throws(HistoryError) -> Session {
    try read { db in
      guard try SessionRow.exists(db, key: id) else { throw HistoryError.noSession(id: id) }
      return try decoding(id) {
        let throwsMade = try ThrowRow.fetchAll(
          db, sql: "SELECT * FROM throw WHERE sessionId = ? ORDER BY number", arguments: [id])
        return try SessionRow.find(db, key: id).session(
          throwsMade: throwsMade.map { made in
            let path = try PathPointRow.fetchAll(
              db, sql: "SELECT * FROM pathPoint WHERE throwId = ? ORDER BY place",
              arguments: [made.id])
            let poses = try PoseRow.fetchAll(
              db, sql: "SELECT * FROM pose WHERE throwId = ? ORDER BY place", arguments: [made.id])
            return try made.madeThrow(points: path, poses: poses)
          })
      }
    }
  }

  /// Runs what makes values of a game's rows.
  private func decoding<Value>(
    _ session: Int64, _ body: () throws -> Value
  ) throws(HistoryError) -> Value {
    do {
      return try body()
    } catch let error as UnknownValue {
      // It may be long, and hold what commands a terminal.
      let value = String(error.value.prefix(40)).debugDescription
      throw .unreadableSession(id: session, path: path, reason: "\(value) is no \(error.column)")
    } catch let error where error is DecodingError || error is RowDecodingError {
      throw .unreadableSession(id: session, path: path, reason: "a row of it has another form")
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  /// Earlier games that were not watched to their end, of such a clip, by the same rules and with the same first throw.
  private static func stoppedGames(like session: Int64, _ db: Database) throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT stopped.id FROM session
          JOIN session AS stopped USING (
            source, width, height, frameRate, preset, overhandBonus, underhandBonus, underlegBonus)
          JOIN throw ON throw.sessionId = session.id
          JOIN throw AS other ON other.sessionId = stopped.id AND other.number = throw.number
            AND other.releaseFrame = throw.releaseFrame
        WHERE session.id = ? AND stopped.id < session.id AND NOT stopped.isFinished
          AND throw.number = (SELECT MIN(number) FROM throw WHERE sessionId = session.id)
        """,
      arguments: [session])
  }

  private static func insert(_ made: Throw, session: Int64, _ db: Database) throws {
    var row = try ThrowRow(made, session: session)
    try row.insert(db)
    let id = db.lastInsertedRowID
    for (place, point) in made.trajectory.points.enumerated() {
      try PathPointRow(
        throwId: id, place: place, frame: point.frame, time: point.time, x: point.location.x,
        y: point.location.y, radius: point.radius
      ).insert(db)
    }
    for (place, pose) in made.poses.enumerated() {
      try PoseRow(pose, place: place, throwId: id).insert(db)
    }
  }

  private func write<Value>(
    _ body: (Database) throws -> Value
  ) throws(HistoryError) -> Value {
    guard copy == nil else { throw .writingForbidden(path: path) }
    do {
      return try database.write(body)
    } catch {
      throw HistoryError(error, path: path)
    }
  }

  private func read<Value>(
    _ body: (Database) throws -> Value
  ) throws(HistoryError) -> Value {
    do {
      return try database.read(body)
    } catch {
      throw HistoryError(error, path: path)
    }
  }
}

extension TossHistory {
  /// Whether a file is a history, be it damaged, by its first bytes
  /// (https://sqlite.org/fileformat.html).
  public static func isHistory(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let head = [UInt8]((try? file.read(upToCount: 72)) ?? Data())
    let owner = withUnsafeBytes(of: HistorySchema.applicationID.bigEndian, Array.init)
    return head.starts(with: Array("SQLite format 3\0".utf8))
      && head.dropFirst(68).elementsEqual(owner)
  }

  /// Moves a damaged history away, so that a new one can begin in its place. Nothing is deleted.
  ///
  /// - Returns: Where it lies now: beside its old place.
  public static func setAside(_ path: String) throws(HistoryError) -> String {
    let files = FileManager.default
    var number = 1
    var place: String { path + ".damaged" + (number == 1 ? "" : "-\(number)") }
    while files.fileExists(atPath: place) { number += 1 }
    // What was written last lies in the log beside it.
    for suffix in ["-wal", "-shm", ""] where files.fileExists(atPath: path + suffix) {
      guard rename(path + suffix, place + suffix) == 0 else {
        throw .writingForbidden(path: path)
      }
    }
    return place
  }
}

extension SessionRow {
  fileprivate func summary(throwsMade: [ThrowRow]) throws -> SessionSummary {
    SessionSummary(
      id: id ?? 0, startTime: date.timeIntervalSince1970, source: source, rules: try rules(),
      isFinished: isFinished,
      throwsMade: try throwsMade.map { try $0.figures() })
  }
}

extension HistoryError {
  /// What an error of the database means to whoever wants to keep or see games.
  fileprivate init(_ error: any Error, path: String) {
    switch error {
    case let error as HistoryError: self = error
    case let error as DatabaseError:
      let reason = error.message ?? "\(error.resultCode)"
      switch error.resultCode.primaryResultCode {
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path, reason: reason)
      case .SQLITE_FULL: self = .diskFull(path: path)
      case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN, .SQLITE_AUTH:
        self = .writingForbidden(path: path)
      default: self = .failed(path: path, reason: reason)
      }
    default: self = .failed(path: path, reason: "\(error)")
    }
  }
}
