public import MigratorSQLite

/// The FTS5 module for full-text search.
///
/// ```swift
/// try db.create(virtualTable: "document_ft", using: FTS5()) { t in
///   t.synchronize(withTable: "document")
///   t.tokenizer = .porter(wrapping: .unicode61())
///   t.column("title")
/// }
/// ```
///
/// Source: <https://www.sqlite.org/fts5.html>.
public struct FTS5: VirtualTableModule, Sendable {
  /// How to treat diacritics.
  public enum Diacritics: Sendable, Hashable {
    /// Diacritics distinguish words.
    case keep
    /// Most diacritics are removed; this is SQLite's default.
    case removeLegacy
    /// All diacritics are removed.
    case remove
  }

  /// Creates the module.
  public init() {}

  /// `fts5`.
  public var moduleName: String { "fts5" }

  /// Returns an empty definition.
  public func makeTableDefinition(
    configuration: VirtualTableConfiguration
  ) -> FTS5TableDefinition {
    FTS5TableDefinition(configuration: configuration)
  }

  /// Returns the columns and options as SQL.
  public func moduleArguments(
    for definition: FTS5TableDefinition, in db: Database
  ) throws -> [String] {
    if definition.columns.isEmpty {
      throw SchemaDefinitionError(.noColumns, table: definition.configuration.tableName)
    }
    var arguments = definition.columns.map { column in
      column.name.bareOrQuotedIdentifier + (column.isIndexed ? "" : " UNINDEXED")
    }
    if let tokenizer = definition.tokenizer {
      let words = tokenizer.components.map(\.databaseValue.sqlLiteral).joined(separator: " ")
      arguments.append("tokenize=\(words.databaseValue.sqlLiteral)")
    }
    if let content = definition.content {
      arguments.append("content=\(content.databaseValue.sqlLiteral)")
    }
    let rowID =
      definition.isSynchronized
      ? try definition.content.flatMap { try db.primaryKey($0).rowIDColumn }
      : definition.contentRowID
    if let rowID { arguments.append("content_rowid=\(rowID.databaseValue.sqlLiteral)") }
    if let prefixes = definition.prefixes {
      let list = prefixes.sorted().map(String.init).joined(separator: " ")
      arguments.append("prefix=\(list.databaseValue.sqlLiteral)")
    }
    if let columnSize = definition.columnSize { arguments.append("columnSize=\(columnSize)") }
    if let detail = definition.detail { arguments.append("detail=\(detail)") }
    return arguments
  }

  /// Creates the triggers that synchronize the table with its content table, and fills it.
  public func database(
    _ db: Database, didCreate tableName: String, using definition: FTS5TableDefinition
  ) throws {
    guard definition.isSynchronized, let content = definition.content else { return }
    let synchronization = try FullTextSynchronization(
      db, definition.configuration, content: content, rowIDName: "rowid",
      columns: definition.columns.map(\.name))
    let (columns, new, old) = synchronization.lists
    let table = tableName.quotedDatabaseIdentifier
    let delete = "INSERT INTO \(table)(\(table), \(columns)) VALUES('delete', \(old));"
    try synchronization.addTrigger(
      "ai", "AFTER INSERT", ["INSERT INTO \(table)(\(columns)) VALUES (\(new));"])
    try synchronization.addTrigger("ad", "AFTER DELETE", [delete])
    try synchronization.addTrigger(
      "au", "AFTER UPDATE", [delete, "INSERT INTO \(table)(\(columns)) VALUES (\(new));"])
    try synchronization.rebuild()
  }
}

extension Database {
  /// Drops the triggers that synchronized a full-text table with its content table.
  ///
  /// Call this method after you have dropped the full-text table.
  ///
  /// - Parameter tableName: The full-text table.
  /// - Throws: `DatabaseError`.
  public func dropFTS5SynchronizationTriggers(forTable tableName: String) throws {
    try dropSynchronizationTriggers(["ai", "ad", "au"], forTable: tableName)
  }
}
