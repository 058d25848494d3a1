internal import MigratorSQLite

/// What is known of a database's foreign keys while migrations run on it one after the other.
///
/// Once all were checked, a migration can only have broken those whose tables it touched: SQLite's
/// check of a foreign key reads the schema rows of the child and the parent, the child's rows and
/// the parent's keys, and nothing else. Where any other hand may have changed something, everything
/// is checked again.
final class CheckSession {
  /// What a check is about.
  struct Scope {
    let rows: SchemaRows
    let all: [ForeignKeyOutline]
    /// The foreign keys that may have been broken since the last check.
    let suspects: [ForeignKeyOutline]
    /// The violations of the others, or `nil` when all are suspects.
    let others: ViolationCensus?
  }

  private struct Baseline {
    let census: ViolationCensus
    let rows: SchemaRows
    let dataVersion: Int64
  }

  private let ledgerName: String
  private var baseline: Baseline?
  private var changes = ChangeRecord()
  private var directory = ForeignKeyDirectory()

  private let tuning: CheckTuning

  init(ledgerName: String, tuning: CheckTuning = CheckTuning()) {
    self.ledgerName = ledgerName
    self.tuning = tuning
  }

  /// The violations before the migration that runs, when they are known.
  private(set) var violationsAtBegin: ViolationCensus?

  /// Notes what a statement is going to do.
  func note(_ event: AuthorizerEvent) {
    changes.note(event)
  }

  /// An authorizer that only notes, for statements of the runner.
  var witness: Authorizer {
    Authorizer { [self] event in
      note(event)
      return .allow
    }
  }

  /// Looks whether another connection wrote since the last check; to be called under the write lock,
  /// before anything is changed.
  ///
  /// - Throws: `DatabaseError`.
  func begin(_ db: Database) throws {
    if let baseline, try db.integerPragma("data_version") != baseline.dataVersion { forget() }
    if try db.integerPragma("writable_schema") != 0 { forget() }
    violationsAtBegin = changes.isEmpty ? baseline?.census : nil
  }

  /// Notes that nothing is known any more.
  func forget() {
    baseline = nil
    violationsAtBegin = nil
    changes = ChangeRecord()
  }

  /// Finds out what has to be checked.
  ///
  /// - Throws: `DatabaseError`.
  func scope(_ db: Database) throws -> Scope {
    let rows = try SchemaRows(db, known: baseline?.rows)
    let all = try directory.all(rows, in: db)
    guard let baseline, !changes.isBeyondTelling, rows.isLegible,
      var touched = touchedNames(rows, baseline.rows),
      try db.integerPragma("writable_schema") == 0
    else {
      return Scope(rows: rows, all: all, suspects: all, others: nil)
    }
    touched.insert(FoldedName(ledgerName))
    touched.formUnion(rows.changedNames(since: baseline.rows))
    let suspects = all.filter { touched.contains($0.tableKey) || touched.contains($0.parentKey) }
    return Scope(
      rows: rows, all: all, suspects: suspects,
      others: baseline.census.filter {
        !touched.contains($0.originKey) && !touched.contains($0.destinationKey)
      })
  }

  /// The tables that statements named, or `nil` when a name leads nowhere.
  private func touchedNames(_ rows: SchemaRows, _ before: SchemaRows) -> Set<FoldedName>? {
    var touched = changes.tables
    for index in changes.reindexed {
      guard let table = rows.tableName(ofIndex: index) ?? before.tableName(ofIndex: index) else {
        return nil
      }
      touched.insert(table)
    }
    return touched
  }

  /// Proves that the suspects of a scope have no violation.
  ///
  /// - Returns: Whether it is proven; otherwise SQLite's own check is to be asked.
  /// - Throws: `DatabaseError` SQLITE_INTERRUPT, worded as if SQLite's own check had been stopped.
  func isProvenClean(_ scope: Scope, _ db: Database) throws -> Bool {
    // Bytes that are no text cannot be named in a query.
    guard scope.rows.isLegible else { return false }
    do {
      return try CleanProof(db, scope.rows, tuning).isClean(scope.suspects, of: scope.all)
    } catch let error as DatabaseError where error.isInterruption {
      throw DatabaseError(
        resultCode: error.extendedResultCode, message: error.message,
        sql: "PRAGMA foreign_key_check", arguments: error.arguments)
    } catch {
      // SQLite's own check meets the same trouble, and has the words for it.
      return false
    }
  }

  /// Notes the outcome of a check of all that was suspect.
  ///
  /// - Throws: `DatabaseError`.
  func settle(_ census: ViolationCensus, _ scope: Scope, _ db: Database) throws {
    guard scope.rows.isLegible else { return forget() }
    baseline = Baseline(
      census: census, rows: scope.rows, dataVersion: try db.integerPragma("data_version"))
    changes = ChangeRecord()
  }

  /// Counts all violations anew, before a migration.
  ///
  /// - Throws: `DatabaseError`.
  func takeCensus(_ db: Database) throws -> ViolationCensus {
    forget()
    let scope = try scope(db)
    let census = try isProvenClean(scope, db) ? ViolationCensus() : ViolationCensus(db)
    try settle(census, scope, db)
    return census
  }
}
