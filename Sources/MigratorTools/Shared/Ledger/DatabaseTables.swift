public import MigratorEngine

/// Tables of a database and their columns, for recognizing ledgers.
public struct DatabaseTables: Sendable, Hashable {
  /// A column.
  public typealias Column = LedgerRows.Column

  /// The columns of each table that was read.
  public let columns: [SQLName: [Column]]
  /// `PRAGMA user_version`.
  public let userVersion: Int64

  /// Creates a value from its properties.
  public init(columns: [SQLName: [Column]] = [:], userVersion: Int64 = 0) {
    self.columns = columns
    self.userVersion = userVersion
  }

  /// Reads the tables of a database.
  ///
  /// - Parameters:
  ///   - db: A connection.
  ///   - hints: The hints that select the tables to read, or `nil` for all tables.
  ///   - table: A table that is always read.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n*) for *n* bytes of the tables' SQL. Without hints, it reads the columns of
  ///   all tables.
  public init(_ db: Database, hints: [LedgerHints]? = nil, named table: String? = nil) throws {
    let search = hints.map { LedgerSearch(by: $0, named: table) }
    var names: [String] = []
    try db.forEachSchemaRow(where: [.kind(.table), .isStored]) { row in
      guard let sql = try row.sql else { return }
      let name = try row.name
      if search?.mayFind(name, sql) ?? true { names.append(name) }
    }
    var columns: [SQLName: [Column]] = [:]
    for name in names { columns[SQLName(name)] = try Self.columns(of: name, db) }
    self.init(columns: columns, userVersion: try db.get(pragma: "user_version") ?? 0)
  }

  /// The columns of a table, or none if SQLite cannot read them, for example without the module of
  /// a virtual table.
  ///
  /// Other errors are thrown: a ledger in an unreadable file must not count as missing.
  private static func columns(of table: String, _ db: Database) throws -> [Column] {
    do {
      return try db.allColumns(of: table, in: "main").filter(\.isOrdinary)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      return []
    }
  }

  func restricted(to table: String) -> DatabaseTables {
    let found = columns.index(forKey: SQLName(table)).map { columns[$0] }
    return DatabaseTables(
      columns: found.map { [$0.key: $0.value] } ?? [:], userVersion: userVersion)
  }

  /// Returns the names of a table's columns in order, or none if the table does not exist.
  ///
  /// - Parameter table: The name of the table.
  /// - Returns: The names, which compare as in SQLite.
  public func columnNames(_ table: String) -> [SQLName] {
    (self[table] ?? []).map { SQLName($0.name) }
  }

  /// The columns of a table, or `nil` if it does not exist.
  ///
  /// - Parameter table: The name of the table.
  public subscript(table: String) -> [Column]? { columns[SQLName(table)] }

  /// The tables with exactly the given columns in the given order, the preferred name first.
  ///
  /// - Parameters:
  ///   - names: The names of the columns.
  ///   - preferred: The tool's default name of the table.
  /// - Returns: The names of the tables, as written in the schema.
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
