import CSQLite3

/// Compiled statements that are used again, under their SQL.
///
/// One that is in use is not in the cache, so that nobody else gets it; nor does it keep its connection alive there.
struct StatementCache {
  private var pointers: [String: OpaquePointer] = [:]

  /// Takes out a statement.
  mutating func take(_ sql: String) -> OpaquePointer? {
    pointers.removeValue(forKey: sql)
  }

  /// Puts a statement back; ends it where there is such a one.
  mutating func put(_ pointer: OpaquePointer, for sql: String) {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
    sqlite3_finalize(pointers.updateValue(pointer, forKey: sql))
  }

  /// Ends all statements.
  mutating func empty() {
    pointers.values.forEach { sqlite3_finalize($0) }
    pointers = [:]
  }
}

extension Database {
  /// Returns a compiled statement, the one that was compiled for this SQL before if it is free.
  ///
  /// - Parameter sql: The statement.
  /// - Returns: The compiled statement.
  /// - Throws: ``DatabaseError``; SQLITE_MISUSE when there is no statement, or more than one.
  public func cachedStatement(sql: String) throws -> Statement {
    let text = sql.trimmedStatement
    if let pointer = statementCache.take(text) {
      return Statement(database: self, pointer: pointer, isCached: true)
    }
    return try makeStatement(sql: text, isCached: true)
  }
}
