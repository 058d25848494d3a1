internal import MigratorSQLite

/// The connection of steps that run one after the other: that of the step before as long as each leaves it
/// as a new one is, or a new one.
///
/// What is known of schema and foreign keys after a step is good for the next one on the same
/// connection, so that a step costs what it changes and not what is there.
final class StepConnection {
  private let open: () throws -> DatabaseQueue
  /// The migrations that may ask what happened in their connection.
  private let asking: Set<String>
  private var kept: DatabaseQueue?

  /// Creates it; opens nothing.
  init(of migrations: [Migration], open: @escaping () throws -> DatabaseQueue) {
    self.open = {
      let queue = try open()
      do {
        // With a rollback journal others can read beside the step as long as its changes fit in here.
        try queue.writeWithoutTransaction { try $0.enlargeCache() }
      } catch {
        try? queue.close()
        throw error
      }
      return queue
    }
    asking = Set(
      migrations.filter { migration in
        // What code asks, nobody can tell.
        migration.script.map { Self.isAsked(by: $0.text) } ?? true
      }.map(\.identifier))
  }

  deinit { try? kept?.close() }

  /// Keeps the connection of a step, which is as a new one would be, for the next.
  func keep(_ queue: DatabaseQueue) { kept = queue }

  /// Takes the connection of the step before, or a new one where that might answer otherwise; it is
  /// the caller's to close or to keep.
  ///
  /// `last_insert_rowid()`, `changes()` and `total_changes()` tell of a connection what happened in
  /// it: the rows that a step writes must not hang on what ran before it. Without an identifier it
  /// is to look.
  ///
  /// Source: <https://www.sqlite.org/lang_corefunc.html>.
  func take(for identifier: String?, knowing known: KnownSchema?) throws -> DatabaseQueue {
    guard let queue = kept else { return try open() }
    kept = nil
    let isGoodFor = { [asking] (db: Database) in
      // Opening the path says what became of the file.
      try !db.isDisplaced && identifier.map(asking.contains) != true
        && !Self.isAsked(in: db, knowing: known)
    }
    if try queue.writeWithoutTransaction(isGoodFor) { return queue }
    try? queue.closeWithoutCheckpoint()
    return try open()
  }

  /// Whether a text of SQL may ask what happened in its connection.
  static func isAsked(by sql: String) -> Bool {
    sql.containsIgnoringASCIICase("last_insert_rowid") || sql.containsIgnoringASCIICase("changes")
  }

  /// The same of a schema, whose triggers and defaults may.
  private static func isAsked(in db: Database, knowing known: KnownSchema?) throws -> Bool {
    if let known, try db.integerPragma("schema_version") == known.version {
      return known.asksConnection
    }
    return try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM main.sqlite_master
          WHERE sql LIKE '%last_insert_rowid%' OR sql LIKE '%changes%')
        """) == true
  }
}
