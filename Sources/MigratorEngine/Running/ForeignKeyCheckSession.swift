internal import MigratorSQLite

/// The known state of a database's foreign keys while migrations run on it one after the other.
///
/// After a complete check, a migration can only violate foreign keys of the tables it touched. To
/// check a foreign key, SQLite reads only the schema rows of the child and parent tables, the
/// child's rows and the parent's keys. If another connection may have changed something, everything
/// is checked again.
final class ForeignKeyCheckSession {
  private struct Baseline {
    /// The violations at that time, or `nil` if they were not counted.
    ///
    /// Without them, a later check can still prove that no new ones were added.
    let census: ViolationCensus?
    let rows: SchemaRows
    let directory: ForeignKeyDirectory
  }

  /// The current schema, as long as no other connection can have changed it.
  var schema: KnownSchema?

  /// The ledger's contents at the end of the last migration.
  private var ledgerRows: LedgerRows?
  /// The last evaluation of ledger rows; a step needs the same one several times.
  private var reading: LedgerReading?
  private var latest: SchemaRows?
  private var baseline: Baseline?
  /// The schema and foreign keys, read before the write lock was acquired.
  private var ahead: (rows: SchemaRows, directory: ForeignKeyDirectory)?
  /// The connection that the state belongs to; version numbers of different connections cannot be
  /// compared.
  private weak var database: Database?
  private var dataVersion: Int64?
  private var changes = ChangeRecord()
  private let log: RowWriteLog
  let tuning: CheckTuning
  private let isAlone: Bool

  /// Creates a session without any known state.
  ///
  /// With `isAlone`, no other connection can write to the database. In that case, only a new
  /// journal mode changes `PRAGMA data_version`.
  init(isAlone: Bool = false, tuning: CheckTuning = CheckTuning()) {
    self.isAlone = isAlone
    self.tuning = tuning
    log = RowWriteLog(limit: tuning.rowLimit)
  }

  private(set) var violationsAtBegin: ViolationCensus?
  /// True if all changes before the running migration were checked.
  private var isSettledAtBegin = false

  func note(_ event: AuthorizerEvent) {
    // After a rollback to the savepoint, another schema can get the same version number.
    if case .savepoint = event { latest = nil }
    changes.note(event)
  }

  var touchedTables: Set<SQLName> { Set(changes.tables.keys) }

  /// Records that rows were only added to these tables since the last check.
  func note(grown tables: Set<SQLName>) {
    for table in tables { changes.note(grown: table) }
  }

  /// Runs statements in a transaction and records what they touch.
  ///
  /// A custom authorizer must call ``note(_:)``.
  func watch<T>(
    _ db: Database, by authorizer: Authorizer? = nil, _ body: () throws -> T
  ) rethrows -> T {
    let witness = Authorizer { [self] event in
      note(event)
      return .allow
    }
    return try db.logged(by: log) { try db.observed(by: authorizer ?? witness, body) }
  }

  /// Discards the known state if another connection has written since the last check.
  ///
  /// Call it in a transaction before any change: under the write lock, and also before reading
  /// ahead.
  func begin(_ db: Database) throws {
    if database !== db { forget() }
    database = db
    let version = try db.integerPragma("data_version")
    if !isAlone, version != dataVersion { forget() }
    dataVersion = version
    if try db.integerPragma("writable_schema") != 0 { forget() }
    isSettledAtBegin = baseline != nil && changes.isEmpty
    violationsAtBegin = isSettledAtBegin ? baseline?.census : nil
  }

  /// Reads the schema and its foreign keys in advance, to shorten the time under the write lock.
  func readAhead(_ db: Database) throws {
    guard baseline == nil else { return }
    let rows = try rows(db, since: ahead?.rows)
    var directory = ahead?.directory ?? ForeignKeyDirectory()
    try directory.update(to: rows, in: db)
    ahead = (rows, directory)
  }

  /// Makes the current state the baseline of the next check; `census` is `nil` if its violations
  /// are unknown.
  ///
  /// Reads no rows. The check of a migration can then determine which foreign keys it may have
  /// violated.
  func start(from census: ViolationCensus?, _ db: Database) throws {
    if isSettledAtBegin, census == nil || baseline?.census != nil { return }
    let known = changes.requiresFullCheck ? nil : baseline.map { ($0.rows, $0.directory) } ?? ahead
    let rows = try rows(db, since: known?.0)
    var directory = known?.1 ?? ForeignKeyDirectory()
    try directory.update(to: rows, in: db)
    guard rows.isLegible else { return forget() }
    baseline = Baseline(census: census, rows: rows, directory: directory)
    resetChanges()
  }

  func forget() {
    baseline = nil
    ahead = nil
    schema = nil
    ledgerRows = nil
    latest = nil
    violationsAtBegin = nil
    isSettledAtBegin = false
    resetChanges()
  }

  private func resetChanges() {
    changes = ChangeRecord()
    // Reset in place: it may be in use by running statements.
    log.reset()
  }

  /// Records the ledger's contents at the end of a migration, when only the commit remains.
  ///
  /// `nil` if they have to be read.
  func note(ledger rows: LedgerRows?) { ledgerRows = rows }

  /// Returns the ledger's contents, re-read if another connection may have changed them.
  func rows(of ledger: any Ledger, _ db: Database) throws -> LedgerRows {
    if let ledgerRows, database === db,
      try isAlone || db.integerPragma("data_version") == dataVersion
    {
      return ledgerRows
    }
    return try ledger.rows(db)
  }

