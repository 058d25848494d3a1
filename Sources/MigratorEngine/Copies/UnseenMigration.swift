internal import MigratorSQLite

/// A migration that counts as applied because a later one is, and of which the schema shows nothing.
public struct UnseenMigration: Sendable, Hashable {
  /// The migration.
  public let identifier: String
  /// Something that it makes, that nothing after it takes away, and that is not there: `table club`.
  public let missing: String

  /// Looks for such migrations: what the applied ones make on an empty database in memory is compared
  /// with what is there, by names.
  ///
  /// Only statements that make the schema are run. What the ledger itself names is not doubted: the last that
  /// is applied, unless the ledger names one after it that is not registered. Neither is one that changes rows
  /// alone, or of which anything is there.
  ///
  /// - Parameters:
  ///   - inspection: The database, which is only read.
  ///   - migrator: The registered migrations.
  /// - Returns: The migrations, in their order.
  /// - Throws: `DatabaseError`, ``MigrationError``.
  /// - Complexity: A run of what makes the schema in all that is applied.
  public static func search(
    on inspection: DatabaseInspection, migrator: DatabaseMigrator
  ) throws -> [UnseenMigration] {
    let (state, live) = try inspection.read { (try migrator.list.state($0), try Part.all($0)) }
    let applied = Set(state.appliedIdentifiers)
    let migrations = migrator.list.migrations.filter { applied.contains($0.identifier) }
    let isLastNamed = applied.count == migrations.count
    guard migrations.count > (isLastNamed ? 1 : 0) else { return [] }
    // Mostly all is there; who made what is asked only where something is missing.
    if try parts(after: migrations).isSubset(of: live) { return [] }
    var made: [(identifier: String, parts: Set<Part>)] = []
    let final = try parts(after: migrations) { made.append(($0, $1)) }
    return made.dropLast(isLastNamed ? 1 : 0).compactMap { identifier, parts in
      let staying = parts.intersection(final)
      guard let first = staying.min(), staying.isDisjoint(with: live) else { return nil }
      return UnseenMigration(identifier: identifier, missing: first.words)
    }
  }

  /// Runs what makes the schema, on an empty database in memory, and returns what is there in the
  /// end; tells what each has made.
  private static func parts(
    after migrations: [Migration], onEach: ((String, Set<Part>) -> Void)? = nil
  ) throws -> Set<Part> {
    try DatabaseQueue().writeWithoutTransaction { db in
      var rows = try SchemaRows(db)
      var known: [SQLName: Set<Part>] = [:]
      for migration in migrations {
        guard let script = migration.script else { continue }
        // What fails for want of rows, functions or code before it makes nothing to look for.
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

  /// An object of a schema, or a column of a table.
  private struct Part: Hashable, Comparable {
    /// The kinds, the most telling first.
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

    /// The objects and columns of a schema, or of what has one name.
    static func all(_ db: Database, named name: SQLName? = nil) throws -> Set<Part> {
      let objects = try Row.fetchAll(
        db,
        sql: """
          SELECT type, name, tbl_name FROM main.sqlite_master
          WHERE sql IS NOT NULL AND (?1 IS NULL OR name = ?1 COLLATE NOCASE)
          UNION ALL
          SELECT 'column', c.name, m.name
          FROM main.sqlite_master AS m, pragma_table_info(m.name, 'main') AS c
          WHERE m.type = 'table' AND m.rootpage > 0 AND (?1 IS NULL OR m.name = ?1 COLLATE NOCASE)
          """, arguments: [name?.text])
      return Set(
        try objects.map { row in
          Part(
            kind: try row.decode(atIndex: 0), name: SQLName(try row.decode(atIndex: 1)),
            table: SQLName(try row.decode(atIndex: 2)))
        })
    }
  }
}
