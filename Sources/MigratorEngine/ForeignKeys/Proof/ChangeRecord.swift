internal import MigratorSQLite

/// What statements were seen to touch, told by SQLite while it compiled them.
///
/// A b-tree or a schema row can only be changed by a statement that names its table in one of these
/// events at that time; those that cannot be told that way ask for a check of everything.
struct ChangeRecord {
  /// What was done to a table.
  struct Kinds: OptionSet {
    let rawValue: Int
    static let inserted = Kinds(rawValue: 1)
    static let updated = Kinds(rawValue: 2)
    /// Also what `OR REPLACE` deletes is told as nothing but an insertion or update.
    static let deleted = Kinds(rawValue: 4)
    /// A column was added or renamed, or the table renamed.
    static let altered = Kinds(rawValue: 8)
    /// An index was made, dropped or built anew.
    static let indexed = Kinds(rawValue: 16)
    /// The table was made or dropped, or its rows were rewritten.
    static let replaced = Kinds(rawValue: 32)
    /// Rows were inserted, and no other was replaced.
    static let grown = Kinds(rawValue: 64)
    static let rows: Kinds = [.inserted, .updated, .deleted, .grown]
  }

  /// What was done to tables of `main`.
  private(set) var tables: [SQLName: Kinds] = [:]
  /// The indexes that were built anew.
  private(set) var reindexed: Set<String> = []
  /// Whether something was seen after which nothing can be said of single tables.
  private(set) var isBeyondTelling = false
  /// Whether objects were made at most, and none was altered or dropped.
  private(set) var hasOnlyCreated = true

  /// Whether nothing was seen.
  var isEmpty: Bool { tables.isEmpty && reindexed.isEmpty && !isBeyondTelling }

  /// Notes an event.
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
      isBeyondTelling = true
    case .pragma(let name, let argument, _):
      if !Self.isHarmless(pragma: name, argument: argument) { isBeyondTelling = true }
    default:
      break
    }
  }

  /// Notes that what was inserted into a table replaced nothing, and that no statement that may have done
  /// other things to its rows did.
  mutating func note(grown table: SQLName) {
    guard let kinds = tables[table] else { return }
    tables[table] = kinds.subtracting(.rows).union(.grown)
  }

  /// Notes that a table may have changed in any way.
  mutating func touch(_ name: SQLName) {
    tables[name, default: []].formUnion([.rows, .altered, .indexed, .replaced])
  }

  private mutating func touch(_ table: String, _ kinds: Kinds, in database: String) {
    switch database {
    case "temp": return
    case "main":
      // SQLite hands bytes that are no text over as they are; here they have become others.
      if table.unicodeScalars.contains("\u{FFFD}") { isBeyondTelling = true }
      tables[SQLName(table), default: []].formUnion(kinds)
    // Another name may lead to the same file.
    default: isBeyondTelling = true
    }
  }

  /// Whether a pragma neither changes rows or the schema nor how they are read.
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
  /// Whether it neither alters nor drops an object of the schema, whose rows SQLite then leaves where they are.
  fileprivate var leavesObjects: Bool {
    switch self {
    // An index that is made is also told as built anew.
    case .insert, .update, .delete, .read, .createTable, .createIndex, .createView, .createTrigger,
      .reindex, .analyze, .savepoint, .function, .pragma:
      true
    default: false
    }
  }
}
