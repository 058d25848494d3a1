public import SQLSyntax

/// What a statement did to an object of a schema, under the names of that moment, or what was found of
/// its contents after all statements.
///
/// `sqlite_master` before and after does not tell a renamed column from one that was dropped while
/// another was added; the statements in their order do, and the contents.
public enum SchemaEvent: Sendable, Hashable {
  /// An object was made; a table that is there already is not made again (`IF NOT EXISTS`).
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
  /// A table that is gone, under its name before, has all its rows in one that was made.
  case tableKept(SQLName, as: SQLName)
  /// A column that is gone, under its name before, has all its values in another one of its table, which
  /// goes by its present name.
  case columnKept(SQLName, as: SQLName, table: SQLName)

  /// The object that was made, dropped or altered, under the name it had before; the one that keeps what
  /// is gone.
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

/// A statement that changes a schema, or that begins, ends or undoes a part of what was changed.
///
/// Reads statements that SQLite has run, so what it does not understand is another statement.
/// Source: <https://www.sqlite.org/lang.html>.
public enum SchemaStatement: Sendable, Hashable {
  /// A change; `schema` is the one that the text names: `temp` also where it says `TEMP`.
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
  /// `PRAGMA foreign_keys = …`, which does nothing inside a transaction.
  case foreignKeys(isOn: Bool)

  /// The words with which such statements begin.
  public static let openings: Set<SQLName> = [
    "ALTER", "BEGIN", "COMMIT", "CREATE", "DROP", "END", "PRAGMA", "RELEASE", "ROLLBACK",
    "SAVEPOINT",
  ]

  /// Reads a statement; fails for any other.
  ///
  /// - Parameter sql: The text of one statement.
  /// - Complexity: O(*n*) for *n* bytes.
  public init?(_ sql: String) {
    if let pragma = PragmaStatement(sql) {
      guard pragma.name == "foreign_keys", pragma.value != nil else { return nil }
      self = .foreignKeys(isOn: pragma.isOn)
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
    // Newer libraries add and drop constraints, too.
    let isConstraint = ["CONSTRAINT", "CHECK"].contains { reader.isAt($0) }
    guard !isConstraint, let column = reader.anyName() else { return nil }
    return change(
      isAddition ? .columnAdded(column, table: table) : .columnDropped(column, table: table))
  }
}

extension TokenReader {
  /// Reads a name in a statement that SQLite has accepted, so that any word in its place is one.
  fileprivate mutating func anyName() -> SQLName? { take().map { SQLName($0.unquoted) } }

  /// Reads `schema.name` or `name`.
  fileprivate mutating func anyQualifiedName() -> (schema: SQLName?, name: SQLName)? {
    guard let first = anyName() else { return nil }
    guard skip(".") else { return (nil, first) }
    return anyName().map { (first, $0) }
  }
}
