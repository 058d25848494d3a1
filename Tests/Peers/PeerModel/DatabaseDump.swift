/// The content of a database as visible through SQL.
public struct DatabaseDump: Sendable, Hashable {
  /// The rows of `sqlite_master` without root page numbers, sorted.
  public var schema: [[PlainValue]]
  /// The rows of every table, in the order in which SQLite returns them.
  public var tables: [String: [[PlainValue]]]
  /// The identifiers in the ledger, in the order of recording; `nil` without a ledger.
  public var ledger: [String]?
  /// Header values and the result of SQLite's checks.
  public var pragmas: [String: [[PlainValue]]]

  static let ledgerName = "grdb_migrations"

  /// Reads a database.
  public init(_ db: any PeerDatabase) throws {
    schema = try db.rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name, tbl_name")
    tables = [:]
    for case .text(let name) in try db.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table'"
    ).compactMap(\.first) {
      tables[name] = try db.rows("SELECT * FROM \(Self.quoted(name))")
    }
    ledger = nil
    if let rows = tables[Self.ledgerName] {
      // A ledger without rowid does not preserve the order of recording.
      let ordered = try? db.rows("SELECT identifier FROM grdb_migrations ORDER BY rowid")
      ledger = (ordered ?? rows).map { row in
        if case .text(let identifier) = row[0] { identifier } else { "not a text: \(row[0])" }
      }
    }
    pragmas = [:]
    for name in [
      "foreign_keys", "defer_foreign_keys", "legacy_alter_table", "query_only", "user_version",
      "application_id", "journal_mode", "encoding", "integrity_check", "foreign_key_check",
    ] {
      do {
        pragmas[name] = try db.rows("PRAGMA \(name)")
      } catch {
        // SQLite cannot check one of the foreign keys.
        pragmas[name] = [[.text("error")]]
      }
    }
  }

  /// The dump with an empty ledger removed.
  ///
  /// GRDB creates the ledger before the first migration. This engine creates it in the transaction
  /// of the first migration, so a failed first migration leaves nothing behind.
  public var withoutEmptyLedger: DatabaseDump {
    guard ledger == [] else { return self }
    var dump = self
    dump.ledger = nil
    dump.tables[Self.ledgerName] = nil
    dump.schema.removeAll { $0[2] == .text(Self.ledgerName) }
    return dump
  }

  /// Returns one column of a table as strings.
  public func texts(_ table: String, column: Int = 0) -> [String] {
    (tables[table] ?? []).map { row in
      if case .text(let text) = row[column] { text } else { "\(row[column])" }
    }
  }

  /// Returns a quoted name for SQL.
  public static func quoted(_ name: String) -> String {
    let escaped = name.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
    return "\"" + escaped.joined() + "\""
  }
}
