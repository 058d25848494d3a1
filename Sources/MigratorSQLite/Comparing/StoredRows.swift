import CSQLite3

/// Compares rows as they are stored, byte for byte, without a value being decoded.
package enum StoredRows {
  /// Whether two tables of one overlay have the same rowids with the same records.
  ///
  /// Equal records are equal rows only where the columns store alike.
  ///
  /// - Parameters:
  ///   - former: The connection that goes on seeing an earlier state, and the first page of the table there.
  ///   - present: The connection that writes, and the first page of the table there; what it holds back
  ///     is written into the overlay.
  /// - Returns: Whether they have; `false` also where the pages do not tell.
  /// - Throws: ``DatabaseError`` SQLITE_INTERRUPT when a connection is cancelled.
  /// - Complexity: O(*n*) for *n* pages, up to the first difference.
  package static func areSame(
    _ former: (db: Database, rootPage: Int64), _ present: (db: Database, rootPage: Int64)
  ) throws -> Bool {
    guard try hasFlushed(present.db) else { return false }
    do {
      var old = try TablePages(former.db, root: former.rootPage)
      var new = try TablePages(present.db, root: present.rootPage)
      while try old.next() {
        guard try new.next(), old.rowID == new.rowID, try old.hasSameRecord(as: new) else {
          return false
        }
      }
      return try !new.next()
    } catch is PageFile.Unreadable {
      return false
    }
  }

  /// Writes what a connection to an overlay holds back in its cache; tells whether all of it was.
  ///
  /// Pages that a statement is using stay where they are, and so do all where a migration has forbidden
  /// it: <https://www.sqlite.org/pragma.html#pragma_cache_spill>.
  private static func hasFlushed(_ db: Database) throws -> Bool {
    guard OverlayFileSystem.contains(db.path) else { return false }
    var statement = sqlite3_next_stmt(db.connection, nil)
    while let pointer = statement {
      if sqlite3_stmt_busy(pointer) != 0 { return false }
      statement = sqlite3_next_stmt(db.connection, pointer)
    }
    return try db.get(pragma: "cache_spill", as: Int64.self) > 0
      && sqlite3_db_cacheflush(db.connection) == SQLITE_OK
  }
}
