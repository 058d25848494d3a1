import MigratorEngine

/// What the statements of a script ask of the transaction they run in.
struct ScriptShape: Hashable {
  /// Whether it begins or ends transactions itself.
  private(set) var hasTransactions = false
  /// Whether its first word on transactions is `BEGIN`, so that none may be open before.
  private(set) var beginsOwn = false
  /// A statement that SQLite refuses within a transaction: `VACUUM`, or a change of the journal mode.
  private(set) var outsider: ScriptStatement?

  /// Looks at the statements of a script.
  init(_ script: SQLScript) throws(SourceFailure) {
    for statement in try SQLFile.statements(of: script) {
      switch Self.firstWord(statement.sql) {
      case "BEGIN":
        if !hasTransactions { beginsOwn = true }
        hasTransactions = true
      case "COMMIT", "END", "ROLLBACK":
        // ROLLBACK TO belongs to a savepoint.
        if !statement.sql.uppercased().contains("ROLLBACK TO") { hasTransactions = true }
      case "VACUUM": outsider = outsider ?? statement
      case "PRAGMA":
        if let pragma = PragmaStatement(statement.sql), pragma.name == "journal_mode",
          pragma.value != nil
        {
          outsider = outsider ?? statement
        }
      default: break
      }
    }
  }

  /// What holds the script together where its tool has no directive that says it: one transaction
  /// wherever the script permits it.
  func transaction(toolWraps: Bool) -> MigrationTransaction {
    if hasTransactions { return beginsOwn || !toolWraps ? .none : .open }
    return outsider != nil && !toolWraps ? .none : .whole
  }

  private static func firstWord(_ sql: String) -> String {
    String(decoding: sql.utf8.prefix { ($0 | 0x20) >= 97 && ($0 | 0x20) <= 122 }, as: UTF8.self)
      .uppercased()
  }
}
