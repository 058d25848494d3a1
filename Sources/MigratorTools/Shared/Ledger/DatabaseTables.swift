public import MigratorEngine

/// The tables of a database and their columns, for recognising ledgers.
public struct DatabaseTables: Sendable, Hashable {
  /// A column.
  public typealias Column = LedgerRows.Column

  /// The columns of each table.
  public let columns: [SQLName: [Column]]
  /// `PRAGMA user_version`.
  public let userVersion: Int64

  /// Creates a value of given tables.
  ///
  /// - Parameters:
  ///   - columns: The columns of each table.
  ///   - userVersion: `PRAGMA user_version`.
  public init(columns: [SQLName: [Column]] = [:], userVersion: Int64 = 0) {
    self.columns = columns
    self.userVersion = userVersion
  }

  /// Reads the tables of a database.
  ///
  /// - Parameter db: A connection.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n*) for *n* columns of all tables.
  public init(_ db: Database) throws {
    // A table that SQLite cannot describe is no ledger, and hides no other.
    let columns = try Self.whereDescribed { try Self.columns(db) } ?? Self.columnsOneByOne(db)
    self.init(columns: columns, userVersion: try db.get(pragma: "user_version") ?? 0)
  }

  /// What a closure returns; `nil` where SQLite cannot describe a table, for want of its module, say.
  ///
  /// A file that cannot be read is another matter: a ledger in it must not be taken for missing.
  private static func whereDescribed<T>(_ body: () throws -> T) throws -> T? {
    do {
      return try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return nil
    }
  }

  private static func columns(_ db: Database) throws -> [SQLName: [Column]] {
    // The columns of a table come together, and in their order: to be sorted, all had to be kept.
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT c.name, c.type, c.pk, m.rowid, m.name
        FROM main.sqlite_master AS m CROSS JOIN pragma_table_info(m.name, 'main') AS c
        WHERE m.type = 'table' AND m.rootpage > 0
        """)
    var columns: [SQLName: [Column]] = [:]
    var table: (rowID: Int64, name: SQLName, columns: [Column])?
    while let row = try rows.next() {
      let rowID = try row.decode(Int64.self, atIndex: 3)
      if table?.rowID != rowID {
        if let table { columns[table.name] = table.columns }
        table = (rowID, SQLName(try row.decode(atIndex: 4)), [])
      }
      table?.columns.append(try Self.column(row))
    }
    if let table { columns[table.name] = table.columns }
    return columns
  }

  private static func columnsOneByOne(_ db: Database) throws -> [SQLName: [Column]] {
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table' AND rootpage > 0")
    var columns: [SQLName: [Column]] = [:]
    for name in names {
      let rows = try whereDescribed {
        try Row.fetchAll(
          db, sql: "SELECT name, type, pk FROM pragma_table_info(?, 'main')", arguments: [name])
      }
      columns[SQLName(name)] = try (rows ?? []).map(Self.column)
    }
    return columns
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
