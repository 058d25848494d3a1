internal import MigratorSQLite

/// The triggers that keep a full-text table in step with the table that holds its texts.
struct FullTextSynchronization {
  private let db: Database
  private let table: String
  private let content: String
  private let ifNotExists: String
  /// The columns of the full-text table, those of the new row and of the old one, as lists.
  let lists: (columns: String, new: String, old: String)
  /// The rowid of the old row.
  let oldRowID: String

  /// Prepares the triggers of a full-text table, whose module calls the rowid by a name of its own,
  /// on the table that holds the texts; throws for a temporary one, whose content cannot be read
  /// again.
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
  /// The text is GRDB's to the last space, so that schemas made by either are the same.
  func addTrigger(_ suffix: String, _ event: String, _ statements: [String]) throws {
    let name = "__\(table)_\(suffix)".quotedDatabaseIdentifier
    let body = statements.map { "    \($0)\n" }.joined()
    try db.execute(
      sql: """
        CREATE TRIGGER \(ifNotExists)\(name) \(event) ON \(content.quotedDatabaseIdentifier) BEGIN
        \(body)END
        """)
  }

  /// Reads all texts.
  func rebuild() throws {
    let name = table.quotedDatabaseIdentifier
    try db.execute(sql: "INSERT INTO \(name)(\(name)) VALUES('rebuild')")
  }
}
