internal import MigratorSQLite

/// Observes a migration's effects on the file: its size, its header, and commits by other
/// connections.
///
/// A value that cannot be read afterwards is left out, so that the report is not lost.
struct FileObserver {
  private let db: Database
  /// The size before anything was written, including the ledger.
  private let spaceBefore: StepSpace
  /// The header before the migration, without the number of a ledger that is kept there.
  private let headerBefore: [(pragma: String, value: DatabaseValue)]
  /// True if the file was in WAL mode; not meaningful for a copy.
  private let wasWAL: Bool
  /// `PRAGMA data_version` when the migration was admitted and right before the commit, both under
  /// a write lock.
  ///
  /// If they differ, another connection committed in between.
  private let versionBefore: Int64
  private var versionAtCommit: Int64?

  /// Reads the state before anything is written, under the write lock.
  init(_ db: Database, hasLedger: Bool) throws {
    self.db = db
    versionBefore = try db.integerPragma("data_version")
    spaceBefore = try StepSpace(of: db)
    let numbers = hasLedger ? ["user_version", "application_id"] : []
    headerBefore = try (numbers + ["page_size", "auto_vacuum", "encoding"]).map {
      ($0, try Self.value(of: $0, in: db))
    }
    wasWAL = try db.journalMode() == "wal"
  }

  /// Reads the version right before the commit, while the write lock is held.
  mutating func noteVersion() throws { versionAtCommit = try db.integerPragma("data_version") }

  private static func value(of pragma: String, in db: Database) throws -> DatabaseValue {
    try DatabaseValue.fetchOne(db, sql: "PRAGMA \(pragma)") ?? .null
  }

  var headerChanges: [StepReport.HeaderChange] {
    let changes = headerBefore.compactMap { pragma, before -> StepReport.HeaderChange? in
      guard let after = try? Self.value(of: pragma, in: db), after != before else { return nil }
      return StepReport.HeaderChange(pragma: pragma, before: before, after: after)
    }
    guard let isWAL = try? db.journalMode() == "wal", isWAL != wasWAL else { return changes }
    return changes + [.journalMode(wasWAL: wasWAL, isWAL: isWAL)]
  }

  var space: StepSpace? { try? StepSpace(of: db, since: spaceBefore) }

  /// True if no other connection committed during the run.
  var isAlone: Bool { versionAtCommit == versionBefore }

  /// The state of the file after the commit, which can only be read once the lock is released.
  var stateAfter: DatabaseFingerprint? {
    versionAtCommit.flatMap { DatabaseFingerprint(of: db, ifVersionIs: $0) }
  }
}

extension StepSpace {
  fileprivate init(of db: Database, since before: StepSpace? = nil) throws {
    let pages = try db.integerPragma("page_count")
    let free = try db.integerPragma("freelist_count")
    self.init(
      pageSize: try db.integerPragma("page_size"), pagesBefore: before?.pagesBefore ?? pages,
      pagesAfter: pages, freePagesBefore: before?.freePagesBefore ?? free, freePagesAfter: free,
      writtenPages: db.writtenPageCount - (before?.writtenPages ?? 0))
  }
}
