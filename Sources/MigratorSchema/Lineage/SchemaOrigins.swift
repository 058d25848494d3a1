public import SQLSyntax

/// The migrations that created the tables, views and columns of a schema, read from their SQL.
public struct SchemaOrigins: Sendable, Hashable {
  private var tables: [SQLName: String] = [:]
  /// The origins of the columns of each table.
  ///
  /// Columns of virtual tables and of `CREATE TABLE … AS` are missing.
  private var columns: [SQLName: [SQLName: String]] = [:]

  /// Creates the origins of an empty schema.
  public init() {}

  /// Records the effect of a statement of a migration.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - migration: The migration's identifier.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func follow(_ sql: String, of migration: String) {
    guard case .change(let event, let schema) = SchemaStatement(sql), schema ?? "main" == "main"
    else { return }
    switch event {
    case .created(.table, let name), .created(.view, let name):
      // `IF NOT EXISTS`
      guard tables[name] == nil else { return }
      tables[name] = migration
      let names = TableParser.parse(TokenReader(sql))?.columns.map { SQLName($0.name) } ?? []
      columns[name] = Dictionary(names.map { ($0, migration) }, uniquingKeysWith: { $1 })
    case .dropped(.table, let name), .dropped(.view, let name):
      (tables[name], columns[name]) = (nil, nil)
    case .tableRenamed(let name, let new):
      tables[new] = tables.removeValue(forKey: name)
      columns[new] = columns.removeValue(forKey: name)
    case .columnAdded(let column, let table): columns[table]?[column] = migration
    case .columnDropped(let column, let table): columns[table]?[column] = nil
    case .columnRenamed(let column, let new, let table):
      let origin = columns[table]?.removeValue(forKey: column)
      columns[table]?[new] = origin
    case .created, .dropped, .tableKept, .columnKept: break
    }
  }

  /// Returns the migration that created a table or view, or gave it this name.
  ///
  /// - Parameter table: The name.
  /// - Returns: The identifier; `nil` if no migration created it, or a later one dropped it.
  public func migration(creating table: SQLName) -> String? { tables[table] }

  /// Returns the migration that created a column.
  ///
  /// - Parameters:
  ///   - column: The name.
  ///   - table: The table.
  /// - Returns: The identifier; `nil` if no migration created it, or a later one dropped it.
  public func migration(creating column: SQLName, in table: SQLName) -> String? {
    columns[table]?[column]
  }
}
