public import SQLSyntax

/// The effect of one statement on a schema object, or a fact found by comparing contents.
///
/// Names are those at the time of the statement. `sqlite_master` cannot distinguish a renamed
/// column from one that was dropped while another was added. The sequence of statements can, and so
/// can the contents.
public enum SchemaEvent: Sendable, Hashable {
  /// An object was created. Ignored for an existing table (`IF NOT EXISTS`).
  case created(SchemaObject.Kind, SQLName)
  /// An object was dropped.
  case dropped(SchemaObject.Kind, SQLName)
  /// A table was renamed.
  case tableRenamed(SQLName, to: SQLName)
  /// A column was added.
  case columnAdded(SQLName, table: SQLName)
  /// A column was renamed.
  case columnRenamed(SQLName, to: SQLName, table: SQLName)
  /// A column was dropped.
  case columnDropped(SQLName, table: SQLName)
  /// All rows of a dropped table, by its former name, are in a new table.
  case tableKept(SQLName, as: SQLName)
  /// All values of a dropped column, by its former name, are in another column of the table.
  ///
  /// The table is given by its current name.
  case columnKept(SQLName, as: SQLName, table: SQLName)

  /// The affected object, or the table of an affected column.
  ///
  /// For a rename, this is the former name; for ``tableKept(_:as:)``, it is the new table.
  public var subject: SQLName {
    switch self {
    case .created(_, let name), .dropped(_, let name), .tableRenamed(let name, to: _): name
    case .columnAdded(_, let table), .columnRenamed(_, to: _, let table),
      .columnDropped(_, let table), .columnKept(_, as: _, let table):
      table
    case .tableKept(_, as: let name): name
    }
  }
}

/// A statement that changes a schema, or that begins, commits or rolls back changes.
///
/// Parses only statements that SQLite has run, so it does not check their syntax.
/// Source: <https://www.sqlite.org/lang.html>.
public enum SchemaStatement: Sendable, Hashable {
  /// A change; `schema` is the one in the statement, and `temp` for `CREATE TEMP`.
  case change(SchemaEvent, schema: SQLName?)
  /// `SAVEPOINT`.
  case savepoint(SQLName)
  /// `RELEASE`.
  case release(SQLName)
  /// `ROLLBACK TO`.
  case rollbackTo(SQLName)
  /// `BEGIN`.
  case begin
  /// `COMMIT` or `END`.
  case commit
  /// `ROLLBACK`.
  case rollback
  /// `PRAGMA foreign_keys = …`, which has no effect inside a transaction.
  case foreignKeys(isOn: Bool)
  /// `PRAGMA defer_foreign_keys = …`, which ends with the transaction.
  case deferredForeignKeys(isOn: Bool)

  /// The first keywords of such statements.
  public static let openings: Set<SQLName> = [
    "ALTER", "BEGIN", "COMMIT", "CREATE", "DROP", "END", "PRAGMA", "RELEASE", "ROLLBACK",
    "SAVEPOINT",
  ]

  /// Parses a statement; returns `nil` for any other statement.
  ///
  /// - Parameter sql: The SQL of one statement.
  /// - Complexity: O(*n*) for *n* bytes.
  public init?(_ sql: String) {
    guard let word = SQLTokenizer.firstWord(of: sql), Self.openings.contains(word) else {
      return nil
    }
    if let pragma = PragmaStatement(sql) {
      guard pragma.value != nil else { return nil }
      switch pragma.name {
      case "foreign_keys": self = .foreignKeys(isOn: pragma.isOn)
      case "defer_foreign_keys": self = .deferredForeignKeys(isOn: pragma.isOn)
      default: return nil
      }
      return
    }
    var reader = TokenReader(sql)
    guard let statement = Self.read(&reader) else { return nil }
    self = statement
  }

  private static func read(_ reader: inout TokenReader) -> SchemaStatement? {
    if reader.skip("ALTER", "TABLE") { return alteration(&reader) }
    if reader.skip("CREATE") { return creation(&reader) }
    if reader.skip("DROP") {
      guard let kind = kind(&reader) else { return nil }
      _ = reader.skip("IF", "EXISTS")
      return reader.anyQualifiedName().map { .change(.dropped(kind, $0.name), schema: $0.schema) }
    }
    if reader.skip("SAVEPOINT") { return reader.anyName().map { .savepoint($0) } }
    if reader.skip("RELEASE") {
      _ = reader.skip("SAVEPOINT")
      return reader.anyName().map { .release($0) }
    }
    if reader.skip("ROLLBACK") {
      _ = reader.skip("TRANSACTION")
      guard reader.skip("TO") else { return .rollback }
      _ = reader.skip("SAVEPOINT")
      return reader.anyName().map { .rollbackTo($0) }
    }
    if reader.skip("BEGIN") { return .begin }
    if reader.skip("COMMIT") || reader.skip("END") { return .commit }
    return nil
  }

  private static func kind(_ reader: inout TokenReader) -> SchemaObject.Kind? {
    if reader.skip("TABLE") { return .table }
    if reader.skip("INDEX") { return .index }
    if reader.skip("VIEW") { return .view }
    return reader.skip("TRIGGER") ? .trigger : nil
  }

  private static func creation(_ reader: inout TokenReader) -> SchemaStatement? {
    let isTemporary = reader.skip("TEMP") || reader.skip("TEMPORARY")
    _ = reader.skip("UNIQUE") || reader.skip("VIRTUAL")
    guard let kind = kind(&reader) else { return nil }
    _ = reader.skip("IF", "NOT", "EXISTS")
    return reader.anyQualifiedName().map {
      .change(.created(kind, $0.name), schema: isTemporary ? "temp" : $0.schema)
    }
  }

  private static func alteration(_ reader: inout TokenReader) -> SchemaStatement? {
    guard let (schema, table) = reader.anyQualifiedName() else { return nil }
    func change(_ event: SchemaEvent?) -> SchemaStatement? {
      event.map { .change($0, schema: schema) }
    }
    if reader.skip("RENAME", "TO") {
      return change(reader.anyName().map { .tableRenamed(table, to: $0) })
    }
    if reader.skip("RENAME") {
      _ = reader.skip("COLUMN")
      guard let column = reader.anyName(), reader.skip("TO") else { return nil }
      return change(reader.anyName().map { .columnRenamed(column, to: $0, table: table) })
    }
    let isAddition = reader.skip("ADD")
    guard isAddition || reader.skip("DROP") else { return nil }
    _ = reader.skip("COLUMN")
    // Newer versions of SQLite also add and drop constraints.
    let isConstraint = ["CONSTRAINT", "CHECK"].contains { reader.isAt($0) }
    guard !isConstraint, let column = reader.anyName() else { return nil }
    return change(
      isAddition ? .columnAdded(column, table: table) : .columnDropped(column, table: table))
  }
}

extension TokenReader {
  /// Reads any word as a name, because SQLite has accepted the statement.
  fileprivate mutating func anyName() -> SQLName? { take().map { SQLName($0.unquoted) } }

  fileprivate mutating func anyQualifiedName() -> (schema: SQLName?, name: SQLName)? {
    guard let first = anyName() else { return nil }
    guard skip(".") else { return (nil, first) }
    return anyName().map { (first, $0) }
  }
}
