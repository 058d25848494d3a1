internal import MigratorSQLite

struct FullTextSynchronization {
  private let db: Database
  private let table: String
  private let content: String
  private let ifNotExists: String
  /// The columns of the full-text table, of the new row and of the old row, as SQL lists.
  let lists: (columns: String, new: String, old: String)
  let oldRowID: String

  /// Prepares the triggers of a full-text table whose module calls the rowid `rowIDName`.
  ///
  /// Throws for a temporary table, because SQLite cannot rebuild it from the content table.
  init(
    _ db: Database, _ configuration: VirtualTableConfiguration, content: String, rowIDName: String,
    columns: [String]
  ) throws {
    table = configuration.tableName
    if configuration.options.contains(.temporary) {
      throw SchemaDefinitionError(.temporarySynchronization, table: table)
    }
    self.db = db
    self.content = content
    ifNotExists = configuration.options.contains(.ifNotExists) ? "IF NOT EXISTS " : ""
    let rowID = try db.primaryKey(content).rowIDColumn ?? "rowid"
    let names = ([rowID] + columns).map(\.quotedDatabaseIdentifier)
    lists = (
      columns: ([rowIDName] + columns).identifierList,
      new: names.map { "new.\($0)" }.joined(separator: ", "),
      old: names.map { "old.\($0)" }.joined(separator: ", ")
    )
    oldRowID = "old.\(rowID.quotedDatabaseIdentifier)"
  }

  /// Creates a trigger.
  ///
  /// The SQL is identical to GRDB's, including white space, so that both produce the same schema.
  func addTrigger(_ suffix: String, _ event: String, _ statements: [String]) throws {
    let name = "__\(table)_\(suffix)".quotedDatabaseIdentifier
    let body = statements.map { "    \($0)\n" }.joined()
    try db.execute(
      sql: """
        CREATE TRIGGER \(ifNotExists)\(name) \(event) ON \(content.quotedDatabaseIdentifier) BEGIN
        \(body)END
        """)
  }

  func rebuild() throws {
    let name = table.quotedDatabaseIdentifier
    try db.execute(sql: "INSERT INTO \(name)(\(name)) VALUES('rebuild')")
  }
}
