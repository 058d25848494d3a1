internal import MigratorSQLite

/// What is known of a database's foreign keys while migrations run on it one after the other.
///
/// Once all were checked, a migration can only have broken those whose tables it touched: SQLite's
/// check of a foreign key reads the schema rows of the child and the parent, the child's rows and
/// the parent's keys, and nothing else. Where any other hand may have changed something, everything
/// is checked again.
final class CheckSession {
  private struct Baseline {
    /// The violations then, or `nil` when nobody counted them: a later check can still prove that there are no
    /// new ones.
    let census: ViolationCensus?
    let rows: SchemaRows
    let directory: ForeignKeyDirectory
  }

  /// The schema that people made, while nobody else can have changed it.
  var schema: KnownSchema?

  /// What the ledger held at the end of the last migration.
  private var ledgerRows: LedgerRows?
  /// What was told last of rows of the ledger: a step asks for the same rows more than once.
  private var reading: LedgerReading?
  /// What was read of the schema last.
  private var latest: SchemaRows?
  private var baseline: Baseline?
  /// The schema and foreign keys as read before the write lock was taken.
  private var ahead: (rows: SchemaRows, directory: ForeignKeyDirectory)?
  /// The connection of what is known: what another says of the file cannot be compared.
  private weak var database: Database?
  /// `PRAGMA data_version` there, when it was looked at last.
  private var dataVersion: Int64?
  private var changes = ChangeRecord()
  private let log: RowWriteLog
  let tuning: CheckTuning
  private let isAlone: Bool

  /// Creates a session that knows nothing yet.
  ///
  /// Where nobody else can write the database, what SQLite tells of others is a journal mode that
  /// was set.
  init(isAlone: Bool = false, tuning: CheckTuning = CheckTuning()) {
    self.isAlone = isAlone
    self.tuning = tuning
    log = RowWriteLog(limit: tuning.rowLimit)
  }

  /// The violations before the migration that runs, when they are known.
  private(set) var violationsAtBegin: ViolationCensus?
  /// Whether all changes before the migration that runs were checked.
  private var isSettledAtBegin = false

  /// Notes what a statement is going to do.
  func note(_ event: AuthorizerEvent) {
    // What is rolled back gives its number to another schema.
    if case .savepoint = event { latest = nil }
    changes.note(event)
  }

  /// The tables that were touched since the last check.
  var touchedTables: Set<SQLName> { Set(changes.tables.keys) }

  /// Notes that of all that was done to tables since the last check, nothing but new rows is left.
  func note(grown tables: Set<SQLName>) {
    for table in tables { changes.note(grown: table) }
  }

  /// Runs statements in a transaction and notes what they touch, by an authorizer that calls
  /// ``note(_:)``, and may do more.
  func watch<T>(
    _ db: Database, by authorizer: Authorizer? = nil, _ body: () throws -> T
  ) rethrows -> T {
    let witness = Authorizer { [self] event in
      note(event)
      return .allow
    }
    return try db.logged(by: log) { try db.observed(by: authorizer ?? witness, body) }
  }

  /// Forgets what is known when another connection has written since the last check.
  ///
  /// To be called in a transaction before anything is changed: under the write lock, and before that for what is
  /// read ahead.
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

  /// Reads the schema and the foreign keys that are declared, so that less is left to do under the write lock.
  func readAhead(_ db: Database) throws {
    guard baseline == nil else { return }
    let rows = try rows(db, since: ahead?.rows)
    var directory = ahead?.directory ?? ForeignKeyDirectory()
    try directory.update(to: rows, in: db)
    ahead = (rows, directory)
  }

  /// Lets the next check compare with the present state, whose violations are known or, for `nil`, are not.
  ///
  /// No row is read. The check of a migration can then tell which foreign keys it may have broken.
  func start(from census: ViolationCensus?, _ db: Database) throws {
    if isSettledAtBegin, census == nil || baseline?.census != nil { return }
    let known = changes.isBeyondTelling ? nil : baseline.map { ($0.rows, $0.directory) } ?? ahead
    let rows = try rows(db, since: known?.0)
    var directory = known?.1 ?? ForeignKeyDirectory()
    try directory.update(to: rows, in: db)
    guard rows.isLegible else { return forget() }
    baseline = Baseline(census: census, rows: rows, directory: directory)
    startAnew()
  }

  /// Notes that nothing is known any more.
  func forget() {
    baseline = nil
    ahead = nil
    schema = nil
    ledgerRows = nil
    latest = nil
    violationsAtBegin = nil
    isSettledAtBegin = false
    startAnew()
  }

  private func startAnew() {
    changes = ChangeRecord()
    // In its place: statements may be running that are logged.
    log.reset()
  }

  /// Notes what the ledger holds, at the end of a migration and with nothing to follow but the commit; `nil`
  /// where that has to be read.
  func note(ledger rows: LedgerRows?) { ledgerRows = rows }

  /// What a ledger holds, read anew where anybody else may have changed it since the last migration.
  func rows(of ledger: any Ledger, _ db: Database) throws -> LedgerRows {
    if let ledgerRows, database === db,
      try isAlone || db.integerPragma("data_version") == dataVersion
    {
      return ledgerRows
    }
    return try ledger.rows(db)
  }

