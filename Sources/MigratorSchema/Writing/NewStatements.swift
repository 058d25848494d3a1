/// The statements of a new migration.
///
/// Each element is one complete statement without its final semicolon, such as a whole
/// `CREATE TRIGGER … END`. Comments can precede it. No statement begins or ends a transaction. If
/// the tool does not use one, `BEGIN` and `COMMIT` are added to its file.
public struct NewStatements: Sendable, Hashable {
  /// The statements that apply the migration.
  public var up: [String]

  /// The statements that undo it, or `nil` if there are none.
  public var down: [String]?

  /// The schema after the migration, or `nil` if the statements do not change the schema.
  ///
  /// Drizzle stores it in a snapshot next to the file.
  public var schema: SchemaSnapshot?

  /// The schema before the migration.
  ///
  /// Objects that are in both schemas, but not in Drizzle's last snapshot, are not added to the new
  /// snapshot either.
  public var schemaBefore: SchemaSnapshot

  /// True if foreign keys should be off while the statements run, provided that a file of the tool
  /// can turn them off.
  public var turnsForeignKeysOff: Bool

  /// True if rows violate foreign keys after it, so a check of all rows must not reject it.
  public var toleratesViolations = false

  /// Creates statements from their properties.
  public init(
    up: [String], down: [String]? = nil, schema: SchemaSnapshot? = nil,
    schemaBefore: SchemaSnapshot = .empty, turnsForeignKeysOff: Bool = false
  ) {
    self.up = up
    self.down = down
    self.schema = schema
    self.schemaBefore = schemaBefore
    self.turnsForeignKeysOff = turnsForeignKeysOff
  }

  /// Splits a script that changes only rows into its statements.
  ///
  /// - Parameter sql: The script. If it cannot be split, it becomes one element.
  public init(sql: String) {
    let script = SQLScript(file: "", text: sql)
    let bytes = Array(sql.utf8)
    var start = 0
    let statements = (try? script.parsed.get()) ?? ScriptStatements()
    let parts = statements.map { statement in
      let end = statement.location.offset + statement.sql.utf8.count
      defer { start = end }
      return Self.trimmed(String(decoding: bytes[start..<end], as: UTF8.self))
    }
    self.init(up: parts.isEmpty ? [Self.trimmed(sql)] : parts)
  }

  /// Removes the white space around a statement, and its semicolon.
  private static func trimmed(_ sql: String) -> String {
    var sql = sql[...]
    while sql.first?.isWhitespace == true { sql.removeFirst() }
    while let last = sql.last, last.isWhitespace || last == ";" { sql.removeLast() }
    return String(sql)
  }
}
