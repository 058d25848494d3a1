import MigratorEngine
import MigratorPlatform

struct DrizzleFile: ToolFile {
  static let breakpoint = "--> statement-breakpoint"

  let migration: ToolMigration
  /// The time that identifies the file in the ledger, in milliseconds since 1970, or `nil`.
  let milliseconds: Int64?
  let hash: String

  init(
    _ identifier: String, file: String, in folder: FolderTree, milliseconds: Int64?
  ) {
    let migration = ToolMigration(identifier, file: file, in: folder) {
      source throws(SourceFailure) in
      try ToolMigration.Body(Self.cut(source.script))
    }
    self.init(
      migration: migration, milliseconds: milliseconds,
      hash: migration.source.map { SHA256.hexadecimal(of: $0) } ?? "")
  }

  init(migration: ToolMigration, milliseconds: Int64?, hash: String) {
    self.migration = migration
    self.milliseconds = milliseconds
    self.hash = hash
  }

  /// The script, split where drizzle splits it.
  ///
  /// SQLite reads a breakpoint as a comment, so most scripts run unchanged. If a statement has no
  /// semicolon or continues after a breakpoint, a semicolon replaces the breakpoint.
  private static func cut(_ whole: SQLScript) -> SQLScript {
    guard whole.text.contains(breakpoint) else { return whole }
    return ScriptParts(whole, endingAt: breakpoint)?.script ?? whole
  }

  /// A note if the file differs from the applied version; drizzle does not compare them.
  func change(since row: LedgerRows.Row) -> String? {
    guard let stored = row.text("hash"), !stored.isEmpty, let text = source, stored != hash else {
      return nil
    }
    return TextVariant.note(of: text) { stored == SHA256.hexadecimal(of: $0) }
      + ". Drizzle does not check this."
  }
}

extension LedgerRows.Row {
  var drizzleTime: Int64? { integer("created_at") }

  /// A label for a row without a registered migration.
  var drizzleWords: String {
    let hash = text("hash").map { String($0.prefix(12)) } ?? "no hash"
    return drizzleTime.map { "\($0) (\(hash))" } ?? "(\(hash))"
  }
}
