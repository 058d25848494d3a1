extension MigrationTools {
  /// Tools that count what was applied in `PRAGMA user_version`.
  static let counted: [any MigrationTool] = [
    SQLDelight(), RusqliteMigration(), Lighter(), Numbered(),
  ]

  /// Whether a database has a table that is the ledger of a tool, or looks like one.
  static func hasLedgerTable(_ tables: DatabaseTables) -> Bool {
    all.contains { !($0 is any CountedTool) && $0.ledger(in: tables) != nil }
  }
}
