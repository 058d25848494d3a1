import CSQLite3

/// Compiled statements for reuse, by their SQL.
///
/// A statement in use is not in the cache, so no other code can get it. A cached statement does not
/// keep its connection alive.
struct StatementCache {
  private var pointers: [String: OpaquePointer] = [:]

  mutating func take(_ sql: String) -> OpaquePointer? {
    pointers.removeValue(forKey: sql)
  }

  /// Returns a statement to the cache; finalizes an older one with the same SQL.
  mutating func put(_ pointer: OpaquePointer, for sql: String) {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
    sqlite3_finalize(pointers.updateValue(pointer, forKey: sql))
  }

  mutating func empty() {
    pointers.values.forEach { sqlite3_finalize($0) }
    pointers = [:]
  }
}
