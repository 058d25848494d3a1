internal import MigratorSQLite

extension Database {
  /// Throws when pages of the database are damaged.
  ///
  /// Do not migrate such a file: a statement that reads a damaged page fails, and any other change
  /// makes recovery harder. Rows that violate a `CHECK` or `NOT NULL` constraint are not damage.
  ///
  /// - Throws:
  ///   ``MigrationError`` of kind ``MigrationError/Kind/damaged(details:)``. ``DatabaseError`` if
  ///   pages could not be read, which does not mean that they are damaged.
  /// - Complexity: Reads the whole database once.
  /// - Source: <https://www.sqlite.org/pragma.html#pragma_quick_check>.
  func checkForDamage() throws {
    let damage = try damageFound()
    guard let first = damage.first else { return }
    // SQLite reports the same finding for a damaged page and for a failed read. A failed read may
    // succeed the next time.
    if damage.contains(where: Self.mentionsPointerMap),
      try !damageFound().contains(where: Self.mentionsPointerMap)
    {
      throw DatabaseError(resultCode: .SQLITE_IOERR_READ)
    }
    throw MigrationError(.damaged(details: Self.summary(first)))
  }

  /// Returns the first line of a finding, and the number of remaining lines.
  ///
  /// SQLite returns up to 100 findings as one string.
  private static func summary(_ finding: String) -> String {
    let lines = finding.split(separator: "\n").filter { !$0.hasPrefix("*** in database") }
    guard let first = lines.first else { return finding }
    return lines.count == 1 ? String(first) : "\(first), and \(lines.count - 1) more"
  }

  private static func mentionsPointerMap(_ finding: String) -> Bool {
    finding.contains("Failed to read ptrmap key=")
  }

  private func damageFound() throws -> [String] {
    try execute(sql: "PRAGMA ignore_check_constraints = ON")
    let findings: [String]
    do {
      findings = try quickCheck()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      findings = [error.message ?? "database disk image is malformed"]
    }
    try execute(sql: "PRAGMA ignore_check_constraints = OFF")
    if let failure = Self.readError(findings) { throw failure }
    return findings.filter {
      $0 != "ok" && !$0.contains(" value in ") && !Self.concernsVirtualTable($0)
    }
  }

  /// True if a virtual table reports the finding about its own content.
  ///
  /// Since version 3.44, SQLite also lets virtual tables check themselves. A contentless FTS4 table
  /// always reports that it cannot be checked. The pages that store the content are checked like
  /// those of other tables.
  ///
  /// Sources: `xIntegrity` in ext/fts3/fts3.c, ext/fts5/fts5_main.c and ext/rtree/rtree.c;
  /// <https://www.sqlite.org/vtab.html#the_xintegrity_method>.
  static func concernsVirtualTable(_ finding: String) -> Bool {
    [
      "unable to validate the inverted index for FTS", "malformed inverted index for FTS",
      "In RTree ",
    ]
    .contains { finding.hasPrefix($0) }
  }

  /// Runs SQLite's check, except on tables that need a collation or function of the app.
  private func quickCheck() throws -> [String] {
    func isMissing(_ error: DatabaseError) -> Bool {
      error.message.flatMap { NamedObject($0)?.missingFeature } != nil
    }
    do {
      return try String.fetchAll(self, sql: "PRAGMA quick_check")
    } catch let error as DatabaseError where isMissing(error) {
      return try userSchema(besides: []).objects.filter { $0.kind == .table }.flatMap { table in
        do {
          let name = table.name.quotedDatabaseIdentifier
          return try String.fetchAll(self, sql: "PRAGMA quick_check(\(name))")
        } catch let error as DatabaseError where isMissing(error) {
          return []
        }
      }
    }
  }

  /// Returns the disk error that `quick_check` reports as a finding instead of failing.
  ///
  /// The error may be the cause of all other findings.
  ///
  /// > %s: unable to get the page. error code=%d
  /// > failed to get page %u
  private static func readError(_ findings: [String]) -> DatabaseError? {
    for line in findings.lazy.flatMap({ $0.split(separator: "\n") }) {
      if line.contains("unable to get the page. error code="),
        let number = line.split(separator: "=").last.flatMap({ Int32($0) })
      {
        let code = ResultCode(rawValue: number)
        let damage: [ResultCode] = [.SQLITE_CORRUPT, .SQLITE_NOTADB]
        if !damage.contains(code.primaryResultCode) { return DatabaseError(resultCode: code) }
      } else if line.contains("failed to get page ") {
        return DatabaseError(resultCode: .SQLITE_IOERR_READ)
      }
    }
    return nil
  }
}
