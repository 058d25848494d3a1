import MigratorEngine
import MigratorPlatform

/// A table that looks like the ledger of an unknown tool; it is shown row by row.
struct UnknownTool: MigrationTool {
  let format = MigrationFormat.unknown
  let title = "unknown ledger"

  /// Names of such tables, or the ends of names, without underscores; the most specific first.
  private static let words = [
    "schemamigrations", "schemamigration", "schemaversion", "schemaversions", "schemahistory",
    "schemainfo", "databasechangelog", "dbversion", "databaseversion", "migrationtracker",
    "migrationhistory", "migrationshistory", "migrationlog", "migrations", "migration",
    "playevolutions",
  ]
  /// The final bytes of these words: a quick filter, because few other names end in one of them.
  private static let ends = Set(words.compactMap(\.utf8.last))
  /// Parts of column names in such tables; a table about the migration of birds has none of these.
  private static let columns = [
    "applied", "executed", "installed", "migrat", "run_at", "run_on", "ran_at", "version", "batch",
    "checksum", "hash", "script", "file",
  ]
  /// Tables of known ledgers that are not ledgers themselves.
  private static let companions: Set<SQLName> = [
    "ar_internal_metadata", "typeorm_metadata", "__efmigrationslock", "yoyo_lock", "_yoyo_log",
    "_yoyo_version", "migration_state", "grdb_migrations",
  ]

  var ledgerHints: LedgerHints? { LedgerHints { Self.rank($0) != nil } }

  func ledger(in tables: DatabaseTables) -> LedgerEvidence? { ledger(in: tables, not: []) }

  func ledger(in tables: DatabaseTables, not tools: [any MigrationTool]) -> LedgerEvidence? {
    let found = tables.columns.keys.map(\.text).filter { name in
      Self.rank(name) != nil && Self.hasTypicalColumn(tables.columnNames(name))
        && !Self.isKnown(name, in: tables, to: tools)
    }.min { one, other in
      (Self.rank(one) ?? 0, one) < (Self.rank(other) ?? 0, other)
    }
    return found.map { table in
      let columns = tables[table]?.map(\.name).joined(separator: ", ") ?? ""
      return LedgerEvidence(
        table: table,
        words: "\(table)(\(columns)), the ledger of an unknown tool, shown read-only. To select "
          + "its tool, add --format and --ledger", strength: .likely)
    }
  }

  func evidence(in folder: FolderTree) -> FolderEvidence? { nil }

  func read(
    _ folder: FolderTree?, table: String?
  ) throws -> (migrations: [ToolMigration], ledger: any Ledger) {
    ([], UnknownLedger(name: table ?? "schema_migrations"))
  }

  func notes(on folder: FolderTree) -> [String] {
    ["No migration can be applied: migtui does not know what this ledger must record."]
  }

  /// How strongly a table's name suggests a ledger; the lowest rank is the strongest.
  private static func rank(_ table: String) -> Int? {
    guard let last = table.utf8.last, ends.contains(last.asciiLowercased) else { return nil }
    let name = table.asciiLowercased
    guard !companions.contains(SQLName(table)), !name.hasSuffix("_lock"), !name.hasPrefix("sqlite_")
    else {
      return nil
    }
    let joined = name.filter { $0 != "_" }
    return words.firstIndex { joined == $0 || joined.hasSuffix($0) }
  }

  private static func hasTypicalColumn(_ names: [SQLName]) -> Bool {
    // npm sqlite: migrations(id, name, up, down). Play evolutions has revert_script.
    if names.contains("up"), names.contains("down") { return true }
    return names.contains { name in columns.contains { name.text.asciiLowercased.contains($0) } }
  }

  /// Returns whether a tool recognizes the table by more than columns that other tools also use.
  private static func isKnown(
    _ table: String, in tables: DatabaseTables, to tools: [any MigrationTool]
  ) -> Bool {
    let alone = DatabaseTables(
      columns: tables.columns.filter { $0.key == SQLName(table) || companions.contains($0.key) })
    return tools.contains { tool in
      tool.ledger(in: alone).map { $0.strength > .shared } ?? false
    }
  }
}

struct UnknownLedger: ReadOnlyLedger {
  /// Columns that identify a migration, the most specific first.
  private static let names = [
    "migration_name", "migration", "name", "file", "filename", "file_name", "script", "identifier",
    "key", "version", "version_id", "version_num", "schema_version", "id",
  ]
  private static let times = ["applied", "time", "date", "_at", "_on", "tstamp", "executed"]

  let name: String

  func state(_ rows: LedgerRows) -> LedgerState {
    let obstacle = StepObstacle(
      "\(name) looks like a ledger of an unknown tool.",
      remedy: "If it belongs to a tool that migtui supports, add --format TOOL --ledger "
        + "\(name.shellWord).")
    guard let table = table(rows) else {
      return LedgerState(exists: false, obstacle: obstacle)
    }
    let columns = table.columns.map { $0.name.asciiLowercased }
    let named = Self.nameColumn(table)
    return LedgerState(
      records: table.rows.map { row in
        let time = columns.first { column in
          column != named && Self.times.contains { column.contains($0) }
            && row[column].flatMap(Self.time) != nil
        }
        let rest = columns.filter { $0 != named && $0 != time }.compactMap { column in
          row[column].map { "\(column) \(Self.shortened($0.sqlLiteral))" }
        }
        return LedgerState.Record(
          named.flatMap { row.text($0) ?? row[$0].map { Self.shortened($0.sqlLiteral) } }
            ?? "(a row)",
          appliedAt: time.flatMap { row[$0] }.flatMap(Self.time),
          note: rest.isEmpty ? nil : rest.joined(separator: ", ") + ".")
      }, obstacle: obstacle)
  }

  /// The column that identifies a migration.
  ///
  /// The order of preference is: a known name with strings, a known name, strings, the first
  /// column.
  private static func nameColumn(_ table: LedgerRows.Table) -> String? {
    let columns = table.columns.map { $0.name.asciiLowercased }
    func hasTexts(_ column: String) -> Bool {
      table.rows.first.flatMap { $0[column] }.map { value in
        if case .string = value.storage { true } else { false }
      } ?? false
    }
    let telling = names.filter(columns.contains)
    return telling.first(where: hasTexts) ?? telling.first ?? columns.first(where: hasTexts)
      ?? columns.first
  }

  /// A string that begins like a date, or a number that is a Unix time; otherwise `nil`.
  private static func time(_ value: DatabaseValue) -> String? {
    switch value.storage {
    case .string(let text):
      let digits = text.leadingDigits
      return digits.count == 4 && text.dropFirst(4).first == "-" ? text : nil
    case .int64(let number): return Timestamp(unix: number)?.text
    case .null, .double, .blob: return nil
    }
  }

  private static func shortened(_ literal: String) -> String {
    literal.count > 60 ? literal.prefix(59) + "…" : literal
  }
}
