import MigratorEngine

struct ScriptShape: Hashable {
  /// The first statement that begins or ends a transaction.
  private(set) var boundary: ScriptStatement?
  var hasTransactions: Bool { boundary != nil }
  /// `true` if the first transaction statement is `BEGIN`, so no transaction can be open before it.
  private(set) var beginsOwn = false
  /// A statement that SQLite rejects within a transaction: `VACUUM`, or certain pragmas.
  private(set) var outsider: ScriptStatement?

  init(_ script: SQLScript) throws(SourceFailure) {
    for statement in try SQLFile.statements(of: script) {
      switch Self.firstWord(statement.sql) {
      case "BEGIN":
        if !hasTransactions { beginsOwn = true }
        boundary = boundary ?? statement
      case "COMMIT", "END", "ROLLBACK":
        // ROLLBACK TO belongs to a savepoint.
        if !statement.sql.uppercased().contains("ROLLBACK TO") { boundary = boundary ?? statement }
      case "VACUUM": outsider = outsider ?? statement
      case "PRAGMA":
        if let pragma = PragmaStatement(statement.sql), pragma.value != nil,
          Self.outsidePragmas.contains(pragma.name)
        {
          outsider = outsider ?? statement
        }
      default: break
      }
    }
  }

  private static let outsidePragmas: Set<SQLName> = ["journal_mode", "synchronous"]

  /// The transaction mode of the script if its tool has no directive for it.
  ///
  /// It is a single transaction whenever the script permits it.
  func transaction(toolWraps: Bool) -> MigrationTransaction {
    if hasTransactions { return beginsOwn || !toolWraps ? .none : .open }
    return outsider != nil && !toolWraps ? .none : .whole
  }

  private static func firstWord(_ sql: String) -> String {
    String(decoding: sql.utf8.prefix { ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 }, as: UTF8.self)
      .uppercased()
  }
}
