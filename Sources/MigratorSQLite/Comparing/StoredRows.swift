import CSQLite3

/// Compares rows in their stored form, byte for byte, without decoding values.
package enum StoredRows {
  /// Returns true if two tables of one overlay have the same rowids with the same records.
  ///
  /// Equal records mean equal rows only if the columns are stored the same way.
  ///
  /// - Parameters:
  ///   - former: A connection to an earlier state, and the root page of the table in it.
  ///   - present: The connection that writes, and the root page of the table in it. Its cached
  ///     pages are flushed to the overlay.
  /// - Returns: `true` if they are the same; `false` also if the pages cannot be read.
  /// - Throws: ``DatabaseError`` SQLITE_INTERRUPT when a connection is cancelled.
  /// - Complexity: O(*n*) for *n* pages, stopping at the first difference.
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

  /// Flushes the page cache to the overlay; returns true if all pages were written.
  ///
  /// SQLite does not flush pages in use by a statement, or any page if cache spilling is off:
  /// <https://www.sqlite.org/pragma.html#pragma_cache_spill>.
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
