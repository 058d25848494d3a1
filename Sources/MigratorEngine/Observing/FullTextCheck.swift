package import MigratorSQLite
package import MigratorSchema

/// Compares external-content full-text indexes with their tables, before and after a migration.
///
/// SQLite's own check is an `INSERT`, so it runs only on a copy. It reads the whole table.
/// Sources: <https://www.sqlite.org/fts5.html#the_integrity_check_command>,
/// <https://www.sqlite.org/fts3.html#*fts4integrity>.
package struct FullTextCheck {
  /// The indexes that a migration may affect and that matched their tables before it.
  private let intact: Set<SQLName>
  private let isUsed: Bool

  /// Creates a check that compares nothing.
  init() {
    (intact, isUsed) = ([], false)
  }

  /// Checks the indexes that the migration names, or whose tables it names.
  init(_ db: Database, _ shadows: ShadowTables, before migration: Migration) throws {
    intact = try Set(
      shadows.contentIndexes.filter { index, table in
        try Self.isMentioned(index, table, in: migration)
          && Self.failure(of: index, table, in: shadows, db) == nil
      }.map(\.index))
    isUsed = true
  }

  private static func isMentioned(
    _ index: SQLName, _ table: SQLName, in migration: Migration
  ) -> Bool {
    // Code can contain anything, and a search finds only plain words.
    guard let script = migration.script,
      (index.text + table.text).allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    else { return true }
    return WordSearch([index, table]).isFound(in: script.text)
  }

  /// Returns the indexes that no longer work, and all that were compared.
  ///
  /// New indexes are compared too. The indexes in `emptied` are reported elsewhere.
  func compare(
    _ db: Database, _ after: SchemaSnapshot, _ lineage: SchemaLineage,
    besides emptied: Set<SQLName>
  ) throws -> (broken: [Loss], compared: Set<SQLName>) {
    guard isUsed else { return ([], []) }
    let shadows = after.shadows
    let compared = shadows.contentIndexes.filter { index, _ in
      lineage.former(ofTable: index).map(intact.contains) ?? true
    }
    let broken = try compared.compactMap { index, table -> Loss? in
      guard !emptied.contains(index),
        let sentence = try Self.failure(of: index, table, in: shadows, db)
      else { return nil }
      return .broken(kind: "full-text index", name: index.text, sentence: sentence)
    }
    return (broken, Set(compared.map(\.index)))
  }

  /// Returns the result of SQLite's check as a sentence, or `nil` if the index matches its table.
  ///
  /// - Parameters:
  ///   - index: The index.
  ///   - table: Its content table.
  ///   - shadows: The virtual tables of the schema.
  ///   - db: A connection to a copy.
  /// - Returns: The sentence, or `nil`.
  /// - Throws: An interruption.
  package static func failure(
    of index: SQLName, _ table: SQLName, in shadows: ShadowTables, _ db: Database
  ) throws -> String? {
    let name = index.quoted
    // Without the rank, newer versions of FTS5 do not read the content table.
    let command =
      shadows.module(of: index) == "fts5"
      ? "INSERT INTO main.\(name)(\(name), rank) VALUES ('integrity-check', 1)"
      : "INSERT INTO main.\(name)(\(name)) VALUES ('integrity-check')"
    guard let error = try Self.error(of: command, db) else { return nil }
    if let obstacle = try Self.error(of: "SELECT * FROM main.\(name) LIMIT 1", db) {
      return """
        The full-text index \(index.text) cannot read its table \(table.text): \
        \(obstacle.message ?? obstacle.description). Drop the index in the migration, and create it with the new \
        names.
        """
    }
    guard error.resultCode == .SQLITE_CORRUPT else { return nil }
    return """
      The full-text index \(index.text) does not match its table \(table.text): searches may return wrong rows or \
      fail, and triggers that write to the index may fail. To rebuild it, add INSERT INTO \(name)(\(name)) VALUES \
      ('rebuild') at the end of the migration.
      """
  }

  private static func error(of sql: String, _ db: Database) throws -> DatabaseError? {
    do {
      try db.execute(sql: sql)
      return nil
    } catch let error as DatabaseError where !error.isInterruption {
      return error
    }
  }
}
