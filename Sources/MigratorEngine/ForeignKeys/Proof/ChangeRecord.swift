internal import MigratorSQLite

/// The changes that statements may make, as the authorizer reports them during compilation.
///
/// Only a statement that names its table in one of these events can change a b-tree or a schema
/// row. Changes that cannot be attributed to a table require a full check.
struct ChangeRecord {
  struct Kinds: OptionSet {
    let rawValue: Int
    static let inserted = Kinds(rawValue: 1)
    static let updated = Kinds(rawValue: 2)
    /// Rows deleted by `OR REPLACE` are reported only as an insertion or update.
    static let deleted = Kinds(rawValue: 4)
    /// A column was added or renamed, or the table was renamed.
    static let altered = Kinds(rawValue: 8)
    /// An index was created, dropped or rebuilt.
    static let indexed = Kinds(rawValue: 16)
    /// The table was created or dropped, or its rows were rewritten.
    static let replaced = Kinds(rawValue: 32)
    /// Rows were inserted, and none were replaced.
    static let grown = Kinds(rawValue: 64)
    static let rows: Kinds = [.inserted, .updated, .deleted, .grown]
  }

  private(set) var tables: [SQLName: Kinds] = [:]
  private(set) var reindexed: Set<String> = []
  /// `true` after a statement whose changes cannot be attributed to tables.
  private(set) var requiresFullCheck = false
  private(set) var hasOnlyCreated = true

  var isEmpty: Bool { tables.isEmpty && reindexed.isEmpty && !requiresFullCheck }

  mutating func note(_ event: AuthorizerEvent) {
    if !event.leavesObjects { hasOnlyCreated = false }
    switch event {
    case .insert(let table, let database, _): touch(table, .inserted, in: database)
    case .update(let table, _, let database, _): touch(table, .updated, in: database)
    case .delete(let table, let database, _): touch(table, .deleted, in: database)
    case .alterTable(let table, let database): touch(table, .altered, in: database)
    case .dropColumn(_, let table, let database), .createTable(let table, let database),
      .dropTable(let table, let database), .createVirtualTable(let table, _, let database),
      .dropVirtualTable(let table, _, let database):
      touch(table, .replaced, in: database)
    case .createIndex(_, let table, let database), .dropIndex(_, let table, let database):
      touch(table, .indexed, in: database)
    case .reindex(let index, let database) where database != "temp":
      reindexed.insert(index)
    case .attach, .detach:
      requiresFullCheck = true
    case .pragma(let name, let argument, _):
      if !Self.isHarmless(pragma: name, argument: argument) { requiresFullCheck = true }
    default:
      break
    }
  }

  /// Records that the insertions into a table replaced no rows, and that nothing else changed its
  /// rows.
  mutating func note(grown table: SQLName) {
    guard let kinds = tables[table] else { return }
    tables[table] = kinds.subtracting(.rows).union(.grown)
  }

  /// Records that a table may have changed in any way.
  mutating func touch(_ name: SQLName) {
    tables[name, default: []].formUnion([.rows, .altered, .indexed, .replaced])
  }

  private mutating func touch(_ table: String, _ kinds: Kinds, in database: String) {
    switch database {
    case "temp": return
    case "main":
      // The name is not valid UTF-8, and decoding has changed it.
      if table.unicodeScalars.contains("\u{FFFD}") { requiresFullCheck = true }
      tables[SQLName(table), default: []].formUnion(kinds)
    // An attached database may be the same file as `main`.
    default: requiresFullCheck = true
    }
  }

  /// Returns `true` if a pragma does not change rows, the schema, or how they are read.
  private static func isHarmless(pragma: String, argument: String?) -> Bool {
    let name = SQLName(pragma)
    if harmless.contains(name) { return true }
    return argument == nil && harmlessToRead.contains(name)
  }

  private static let harmless: Set<SQLName> = [
    "application_id", "busy_timeout", "cache_size", "cache_spill", "collation_list",
    "compile_options", "data_version", "database_list", "defer_foreign_keys", "foreign_key_check",
    "foreign_key_list", "foreign_keys", "function_list", "index_info", "index_list",
    "index_xinfo", "integrity_check", "legacy_alter_table", "module_list", "pragma_list",
    "query_only", "quick_check", "recursive_triggers", "secure_delete", "synchronous",
    "table_info", "table_list", "table_xinfo", "temp_store", "user_version",
  ]
  private static let harmlessToRead: Set<SQLName> = [
    "auto_vacuum", "encoding", "freelist_count", "journal_mode", "page_count", "page_size",
    "schema_version",
  ]
}

extension AuthorizerEvent {
  /// `true` if the event alters or drops no object, so that SQLite keeps the existing schema rows.
  fileprivate var leavesObjects: Bool {
    switch self {
    // SQLite also reports the creation of an index as a reindex.
    case .insert, .update, .delete, .read, .createTable, .createIndex, .createView, .createTrigger,
      .reindex, .analyze, .savepoint, .function, .pragma:
      true
    default: false
    }
  }
}
