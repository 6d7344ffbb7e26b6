internal import GRDB

/// How games lie in the database. A schema that was released is never changed: a new migration
/// follows it.
enum HistorySchema {
  /// "Toss": what distinguishes our files from other programs' (https://sqlite.org/fileformat.html).
  static let applicationID: Int32 = 0x546F_7373

  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 games, throws, paths, poses") { db in
      try db.execute(sql: first)
    }
    migrator.registerMigration("2 style bonus") { db in
      try db.execute(sql: styleBonus)
    }
    return migrator
  }()

  /// Spans are seconds, places normalized to the upright picture with `y` down, as everywhere; what
  /// is measured is in SI units and degrees.
  private static let first = """
    CREATE TABLE session (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      date TEXT NOT NULL,
      source TEXT NOT NULL,
      preset TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      frameRate REAL NOT NULL,
      board TEXT,
      isFinished INTEGER NOT NULL DEFAULT 0
    ) STRICT;

    CREATE TABLE throw (
      id INTEGER PRIMARY KEY,
      sessionId INTEGER NOT NULL REFERENCES session ON DELETE CASCADE,
      number INTEGER NOT NULL,
      startFrame INTEGER NOT NULL,
      endFrame INTEGER NOT NULL,
      releaseFrame INTEGER NOT NULL,
      time REAL NOT NULL,
      style TEXT NOT NULL,
      styleConfidence REAL NOT NULL,
      releaseAngle REAL,
      releaseAngleError REAL,
      speed REAL,
      speedError REAL,
      distance REAL,
      distanceError REAL,
      outcome TEXT NOT NULL,
      points INTEGER NOT NULL,
      remarks TEXT NOT NULL,
      pathId INTEGER NOT NULL,
      pathConfidence REAL NOT NULL,
      pathIsFinished INTEGER NOT NULL,
      equation TEXT,
      UNIQUE (sessionId, number)
    ) STRICT;

    CREATE TABLE pathPoint (
      throwId INTEGER NOT NULL REFERENCES throw ON DELETE CASCADE,
      place INTEGER NOT NULL,
      frame INTEGER NOT NULL,
      time REAL NOT NULL,
      x REAL NOT NULL,
      y REAL NOT NULL,
      radius REAL NOT NULL,
      PRIMARY KEY (throwId, place)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE pose (
      throwId INTEGER NOT NULL REFERENCES throw ON DELETE CASCADE,
      place INTEGER NOT NULL,
      frame INTEGER NOT NULL,
      time REAL NOT NULL,
      confidence REAL NOT NULL,
      joints TEXT NOT NULL,
      PRIMARY KEY (throwId, place)
    ) STRICT, WITHOUT ROWID;
    """

  /// Games before it were played by these bonuses.
  private static let styleBonus = """
    ALTER TABLE session ADD COLUMN overhandBonus INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE session ADD COLUMN underhandBonus INTEGER NOT NULL DEFAULT 1;
    ALTER TABLE session ADD COLUMN underlegBonus INTEGER NOT NULL DEFAULT 1;
    UPDATE session SET underlegBonus = 5 WHERE preset = 'practice';
    """
}
