internal import MigratorSQLite

/// What a migration does to the file besides its contents: the room it takes, the numbers in its header,
/// and whether somebody else committed meanwhile.
///
/// What cannot be read afterwards is no reason to lose a report.
struct FileWatch {
  private let db: Database
  /// The room that was taken before anything was written, the ledger included.
  private let spaceBefore: StepSpace
  /// What the header says before; a tool that counts there changes its number itself.
  private let headerBefore: [(pragma: String, value: DatabaseValue)]
  /// Whether the file is in WAL mode before; of a copy that tells nothing.
  private let wasWAL: Bool
  /// `PRAGMA data_version` under the lock under which the run was admitted, and under that of the commit;
  /// another number says that somebody else committed since.
  private let versionBefore: Int64
  private var versionAtCommit: Int64?

  /// Notes what is there before anything is written, under the write lock.
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

  /// Notes the state that a commit begins from, while the write lock is held.
  mutating func noteVersion() throws { versionAtCommit = try db.integerPragma("data_version") }

  private static func value(of pragma: String, in db: Database) throws -> DatabaseValue {
    try DatabaseValue.fetchOne(db, sql: "PRAGMA \(pragma)") ?? .null
  }

  /// What the header says otherwise now.
  var headerChanges: [StepReport.HeaderChange] {
    let changes = headerBefore.compactMap { pragma, before -> StepReport.HeaderChange? in
      guard let after = try? Self.value(of: pragma, in: db), after != before else { return nil }
      return StepReport.HeaderChange(pragma: pragma, before: before, after: after)
    }
    guard let isWAL = try? db.journalMode() == "wal", isWAL != wasWAL else { return changes }
    return changes + [.journalMode(wasWAL: wasWAL, isWAL: isWAL)]
  }

  /// The room taken so far.
  var space: StepSpace? { try? StepSpace(of: db, since: spaceBefore) }

  /// Whether the run alone leads from the state before to the one that it left.
  var isAlone: Bool { versionAtCommit == versionBefore }

  /// The state in which the commit left the file; it can be read only after the commit, which lets the
  /// lock go.
  var stateAfter: DatabaseFingerprint? {
    versionAtCommit.flatMap { DatabaseFingerprint(of: db, ifVersionIs: $0) }
  }
}

extension StepSpace {
  /// The room that a database takes, and took.
  fileprivate init(of db: Database, since before: StepSpace? = nil) throws {
    let pages = try db.integerPragma("page_count")
    let free = try db.integerPragma("freelist_count")
    self.init(
      pageSize: try db.integerPragma("page_size"), pagesBefore: before?.pagesBefore ?? pages,
      pagesAfter: pages, freePagesBefore: before?.freePagesBefore ?? free, freePagesAfter: free,
      writtenPages: db.writtenPageCount - (before?.writtenPages ?? 0))
  }
}
