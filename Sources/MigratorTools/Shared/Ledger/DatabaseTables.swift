public import MigratorEngine

/// The tables of a database and their columns, for recognising ledgers.
public struct DatabaseTables: Sendable, Hashable {
  /// A column.
  public typealias Column = LedgerRows.Column

  /// The columns of each table, by the table's name as the schema writes it.
  public let columns: [String: [Column]]
  /// `PRAGMA user_version`.
  public let userVersion: Int64

  /// Creates a value of given tables.
  ///
  /// - Parameters:
  ///   - columns: The columns of each table.
  ///   - userVersion: `PRAGMA user_version`.
  public init(columns: [String: [Column]] = [:], userVersion: Int64 = 0) {
    self.columns = columns
    self.userVersion = userVersion
  }

  /// Reads the tables of a database.
  ///
  /// - Parameter db: A connection.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n*) for *n* columns of all tables.
  public init(_ db: Database) throws {
    let names = try String.fetchAll(
      db, sql: "SELECT name FROM main.sqlite_master WHERE type = 'table' AND rootpage > 0")
    var columns: [String: [Column]] = [:]
    for name in names {
      // A table that SQLite cannot describe is no ledger.
      let rows =
        (try? Row.fetchAll(
          db, sql: "SELECT name, type, pk FROM pragma_table_info(?, 'main')", arguments: [name]))
        ?? []
      columns[name] = try rows.map {
        Column(
          name: try $0.decode(at: 0), type: try $0.decode(at: 1),
          isKey: try $0.decode(Int64.self, at: 2) > 0)
      }
    }
    self.init(columns: columns, userVersion: try db.get(pragma: "user_version") ?? 0)
  }

  /// The same without all tables but one.
  func restricted(to table: String) -> DatabaseTables {
    DatabaseTables(
      columns: columns.filter { $0.key.lowercased() == table.lowercased() },
      userVersion: userVersion)
  }

  /// The names of a table's columns, in lower case and in order; none when there is no such table.
  ///
  /// - Parameter table: The name of the table, in any case.
  /// - Returns: The names.
  public func columnNames(_ table: String) -> [String] {
    (self[table] ?? []).map { $0.name.lowercased() }
  }

  /// The columns of a table, or `nil` when there is no such table.
  ///
  /// - Parameter table: The name of the table, in any case.
  public subscript(table: String) -> [Column]? {
    columns[table] ?? columns.first { $0.key.lowercased() == table.lowercased() }?.value
  }

  /// The tables with exactly the given columns in the given order, the preferred name first.
  ///
  /// - Parameters:
  ///   - names: The names of the columns, in lower case.
  ///   - preferred: The name the tool gives its table.
  /// - Returns: The tables' names as the schema writes them.
  public func tables(withColumns names: [String], preferring preferred: String) -> [String] {
    columns.keys.filter { columnNames($0) == names }.sorted { one, other in
      let isFirst = one.lowercased() == preferred.lowercased()
      return isFirst != (other.lowercased() == preferred.lowercased()) ? isFirst : one < other
    }
  }
}
