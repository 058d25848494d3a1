internal import MigratorSQLite

extension Database {
  /// Throws when pages of the database are damaged.
  ///
  /// Nobody should migrate such a file: a statement that meets the page fails, and one that does not
  /// makes the rescue harder. Rows that break a `CHECK` or `NOT NULL` are not damage.
  ///
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/damaged(details:)``.
  /// - Complexity: Reads the whole database once.
  /// - Source: <https://www.sqlite.org/pragma.html#pragma_quick_check>.
  func checkForDamage() throws {
    try execute(sql: "PRAGMA ignore_check_constraints = ON")
    let findings: [String]
    do {
      findings = try String.fetchAll(self, sql: "PRAGMA quick_check")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      findings = [error.message ?? "database disk image is malformed"]
    }
    try execute(sql: "PRAGMA ignore_check_constraints = OFF")
    let damage = findings.filter { $0 != "ok" && !$0.contains(" value in ") }
    if let first = damage.first { throw MigrationError(.damaged(details: first)) }
  }
}
