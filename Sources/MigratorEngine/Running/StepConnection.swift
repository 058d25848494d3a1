internal import MigratorSQLite

/// The connection for consecutive steps: the connection of the previous step if that is in the
/// state of a new one, otherwise a new one.
///
/// The schema and foreign keys known after a step are valid for the next one on the same
/// connection. A step then costs time for its changes only, not for the whole database.
final class StepConnection {
  private let open: () throws -> DatabaseQueue
  /// The migrations that may read their connection's history.
  private let asking: Set<String>
  private var kept: DatabaseQueue?

  /// Creates the object without opening a connection.
  init(of migrations: [Migration], open: @escaping () throws -> DatabaseQueue) {
    self.open = {
      let queue = try open()
      do {
        // With a rollback journal, other connections can read during the step as long as its
        // changes fit into the cache.
        try queue.writeWithoutTransaction { try $0.enlargeCache() }
      } catch {
        try? queue.close()
        throw error
      }
      return queue
    }
    asking = Set(
      migrations.filter { migration in
        // It is unknown what code reads.
        migration.script.map { Self.isAsked(by: $0.text) } ?? true
      }.map(\.identifier))
  }

  deinit { try? kept?.close() }

  /// Keeps the connection of a step for the next one; it must be in the state of a new one.
  func keep(_ queue: DatabaseQueue) { kept = queue }

  /// Returns the previous step's connection, or a new one; the caller closes or keeps it.
  ///
  /// `last_insert_rowid()`, `changes()` and `total_changes()` depend on the connection's history.
  /// The rows that a step writes must not depend on what ran before it. Without an identifier, the
  /// connection is only for reading.
  ///
  /// Source: <https://www.sqlite.org/lang_corefunc.html>.
  func take(for identifier: String?, knowing known: KnownSchema?) throws -> DatabaseQueue {
    guard let queue = kept else { return try open() }
    kept = nil
    let isGoodFor = { [asking] (db: Database) in
      // Re-opening the path shows whether the file was moved or replaced.
      try !db.isDisplaced && identifier.map(asking.contains) != true
        && !Self.isAsked(in: db, knowing: known)
    }
    if try queue.writeWithoutTransaction(isGoodFor) { return queue }
    try? queue.closeWithoutCheckpoint()
    return try open()
  }

  /// True if SQL may read its connection's history.
  static func isAsked(by sql: String) -> Bool {
    sql.containsIgnoringASCIICase("last_insert_rowid") || sql.containsIgnoringASCIICase("changes")
  }

  /// True if triggers or defaults in the schema may read the connection's history.
  static func isAsked(in db: Database, knowing known: KnownSchema? = nil) throws -> Bool {
    if let known, try db.integerPragma("schema_version") == known.version {
      return known.readsConnectionHistory
    }
    return try db.hasSchemaRow(where: [.sql(containing: "last_insert_rowid", "changes")])
  }
}
