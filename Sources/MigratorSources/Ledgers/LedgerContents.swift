public import MigratorEngine

/// What the tables of a ledger hold, read whole.
public struct LedgerContents: Sendable, Hashable {
  /// A table of a ledger.
  public struct Table: Sendable, Hashable {
    /// Its columns.
    public var columns: [DatabaseTables.Column]
    /// Its rows in the order they were recorded, as far as the table keeps one; values by the
    /// column's name in lower case.
    public var rows: [[String: DatabaseValue]]

    /// Creates a table; the parameters are the properties.
    public init(
      columns: [DatabaseTables.Column] = [], rows: [[String: DatabaseValue]] = []
    ) {
      self.columns = columns
      self.rows = rows
    }
  }

  /// The tables that are there, by the names the rule asked for.
  public var tables: [String: Table]
  /// `PRAGMA user_version`.
  public var userVersion: Int64
  /// A table that belongs to no ledger, for tools that begin on an empty database only; `nil` when
  /// there is none.
  public var otherTable: String?

  /// Creates contents; the parameters are the properties.
  public init(
    tables: [String: Table] = [:], userVersion: Int64 = 0, otherTable: String? = nil
  ) {
    self.tables = tables
    self.userVersion = userVersion
    self.otherTable = otherTable
  }

  /// Reads tables.
  ///
  /// - Parameters:
  ///   - names: The names of the tables; those that are missing are left out.
  ///   - db: A connection.
  /// - Throws: `DatabaseError`.
  /// - Complexity: O(*n*) for *n* rows.
  public init(of names: [String], _ db: Database) throws {
    var tables: [String: Table] = [:]
    for name in names where try db.tableExists(name, in: "main") {
      tables[name] = try Self.table(name, db)
    }
    self.init(
      tables: tables, userVersion: try db.get(pragma: "user_version") ?? 0,
      otherTable: try Self.otherTable(than: names, db))
  }

  private static func otherTable(than names: [String], _ db: Database) throws -> String? {
    let placeholders = names.map { _ in "?" }.joined(separator: ", ")
    return try String.fetchOne(
      db,
      sql: """
        SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite@_%'
          ESCAPE '@' AND name COLLATE NOCASE NOT IN (\(placeholders)) ORDER BY name LIMIT 1
        """, arguments: StatementArguments(names))
  }

  private static func table(_ name: String, _ db: Database) throws -> Table {
    let columns = try Row.fetchAll(
      db, sql: "SELECT name, type, pk FROM pragma_table_info(?, 'main')", arguments: [name])
    let sql = "SELECT * FROM main.\(name.quotedDatabaseIdentifier)"
    let rows: [Row]
    do {
      rows = try Row.fetchAll(db, sql: sql + " ORDER BY rowid")
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // A table without rowid keeps no order of recording. Every other error comes again.
      rows = try Row.fetchAll(db, sql: sql)
    }
    return Table(
      columns: try columns.map {
        DatabaseTables.Column(
          name: try $0.decode(at: 0), type: try $0.decode(at: 1),
          isKey: try $0.decode(Int64.self, at: 2) > 0)
      },
      rows: rows.map { row in
        var values: [String: DatabaseValue] = [:]
        for (name, value) in zip(row.columnNames, row.databaseValues) {
          values[name.lowercased()] = value
        }
        return values
      })
  }
}

extension DatabaseValue {
  /// The text of a text, or of a number as SQLite writes it; `nil` for NULL and blobs.
  public var looseText: String? {
    switch storage {
    case .string(let text): text
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .null, .blob: nil
    }
  }

  /// The number of an integer, of a whole real, or of a text that is one; otherwise `nil`.
  public var looseInteger: Int64? {
    switch storage {
    case .int64(let number): number
    case .double(let number): Int64(exactly: number)
    case .string(let text): Int64(text)
    case .null, .blob: nil
    }
  }

  /// Whether it is a number other than zero, or a text that says yes.
  public var looseTruth: Bool {
    switch storage {
    case .int64(let number): number != 0
    case .double(let number): number != 0
    case .string(let text): ["1", "true", "t", "yes"].contains(text.lowercased())
    case .null, .blob: false
    }
  }
}
