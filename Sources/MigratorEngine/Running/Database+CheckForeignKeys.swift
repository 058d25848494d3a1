public import MigratorSQLite

extension Database {
  /// Throws if the database has a foreign-key violation.
  ///
  /// - Throws: The first violation, as a `DatabaseError` with SQLITE_CONSTRAINT_FOREIGNKEY.
  /// - Complexity: About one pass over each child table and one over each parent key, with up to
  ///   192 MB held in memory. If that is inconclusive, one lookup for each row.
  public func checkForeignKeys() throws {
    let violated = try tablesWithViolations(kiloStepsPerTable: CheckTuning().kiloStepsPerTable)
    if violated?.isEmpty == true { return }
    let session = ForeignKeyCheckSession()
    if try session.isProvenClean(session.scope(self), self) { return }
    if let violation = try foreignKeyViolations().next() { throw violation.databaseError(self) }
  }
}
