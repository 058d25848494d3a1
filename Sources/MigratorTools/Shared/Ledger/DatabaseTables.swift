public import MigratorEngine

/// Tables of a database and their columns, for recognising ledgers.
public struct DatabaseTables: Sendable, Hashable {
  /// A column.
  public typealias Column = LedgerRows.Column

  /// The columns of each table that was read.
  public let columns: [SQLName: [Column]]
  /// `PRAGMA user_version`.
  public let userVersion: Int64

  /// Creates a value of given tables; the parameters are the properties.
  public init(columns: [SQLName: [Column]] = [:], userVersion: Int64 = 0) {
    self.columns = columns
    self.userVersion = userVersion
  }

  /// Reads the tables of a database.
  ///
  /// - Parameters:
  ///   - db: A connection.
  ///   - hints: By what the tables are told that are read; `nil` for all tables.
  ///   - table: A table that is read whatever it is.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n*) for *n* bytes of the tables' SQL; for all tables, that of reading each one's columns.
  public init(_ db: Database, hints: [LedgerHints]? = nil, named table: String? = nil) throws {
    let search = hints.map { LedgerSearch(by: $0, named: table) }
    var names: [String] = []
    try db.forEachRow(
      of: "SELECT name, sql FROM main.sqlite_master WHERE type = 'table' AND rootpage > 0"
    ) { row in
      guard let name = try row.text(at: 0), let sql = try row.text(at: 1) else { return }
      if search?.mayFind(name, sql) ?? true { names.append(name) }
    }
    var columns: [SQLName: [Column]] = [:]
    for name in names { columns[SQLName(name)] = try Self.columns(of: name, db) }
    self.init(columns: columns, userVersion: try db.get(pragma: "user_version") ?? 0)
  }

  /// The columns of a table; none where SQLite cannot describe it, for want of its module, say.
  ///
  /// A file that cannot be read is another matter: a ledger in it must not be taken for missing.
  private static func columns(of table: String, _ db: Database) throws -> [Column] {
    do {
      return try Row.fetchAll(
        db, sql: "SELECT name, type, pk FROM pragma_table_info(?, 'main')", arguments: [table]
      ).map(column)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return []
    }
  }

  private static func column(_ row: Row) throws -> Column {
    Column(
      name: try row.decode(atIndex: 0), type: try row.decode(atIndex: 1),
      isKey: try row.decode(Int64.self, atIndex: 2) > 0)
  }

  /// The same without all tables but one.
  func restricted(to table: String) -> DatabaseTables {
    let found = columns.index(forKey: SQLName(table)).map { columns[$0] }
    return DatabaseTables(
      columns: found.map { [$0.key: $0.value] } ?? [:], userVersion: userVersion)
  }

  /// The names of a table's columns, in order; none when there is no such table.
  ///
  /// - Parameter table: The name of the table.
  /// - Returns: The names, which compare as SQLite compares them.
  public func columnNames(_ table: String) -> [SQLName] {
    (self[table] ?? []).map { SQLName($0.name) }
  }

  /// The columns of a table, or `nil` when there is no such table.
  ///
  /// - Parameter table: The name of the table.
  public subscript(table: String) -> [Column]? { columns[SQLName(table)] }

  /// The tables with exactly the given columns in the given order, the preferred name first.
  ///
  /// - Parameters:
  ///   - names: The names of the columns.
  ///   - preferred: The name the tool gives its table.
  /// - Returns: The tables' names as the schema writes them.
  public func tables(withColumns names: [SQLName], preferring preferred: String) -> [String] {
    let preferred = SQLName(preferred)
    let fitting = columns.filter { _, columns in
      columns.count == names.count && zip(columns, names).allSatisfy { SQLName($0.name) == $1 }
    }
    return fitting.keys.sorted { one, other in
      one == preferred || other == preferred ? one == preferred : one.text < other.text
    }.map(\.text)
  }
}
