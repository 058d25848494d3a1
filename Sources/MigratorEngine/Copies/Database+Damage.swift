internal import MigratorSQLite

extension Database {
  /// Throws when pages of the database are damaged.
  ///
  /// Nobody should migrate such a file: a statement that meets the page fails, and one that does not
  /// makes the rescue harder. Rows that break a `CHECK` or `NOT NULL` are not damage.
  ///
  /// - Throws: ``MigrationError`` of kind ``MigrationError/Kind/damaged(details:)``; ``DatabaseError`` where
  ///   pages could not be read, which says nothing of them.
  /// - Complexity: Reads the whole database once.
  /// - Source: <https://www.sqlite.org/pragma.html#pragma_quick_check>.
  func checkForDamage() throws {
    let damage = try damageFound()
    guard let first = damage.first else { return }
    // This SQLite says of a page that is damaged and of one that it could not read; the latter may be read
    // the next time.
    if damage.contains(where: Self.tellsOfPointers),
      try !damageFound().contains(where: Self.tellsOfPointers)
    {
      throw DatabaseError(resultCode: .SQLITE_IOERR_READ)
    }
    throw MigrationError(.damaged(details: Self.summary(first)))
  }

  /// The first that was found, and how many lines of it there are: SQLite tells a hundred in one text.
  private static func summary(_ finding: String) -> String {
    let lines = finding.split(separator: "\n").filter { !$0.hasPrefix("*** in database") }
    guard let first = lines.first else { return finding }
    return lines.count == 1 ? String(first) : "\(first), and \(lines.count - 1) more"
  }

  /// > Failed to read ptrmap key=%u
  private static func tellsOfPointers(_ finding: String) -> Bool {
    finding.contains("Failed to read ptrmap key=")
  }

  private func damageFound() throws -> [String] {
    try execute(sql: "PRAGMA ignore_check_constraints = ON")
    let findings: [String]
    do {
      findings = try String.fetchAll(self, sql: "PRAGMA quick_check")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      findings = [error.message ?? "database disk image is malformed"]
    }
    try execute(sql: "PRAGMA ignore_check_constraints = OFF")
    if let failure = Self.failureToRead(findings) { throw failure }
    return findings.filter { $0 != "ok" && !$0.contains(" value in ") }
  }

  /// The failure of the disk that SQLite's check tells among what it finds, instead of failing; all that
  /// it finds besides may come of that.
  ///
  /// > %s: unable to get the page. error code=%d
  /// > failed to get page %u
  private static func failureToRead(_ findings: [String]) -> DatabaseError? {
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
