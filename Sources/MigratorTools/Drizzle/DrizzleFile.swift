import MigratorEngine

/// A file of either generation of Drizzle.
struct DrizzleFile: ToolFile {
  private static let breakpoint = "--> statement-breakpoint"

  let migration: ToolMigration
  /// The time by which the ledger knows it, in milliseconds since 1970; `nil` where there is none.
  let milliseconds: Int64?
  /// What the ledger stores of the text.
  let hash: String

  /// Reads a file.
  init(
    _ identifier: String, file: String, in folder: FolderTree, milliseconds: Int64?
  ) {
    let migration = ToolMigration(identifier, file: file, in: folder) {
      source throws(SourceFailure) in
      try ToolMigration.Body(Self.cut(source.script))
    }
    self.init(
      migration: migration, milliseconds: milliseconds,
      hash: migration.source.map { SHA2.hex256($0) } ?? "")
  }

  init(migration: ToolMigration, milliseconds: Int64?, hash: String) {
    self.migration = migration
    self.milliseconds = milliseconds
    self.hash = hash
  }

  /// The script, cut where drizzle cuts it.
  ///
  /// To SQLite a breakpoint is a comment, so the text runs as it is. Only where a statement lacks
  /// its semicolon, or goes on behind a breakpoint, a semicolon takes the breakpoint's place.
  private static func cut(_ whole: SQLScript) -> SQLScript {
    guard whole.text.contains(breakpoint) else { return whole }
    return ScriptParts(whole, endingAt: breakpoint)?.script ?? whole
  }

  /// What differs from what was applied; drizzle itself never looks.
  func change(since row: LedgerRows.Row) -> String? {
    guard let stored = row.text("hash"), !stored.isEmpty, let text = source, stored != hash else {
      return nil
    }
    return TextVariant.note(of: text) { stored == SHA2.hex256($0) } + "; drizzle never compares."
  }
}

extension LedgerRows.Row {
  /// The time by which a ledger of Drizzle knows a migration.
  var drizzleTime: Int64? { integer("created_at") }

  /// What a row of no registered migration is called.
  var drizzleWords: String {
    let hash = text("hash").map { String($0.prefix(12)) } ?? "no hash"
    return drizzleTime.map { "\($0) (\(hash))" } ?? "(\(hash))"
  }
}
