internal import MigratorSQLite

/// A migration that counts as applied because a later one is applied, but that left no trace in the
/// schema.
public struct UntracedMigration: Sendable, Hashable {
  /// The identifier of the migration.
  public let identifier: String
  /// The missing object, such as `table club`, which the migration creates and no later one drops.
  public let missing: String

  /// Finds such migrations by running the applied ones on an empty in-memory database.
  ///
  /// Only schema statements are run, and objects are compared by name. The last applied migration
  /// is trusted, because the ledger names it, unless the ledger names a later unregistered one. A
  /// migration is not reported if it only changes rows, or if any of its objects exists.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  /// - Returns: The migrations, in order.
  /// - Throws: `DatabaseError`, ``MigrationError``.
  /// - Complexity: Runs the schema statements of all applied migrations.
  public static func search(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator
  ) throws -> [UntracedMigration] {
    let (state, live) = try inspection.read { (try migrator.list.state($0), try Part.all($0)) }
    let applied = Set(state.appliedIdentifiers)
    let migrations = migrator.list.migrations.filter { applied.contains($0.identifier) }
    let isLastNamed = applied.count == migrations.count
    guard migrations.count > (isLastNamed ? 1 : 0) else { return [] }
    // Usually, nothing is missing. Find out which migration creates which object only if needed.
    if try parts(after: migrations).isSubset(of: live) { return [] }
    var made: [(identifier: String, parts: Set<Part>)] = []
    let final = try parts(after: migrations) { made.append(($0, $1)) }
    return made.dropLast(isLastNamed ? 1 : 0).compactMap { identifier, parts in
      let staying = parts.intersection(final)
      guard let first = staying.min(), staying.isDisjoint(with: live) else { return nil }
      return UntracedMigration(identifier: identifier, missing: first.words)
    }
  }

  /// Runs the schema statements on an empty in-memory database and returns the resulting objects.
  ///
  /// Calls `onEach` with the objects that each migration created.
  private static func parts(
    after migrations: [Migration], onEach: ((String, Set<Part>) -> Void)? = nil
  ) throws -> Set<Part> {
    var configuration = Configuration(purpose: .scratch)
    // These migrations already ran, so accept their double-quoted strings even if their tool would
    // not.
    configuration.acceptsDoubleQuotedStringLiterals = true
    return try DatabaseQueue(configuration: configuration).writeWithoutTransaction { db in
      var rows = try SchemaRows(db)
      var known: [SQLName: Set<Part>] = [:]
      for migration in migrations {
        guard let script = migration.script else { continue }
        // Statements that fail for lack of rows, functions or earlier code create no objects to
        // look for.
        try db.rehearse(script, compilesRest: false, nil) { _ in true }
        guard let onEach else { continue }
        rows = try SchemaRows(db, known: rows)
        var made: Set<Part> = []
        for name in rows.changed ?? [] {
          let parts = try Part.all(db, named: name)
          made.formUnion(parts.subtracting(known.updateValue(parts, forKey: name) ?? []))
        }
        onEach(migration.identifier, made)
      }
      return try Part.all(db)
    }
  }

  private struct Part: Hashable, Comparable {
    /// The kinds, most significant first.
    private static let kinds = ["table", "view", "trigger", "index", "column"]

    let kind: String
    let name: SQLName
    let table: SQLName

    /// `table club`, `column name of club`.
    var words: String {
      "\(kind) \(name.text)" + (kind == "table" || kind == "view" ? "" : " of \(table.text)")
    }

    static func < (one: Part, other: Part) -> Bool {
      let ranks = [one, other].map { kinds.firstIndex(of: $0.kind) ?? kinds.count }
      return (ranks[0], one.words) < (ranks[1], other.words)
    }

    static func all(_ db: Database, named name: SQLName? = nil) throws -> Set<Part> {
      let named = name.map { [SchemaCondition.name($0.text)] } ?? []
      let objects = try db.schemaRows(where: [.hasSQL] + named) { row in
        Part(kind: try row.type, name: SQLName(try row.name), table: SQLName(try row.tableName))
      }
      let columns = try db.columnNames(in: "main", ofTable: name?.text).map { table, column in
        Part(kind: "column", name: SQLName(column), table: SQLName(table))
      }
      return Set(objects + columns)
    }
  }
}
