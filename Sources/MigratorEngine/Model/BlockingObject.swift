internal import MigratorSQLite
internal import MigratorSchema

/// A view or trigger that does not compile, so that SQLite refuses ALTER TABLE.
///
/// To rename an object or to drop a column, SQLite parses all views and triggers.
/// Source: <https://www.sqlite.org/lang_altertable.html#alter_table_rename>.
struct BlockingObject: Sendable, Hashable {
  private let kind: String
  private let name: String
  private let sql: String
  /// True if it compiles before the change, but not after it.
  private let isCausedByChange: Bool

  /// Parses `error in view b: no such table: main.a`; `nil` for other messages.
  init?(_ message: String, in schema: SchemaSnapshot) {
    for kind in [SchemaObjectKind.view, .trigger] {
      let opening = "error in \(kind.rawValue) "
      guard message.hasPrefix(opening) else { continue }
      let rest = message.dropFirst(opening.count)
      // The name may contain anything, so it is compared with the names in the schema.
      let found = schema.objects.first {
        $0.kind == kind && (rest.hasPrefix($0.name + ": ") || rest.hasPrefix($0.name + " after "))
      }
      guard let found, let sql = found.sql else { return nil }
      self.kind = kind.rawValue.uppercased()
      (name, self.sql) = (found.name, sql)
      isCausedByChange = rest.hasPrefix(found.name + " after ")
      return
    }
    return nil
  }

  /// The statements to add, or `nil` if the definition is too long to print.
  var remedy: Remedy? {
    guard sql.utf8.count <= 2000 else { return nil }
    let adapted = isCausedByChange ? ", adapted to the change" : ""
    return """
      SQLite rejects ALTER TABLE while this \(kind.lowercased()) does not work. In the migration, drop it first: \
      DROP \(kind) \(name.quotedDatabaseIdentifier); Re-create it later\(adapted), when the objects that it uses \
      exist: \(sql);
      """
  }
}
