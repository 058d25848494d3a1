internal import MigratorSQLite
internal import MigratorSchema

/// The cause of a failure, if it determines the remedy.
enum FailureCause: Sendable, Hashable {
  /// The tool enforces foreign keys, which makes the migration succeed; this program does not
  /// enforce them.
  case unenforcedKeys(tool: String)
  /// A table, view or column that an applied migration created is missing.
  case lost(LostObject)
  /// Text in double quotes is not a column.
  case literal(QuotedLiteral)
  /// A view or trigger prevents a schema change.
  case dependent(BlockingObject)

  /// Finds the cause; `nil` if none of these applies.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - schema: The schema before the migration.
  ///   - tool: The tool whose enforced foreign keys let the migration succeed, or `nil`.
  ///   - origins: Returns the origins of the objects that the applied migrations created.
  init?(
    of failure: MigrationFailure, in schema: SchemaSnapshot, succeedingUnder tool: String?,
    _ origins: () -> SchemaOrigins<String>?
  ) {
    let (message, sql) = (failure.message, failure.statement?.sql ?? failure.sql)
    if failure.isOfStatements, let tool {
      self = .unenforcedKeys(tool: tool)
    } else if failure.phase == .body, let lost = LostObject(message, in: sql, schema, origins) {
      self = .lost(lost)
    } else if let literal = QuotedLiteral(message, in: sql, schema) {
      self = .literal(literal)
    } else if let dependent = BlockingObject(message, in: schema) {
      self = .dependent(dependent)
    } else {
      return nil
    }
  }

  /// The remedy; `nil` if the statements to add are too long to print.
  var remedy: Remedy? {
    switch self {
    case .unenforcedKeys(let tool):
      """
      The migration succeeds with foreign keys on, as \(tool) runs it. Look at the rows that change by cascade: \
      \(command: "dry-run", "DB", "--foreign-keys", "immediate"). Then apply it with the same option.
      """
    case .lost(let object): object.remedy
    case .literal(let literal): literal.remedy
    case .dependent(let object): object.remedy
    }
  }
}

extension MigrationFailure {
  /// True if the statements or their foreign keys failed, so that enforcing foreign keys may help.
  var isOfStatements: Bool {
    (phase == .body || phase == .check) && !isCancellation && !isLock && !isDiskError
      && !isCorruption
  }

  /// The column in the message `no such column: a`, without quotes.
  ///
  /// Newer versions of SQLite add: `"a" - should this be a string literal in single-quotes?`
  static func missingColumn(_ message: String) -> String? {
    guard let start = message.firstRange(of: "no such column: ") else { return nil }
    let name = message[start.upperBound...]
    return name.firstRange(of: "\" - should this be a string literal").map {
      String(name[..<$0.lowerBound].dropFirst())
    } ?? String(name)
  }
}