  /// What the ledger of a list tells by its rows; it may grow until others are asked for.
  ///
  /// - Complexity: O(*n*) for *n* rows, and O(1) where the same were asked for last.
  func reading(of rows: LedgerRows, in list: MigrationList) -> LedgerReading {
    if let reading, reading.rows == rows { return reading }
    let reading = LedgerReading(rows, in: list)
    self.reading = reading
    return reading
  }

  /// Reads the rows of the schema, once for each of its versions, with what is other than at an
  /// earlier moment of this session.
  func rows(_ db: Database, since known: SchemaRows?) throws -> SchemaRows {
    if let known, let latest, latest.versionBefore == known.version,
      try latest.version == db.integerPragma("schema_version")
    {
      return latest
    }
    // Changes are noted since the last check.
    let isSinceCheck = known != nil && known?.version == baseline?.rows.version
    let rows = try SchemaRows(
      db, known: known,
      isGrown: isSinceCheck && changes.hasOnlyCreated && !changes.isBeyondTelling)
    latest = rows
    return rows
  }

  /// Finds out what has to be checked.
  func scope(_ db: Database) throws -> CheckScope {
    // Whoever can write the schema's version can also hide that it changed.
    let recent = changes.isBeyondTelling ? nil : baseline
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
    let found = SuspectFinder(
      before: baseline.rows, after: rows, directoryBefore: baseline.directory,
      directory: directory, changes: changes, written: written
    ).suspects { old[$0.censusKey] != nil }
    return CheckScope(
      rows: rows, directory: directory, suspects: found.all, rowSuspects: found.rows,
      others: baseline.census.map { Self.others(than: found.all, in: directory, $0) })
  }

  /// The violations of the foreign keys that are there and not suspected.
  private static func others(
    than suspects: [ForeignKeyOutline], in directory: ForeignKeyDirectory, _ old: ViolationCensus
  ) -> ViolationCensus {
    if old.isEmpty { return old }
    let suspected = Set(suspects.map(\.censusKey))
    let known = Set(directory.all.map(\.censusKey))
    return old.filter { known.contains($0) && !suspected.contains($0) }
  }

  /// Notes the tables of the indexes that were built anew; says whether there are such tables.
  private func touchReindexed(_ rows: SchemaRows, _ before: SchemaRows) -> Bool {
    changes.reindexed.allSatisfy { index in
      guard let table = rows.tableName(ofIndex: index) ?? before.tableName(ofIndex: index) else {
        return false
      }
      changes.touch(table)
      return true
    }
  }

  /// Proves that the suspects of a scope have no violation; otherwise SQLite's own check is to be
  /// asked.
  ///
  /// An interrupt is worded as if that had been stopped.
  func isProvenClean(_ scope: CheckScope, _ db: Database) throws -> Bool {
    // Bytes that are no text cannot be named in a query.
    guard scope.rows.isLegible else { return false }
    do {
      return try CleanProof(db, scope.rows, tuning).isClean(scope)
    } catch let error as DatabaseError where error.isInterruption {
      throw DatabaseError(
        resultCode: error.extendedResultCode, message: error.message,
        sql: "PRAGMA foreign_key_check", arguments: error.arguments)
    } catch {
      // SQLite's own check meets the same trouble, and has the words for it.
      return false
    }
  }

  /// Returns a function that proves of one large table that it has no violation, or finds out how
  /// to find them; it throws SQLITE_INTERRUPT alone.
  func proofByTable(_ db: Database) throws -> (String) throws -> TableProof {
    forget()
    return try proof(of: scope(db), db)
  }

  private func proof(of scope: CheckScope, _ db: Database) -> (String) throws -> TableProof {
    // Bytes that are no text cannot be named in a query.
    guard scope.rows.isLegible else { return { _ in .unknown } }
    let keys = Dictionary(grouping: scope.directory.all, by: \.tableKey)
    let proof = CleanProof(db, scope.rows, tuning)
    return { table in
      do {
        return try keys[SQLName(table)].map { try proof.proof(of: table, $0) } ?? .unknown
      } catch let error as DatabaseError where error.isInterruption {
        throw error
      } catch {
        // SQLite's own check meets the same trouble, and has the words for it.
        return .unknown
      }
    }
  }

  /// Notes the outcome of a check of all that was suspect, with all violations if they were counted.
  func settle(_ census: ViolationCensus?, _ scope: CheckScope, _ db: Database) throws {
    guard scope.rows.isLegible else { return forget() }
    baseline = Baseline(
      census: census, rows: scope.rows, directory: scope.directory)
    dataVersion = try db.integerPragma("data_version")
    database = db
    startAnew()
  }

  /// Counts all violations anew, before a migration.
  func takeCensus(_ db: Database) throws -> ViolationCensus {
    forget()
    let scope = try scope(db)
    let census =
      try isProvenClean(scope, db)
      ? ViolationCensus() : ViolationCensus(db, proof: proof(of: scope, db))
    try settle(census, scope, db)
    return census
  }
}
