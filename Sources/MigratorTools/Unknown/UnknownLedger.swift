import MigratorEngine
import MigratorPlatform

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
