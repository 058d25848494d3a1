/// Everything in a database that can be seen through SQL.
public struct DatabaseDump: Sendable, Hashable {
  /// The rows of `sqlite_master` without the page numbers, in order.
  public var schema: [[PlainValue]]
  /// The rows of every table, in the order in which SQLite gives them.
  public var tables: [String: [[PlainValue]]]
  /// What the ledger holds, in the order of recording; `nil` without a ledger.
  public var ledger: [String]?
  /// Numbers in the header, and what SQLite finds wrong.
  public var pragmas: [String: [[PlainValue]]]

  /// The name of the ledger's table.
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
      // Where the ledger has no rowid, it has no order of recording either.
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
        // A foreign key that SQLite cannot check.
        pragmas[name] = [[.text("error")]]
      }
    }
  }

  /// The dump in which a ledger without rows counts as none.
  ///
  /// GRDB makes the ledger before the first migration; here it is made in the transaction of the
  /// first, so a failed first migration leaves nothing behind.
  public var withoutEmptyLedger: DatabaseDump {
    guard ledger == [] else { return self }
    var dump = self
    dump.ledger = nil
    dump.tables[Self.ledgerName] = nil
    dump.schema.removeAll { $0[2] == .text(Self.ledgerName) }
    return dump
  }

  /// Returns the texts in the first column of a table.
  public func texts(_ table: String, column: Int = 0) -> [String] {
    (tables[table] ?? []).map { row in
      if case .text(let text) = row[column] { text } else { "\(row[column])" }
    }
  }

  /// Returns a name for SQL.
  public static func quoted(_ name: String) -> String {
    let escaped = name.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }
    return "\"" + escaped.joined() + "\""
  }
}
