public import MigratorSQLite

extension Database {
  /// Throws when the database has a foreign-key violation.
  ///
  /// - Throws: The first violation as `DatabaseError` SQLITE_CONSTRAINT_FOREIGNKEY.
  /// - Complexity: About one pass over each table with foreign keys and one over the keys referred
  ///   to, of which up to 192 MB are held in memory; where that cannot tell, one lookup for each row.
  public func checkForeignKeys() throws {
    let session = CheckSession()
    if try session.isProvenClean(session.scope(self), self) { return }
    if let violation = try foreignKeyViolations().next() { throw violation.databaseError(self) }
  }
}
