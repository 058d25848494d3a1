public import MigratorSQLite

/// The complete contents of a ledger's tables.
public struct LedgerRows: Sendable, Hashable {
  /// A column.
  public typealias Column = ColumnInfo

  /// A row; values are looked up by lowercase column name.
  public struct Row: Sendable, Hashable {
    private let names: [String]
    private let values: [DatabaseValue]

    fileprivate init(names: [String], values: [DatabaseValue]) {
      self.names = names
      self.values = values
    }

    /// Creates a row.
    ///
    /// - Parameter fields: The values by lowercase column name.
    public init(_ fields: [String: DatabaseValue]) {
      let sorted = fields.sorted { $0.key < $1.key }
      self.init(names: sorted.map(\.key), values: sorted.map(\.value))
    }

    /// The lowercase column names with their values.
    package var fields: Zip2Sequence<[String], [DatabaseValue]> { zip(names, values) }

    var columns: [String] { names }

    /// Returns the row with only these columns; `nil` keeps all.
    func keeping(_ columns: Set<String>?) -> Row {
      guard let columns, columns.count < names.count else { return self }
      let kept = fields.filter { columns.contains($0.0) }
      return Row(names: kept.map(\.0), values: kept.map(\.1))
    }

    /// The value of a column, or `nil` when the column does not exist.
    public subscript(column: String) -> DatabaseValue? {
      names.firstIndex(of: column).map { values[$0] }
    }

    /// The text of a column, or its number as decimal text; `nil` for NULL and blobs.
    public func text(_ column: String) -> String? {
      switch self[column]?.storage {
      case .string(let text): text
      case .int64(let number): String(number)
      case .double(let number): String(number)
      case .null, .blob, nil: nil
      }
    }

    /// The value of an integer, a whole real number or numeric text; otherwise `nil`.
    public func integer(_ column: String) -> Int64? {
      switch self[column]?.storage {
      case .int64(let number): number
      case .double(let number): Int64(exactly: number)
      case .string(let text): Int64(text)
      case .null, .blob, nil: nil
      }
    }

    /// True if a column holds a nonzero number, or text such as `true` or `yes`.
    public func isTrue(_ column: String) -> Bool {
      switch self[column]?.storage {
      case .int64(let number): number != 0
      case .double(let number): number != 0
      case .string(let text): ["1", "true", "t", "yes"].contains(text.lowercased())
      case .null, .blob, nil: false
      }
    }

    /// True if a column holds NULL or is missing.
    public func isNull(_ column: String) -> Bool { self[column]?.isNull ?? true }
  }

  /// A table of a ledger.
  public struct Table: Sendable, Hashable {
    /// The columns of the table.
    public var columns: [Column]
    /// The rows in insertion order, if the table preserves it.
    public var rows: [Row] {
      get { layers.elements }
      set { layers = OverlaidArray(newValue) }
    }
    private var layers: OverlaidArray<Row>

    /// Creates a table; the parameters are the properties.
    public init(columns: [Column] = [], rows: [Row] = []) {
      self.columns = columns
      layers = OverlaidArray(rows)
    }

    var rowCount: Int { layers.count }

    /// Appends a row; copies of the table share the earlier rows.
    mutating func append(_ row: Row) { layers.append(row) }

    /// True if the table has a column.
    public func hasColumn(_ name: String) -> Bool {
      columns.contains { SQLName($0.name) == SQLName(name) }
    }
  }

  /// The tables that exist, by the names that the ledger requested.
  public var tables: [String: Table]
  /// `PRAGMA user_version`.
  public var userVersion: Int64
  /// A table that does not belong to the ledger; `nil` when there is none.
  ///
  /// Some tools start only on an empty database.
  public var otherTable: String?

  /// Creates a value; the parameters are the properties.
  public init(
    tables: [String: Table] = [:], userVersion: Int64 = 0, otherTable: String? = nil
  ) {
    self.tables = tables
    self.userVersion = userVersion
    self.otherTable = otherTable
  }
}

extension LedgerRows {
  /// Reads tables by name and leaves out missing ones.
  ///
  /// - Complexity: O(*n*) for *n* rows.
  package init(of names: [String], _ db: Database) throws {
    var tables: [String: Table] = [:]
    // Checks first instead of handling the error: another process may create the ledger in between.
    for name in names where try db.tableExists(name, in: "main") {
      tables[name] = try Self.table(name, db)
    }
    self.init(
      tables: tables, userVersion: try db.get(pragma: "user_version") ?? 0,
      otherTable: try Self.otherTable(than: names, db))
  }

  private static func otherTable(than names: [String], _ db: Database) throws -> String? {
    let isOther: [SchemaCondition] = [.kind(.table), .isNotInternal, .name(notIn: names)]
    return try db.schemaRows(where: isOther, limit: 1) { try $0.name }.first
  }

  private static func table(_ name: String, _ db: Database) throws -> Table {
    let columns = try db.columns(in: name, in: "main")
    let sql = "SELECT * FROM main.\(name.quotedDatabaseIdentifier)"
    let rows: [Row]
    do {
      rows = try self.rows(of: sql + " ORDER BY rowid", db)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // A WITHOUT ROWID table does not preserve the insertion order. Any other error occurs again
      // here.
      rows = try self.rows(of: sql, db)
    }
    return Table(columns: columns, rows: rows)
  }

  /// Returns the rows with the last inserted row appended.
  ///
  /// Returns `nil` if that row is not the last of its table, if rows are missing, or if the ledger
  /// has several tables.
  func appending(_ rowID: Int64, _ db: Database) throws -> LedgerChange.Outcome? {
    guard tables.count == 1, let (name, held) = tables.first,
      try db.integerPragma("user_version") == userVersion
    else { return nil }
    let table = "main.\(name.quotedDatabaseIdentifier)"
    let sql = """
      SELECT * FROM \(table) WHERE rowid = \(rowID) AND rowid = (SELECT max(rowid) FROM \(table))
      AND \(held.rowCount + 1) = (SELECT count(*) FROM \(table))
      """
    guard let row = try? Self.rows(of: sql, db).first else { return nil }
    var rows = self
    rows.tables[name]?.append(row)
    return LedgerChange.Outcome(rows: rows, added: row)
  }

  private static func rows(of sql: String, _ db: Database) throws -> [Row] {
    var rows: [Row] = []
    var names: [String] = []
    try db.forEachRow(of: sql) { row in
      if rows.isEmpty { names = row.columnNames.map(\.asciiLowercased) }
      rows.append(Row(names: names, values: row.values))
    }
    return rows
  }
}
