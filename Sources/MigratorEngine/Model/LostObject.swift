internal import MigratorSQLite
internal import MigratorSchema

/// A missing table, view or column that an applied migration created.
///
/// The database was changed without a migration, or the ledger records a migration that did not
/// run. The migration that fails is not at fault.
struct LostObject: Sendable, Hashable {
  private let words: String
  /// The migration that created it.
  private let creator: String

  /// Finds the object that caused an error; `nil` for other errors.
  ///
  /// - Parameters:
  ///   - message: SQLite's message.
  ///   - sql: The statement.
  ///   - schema: The schema before the migration.
  ///   - origins: Returns the origins of the objects that the applied migrations created.
  init?(
    _ message: String, in sql: String?, _ schema: SchemaSnapshot,
    _ origins: () -> SchemaOrigins<String>?
  ) {
    if let object = NamedObject(message), object.isMissing, [.table, .view].contains(object.kind) {
      let name = Self.plain(object.name)
      guard
        !schema.objects.contains(where: {
          [.table, .view].contains($0.kind) && SQLName($0.name) == name
        }),
        let creator = origins()?.origin(of: name)
      else { return nil }
      words = "\(object.kind?.rawValue ?? "table") \(name.text)"
      self.creator = creator
      return
    }
    guard let (column, named) = Self.column(message) else { return nil }
    let mentioned = SQLTokenizer.tokens(of: sql ?? "").compactMap(\.name)
    let tables = named.map { [$0] } ?? mentioned
    // Tables that lack the column.
    let lacking = tables.filter { table in
      schema.columns(of: table).map { !$0.contains { SQLName($0) == column } } ?? false
    }
    guard !lacking.isEmpty, let origins = origins(),
      let table = lacking.first(where: { origins.origin(of: column, in: $0) != nil }),
      let creator = origins.origin(of: column, in: table)
    else { return nil }
    words = "column \(column.text) of \(table.text)"
    self.creator = creator
  }

  /// The column in a message, and its table if the message names it.
  private static func column(_ message: String) -> (SQLName, table: SQLName?)? {
    if let name = MigrationFailure.missingColumn(message) { return (plain(name), nil) }
    let words = " has no column named "
    guard message.hasPrefix("table "), let range = message.firstRange(of: words) else { return nil }
    let table = message[..<range.lowerBound].dropFirst("table ".count)
    return (SQLName(String(message[range.upperBound...])), SQLName(String(table)))
  }

  /// The last part of a name that SQLite may qualify or quote.
  private static func plain(_ name: String) -> SQLName {
    let unquoted = SQLToken(kind: .identifier, text: name).unquoted
    return SQLName(unquoted.split(separator: ".").last.map(String.init) ?? unquoted)
  }

  /// How to find and undo what changed the database.
  var remedy: Remedy {
    """
    The applied migration \(creator) created the \(words), but the database does not have it. List all such \
    differences: press 2, or run \(command: "schema", "DB"). Restore the missing objects from a backup, or create \
    them with the statements of \(creator). Then try again.
    """
  }
}