  /// Returns the evaluation of ledger rows; the object may be extended until other rows are
  /// requested.
  ///
  /// - Complexity: O(*n*) for *n* rows; O(1) for the same rows as in the last call.
  func reading(of rows: LedgerRows, in list: MigrationList) -> LedgerReading {
    if let reading, reading.rows == rows { return reading }
    let reading = LedgerReading(rows, in: list)
    self.reading = reading
    return reading
  }

  /// Reads the schema rows once for each schema version.
  ///
  /// The result includes the differences from an earlier state of this session.
  func rows(_ db: Database, since known: SchemaRows?) throws -> SchemaRows {
    if let known, let latest, latest.versionBefore == known.version,
      try latest.version == db.integerPragma("schema_version")
    {
      return latest
    }
    // Changes are recorded since the last check.
    let isSinceCheck = known != nil && known?.version == baseline?.rows.version
    let rows = try SchemaRows(
      db, known: known,
      isGrown: isSinceCheck && changes.hasOnlyCreated && !changes.requiresFullCheck)
    latest = rows
    return rows
  }

  func scope(_ db: Database) throws -> CheckScope {
    // Statements that can write the schema version can also hide a change.
    let recent = changes.requiresFullCheck ? nil : baseline
    let rows = try rows(db, since: recent?.rows)
    var directory = recent?.directory ?? ForeignKeyDirectory()
    try directory.update(to: rows, in: db)
    guard let baseline = recent, rows.isLegible, touchReindexed(rows, baseline.rows),
      try db.integerPragma("writable_schema") == 0
    else {
      return CheckScope(
        rows: rows, directory: directory, suspects: directory.all, others: ViolationCensus())
    }
    var written: [SQLName: Set<Int64>?] = [:]
    for table in log.tables { written[SQLName(table.name)] = .some(table.rows) }
    let old = baseline.census?.rows ?? [:]
    let found = AffectedKeyFinder(
      before: baseline.rows, after: rows, directoryBefore: baseline.directory,
      directory: directory, changes: changes, written: written
    ).suspects { old[$0.censusKey] != nil }
    return CheckScope(
      rows: rows, directory: directory, suspects: found.all, rowSuspects: found.rows,
      others: baseline.census.map { Self.others(than: found.all, in: directory, $0) })
  }

  /// The violations of existing foreign keys that are not suspected.
  private static func others(
    than suspects: [ForeignKeyInfo], in directory: ForeignKeyDirectory,
    _ old: ViolationCensus
  ) -> ViolationCensus {
    if old.isEmpty { return old }
    let suspected = Set(suspects.map(\.censusKey))
    let known = Set(directory.all.map(\.censusKey))
    return old.filter { known.contains($0) && !suspected.contains($0) }
  }

  /// Records the tables of re-created indexes; false if one of them has no table.
  private func touchReindexed(_ rows: SchemaRows, _ before: SchemaRows) -> Bool {
    changes.reindexed.allSatisfy { index in
      guard let table = rows.tableName(ofIndex: index) ?? before.tableName(ofIndex: index) else {
        return false
      }
      changes.touch(table)
      return true
    }
  }

  /// Proves that the suspects of a scope have no violation; if false, SQLite's own check is
  /// required.
  ///
  /// An interrupt is reported as an interrupted `PRAGMA foreign_key_check`.
  func isProvenClean(_ scope: CheckScope, _ db: Database) throws -> Bool {
    // Names that are not valid text cannot be used in a query.
    guard scope.rows.isLegible else { return false }
    do {
      return try ViolationProver(db, scope.rows, tuning).isClean(scope)
    } catch let error as DatabaseError where error.isInterruption {
      throw DatabaseError(
        resultCode: error.extendedResultCode, message: error.message,
        sql: "PRAGMA foreign_key_check", arguments: error.arguments)
    } catch {
      // SQLite's own check fails in the same way and has the proper message.
      return false
    }
  }

  /// Returns a function that proves that a table has no violation, or determines how to find its
  /// violations.
  ///
  /// It throws only SQLITE_INTERRUPT.
  func proofByTable(_ db: Database) throws -> (String) throws -> TableVerdict {
    forget()
    if let violated = try db.tablesWithViolations(kiloStepsPerTable: tuning.kiloStepsPerTable) {
      return { violated.contains(SQLName($0)) ? .unknown : .clean }
    }
    return try proof(in: rows(db, since: nil), db)
  }

  private func proof(in rows: SchemaRows, _ db: Database) -> (String) throws -> TableVerdict {
    // Names that are not valid text cannot be used in a query.
    guard rows.isLegible else { return { _ in .unknown } }
    let prover = ViolationProver(db, rows, tuning)
    return { table in
      do {
        return try prover.proof(of: table)
      } catch let error as DatabaseError where error.isInterruption {
        throw error
      } catch {
        // SQLite's own check fails in the same way and has the proper message.
        return .unknown
      }
    }
  }

  /// Records the result of a check of all suspects; `census` has all violations if they were
  /// counted.
  func settle(_ census: ViolationCensus?, _ scope: CheckScope, _ db: Database) throws {
    guard scope.rows.isLegible else { return forget() }
    baseline = Baseline(
      census: census, rows: scope.rows, directory: scope.directory)
    dataVersion = try db.integerPragma("data_version")
    database = db
    resetChanges()
  }

  func takeCensus(_ db: Database) throws -> ViolationCensus {
    forget()
    let scope = try scope(db)
    let census =
      try isProvenClean(scope, db)
      ? ViolationCensus() : ViolationCensus(db, proof: proof(in: scope.rows, db))
    try settle(census, scope, db)
    return census
  }
}
