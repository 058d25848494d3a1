internal import MigratorSQLite

/// What statements were seen to touch, told by SQLite while it compiled them.
///
/// A b-tree or a schema row can only be changed by a statement that names its table in one of these
/// events at that time; those that cannot be told that way ask for a check of everything.
struct ChangeRecord {
  /// The tables of `main` that were written, made, altered or dropped.
  private(set) var tables: Set<FoldedName> = []
  /// The indexes that were built anew.
  private(set) var reindexed: Set<String> = []
  /// Whether something was seen after which nothing can be said of single tables.
  private(set) var isBeyondTelling = false

  /// Whether nothing was seen.
  var isEmpty: Bool { tables.isEmpty && reindexed.isEmpty && !isBeyondTelling }

  /// Notes an event.
  mutating func note(_ event: AuthorizerEvent) {
    switch event {
    case .insert(let table, let database, _), .update(let table, _, let database, _),
      .delete(let table, let database, _):
      // Another name may lead to the same file.
      if database == "main" { touch(table) } else if database != "temp" { noteAnything() }
    case .createTable(let table, "main"), .dropTable(let table, "main"),
      .alterTable(let table, "main"), .createVirtualTable(let table, _, "main"),
      .dropVirtualTable(let table, _, "main"), .createIndex(_, let table, "main"),
      .dropIndex(_, let table, "main"):
      touch(table)
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

  /// Notes that everything may have changed.
  mutating func noteAnything() {
    isBeyondTelling = true
  }

  /// Notes that a table may have changed.
  mutating func touch(_ table: String) {
    // SQLite hands such a name over as it is; here it may have become another.
    if table.unicodeScalars.contains("\u{FFFD}") { isBeyondTelling = true }
    tables.insert(FoldedName(table))
  }

  /// Whether a pragma neither changes rows or the schema nor how they are read.
  private static func isHarmless(pragma: String, argument: String?) -> Bool {
    let name = pragma.lowercased()
    if harmless.contains(name) { return true }
    return argument == nil && harmlessToRead.contains(name)
  }

  private static let harmless: Set<String> = [
    "application_id", "busy_timeout", "cache_size", "cache_spill", "collation_list",
    "compile_options", "data_version", "database_list", "defer_foreign_keys", "foreign_key_check",
    "foreign_key_list", "foreign_keys", "function_list", "index_info", "index_list",
    "index_xinfo", "integrity_check", "legacy_alter_table", "module_list", "pragma_list",
    "query_only", "quick_check", "recursive_triggers", "secure_delete", "synchronous",
    "table_info", "table_list", "table_xinfo", "temp_store", "user_version",
  ]
  private static let harmlessToRead: Set<String> = [
    "auto_vacuum", "encoding", "freelist_count", "journal_mode", "page_count", "page_size",
    "schema_version",
  ]
}
