public import SQLSyntax

/// The statements that created the tables, views, indexes and columns of a schema.
///
/// The origin is whatever identifies a statement to the caller, such as its migration.
public struct SchemaOrigins<Origin: Sendable & Hashable>: Sendable, Hashable {
  /// The origins of tables, views and indexes, which share one namespace.
  private var objects: [SQLName: Origin] = [:]
  /// The table of each index.
  private var indexes: [SQLName: SQLName] = [:]
  /// The origins of the columns of each table.
  ///
  /// Columns of virtual tables and of `CREATE TABLE … AS` are not included.
  private var columns: [SQLName: [SQLName: Origin]] = [:]

  /// Creates the origins of an empty schema.
  public init() {}

  /// Records the effect of a statement.
  ///
  /// - Parameters:
  ///   - sql: The statement.
  ///   - origin: Its origin.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func follow(_ sql: String, of origin: Origin) {
    guard case .change(let event, let schema) = SchemaStatement(sql), schema ?? "main" == "main"
    else { return }
    switch event {
    case .created(.table, let name), .created(.view, let name), .created(.index, let name):
      // `IF NOT EXISTS`
      guard objects[name] == nil else { return }
      objects[name] = origin
      let names = TableParser.parse(TokenReader(sql))?.columns.map { SQLName($0.name) } ?? []
      columns[name] = Dictionary(names.map { ($0, origin) }, uniquingKeysWith: { $1 })
      indexes[name] = ParsedIndex(TokenReader(sql)).map { SQLName($0.table) }
    case .dropped(.table, let name), .dropped(.view, let name), .dropped(.index, let name):
      (objects[name], columns[name], indexes[name]) = (nil, nil, nil)
      // SQLite drops the indexes of a table with it.
      for (index, table) in indexes where table == name {
        (objects[index], indexes[index]) = (nil, nil)
      }
    case .tableRenamed(let name, let new):
      objects[new] = objects.removeValue(forKey: name)
      columns[new] = columns.removeValue(forKey: name)
      for (index, table) in indexes where table == name { indexes[index] = new }
    case .columnAdded(let column, let table): columns[table]?[column] = origin
    case .columnDropped(let column, let table): columns[table]?[column] = nil
    case .columnRenamed(let column, let new, let table):
      let origin = columns[table]?.removeValue(forKey: column)
      columns[table]?[new] = origin
    case .created, .dropped, .tableKept, .columnKept: break
    }
  }

  /// Returns the origin of a table, view or index.
  ///
  /// - Parameter object: The current name.
  /// - Returns: The origin; `nil` if no statement created it, or a later one dropped it.
  public func origin(of object: SQLName) -> Origin? { objects[object] }

  /// Returns the origin of a column.
  ///
  /// - Parameters:
  ///   - column: The current name.
  ///   - table: The table.
  /// - Returns: The origin; `nil` if no statement created it, or a later one dropped it.
  public func origin(of column: SQLName, in table: SQLName) -> Origin? {
    columns[table]?[column]
  }
}
