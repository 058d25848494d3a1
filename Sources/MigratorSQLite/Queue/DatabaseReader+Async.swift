internal import Dispatch

extension DatabaseReader {
  /// Reads one state of the database on another thread, without waiting for it.
  ///
  /// - Parameter value: Receives the connection, or why there is none, on that thread; writing throws
  ///   SQLITE_READONLY.
  public func asyncRead(_ value: @escaping @Sendable (Result<Database, any Error>) -> Void) {
    // A queue of its own gets a thread of its own; the global ones may run out of them.
    DispatchQueue(label: "MigratorSQLite.read").async {
      var hasRead = false
      do {
        try self.read { db in
          hasRead = true
          value(.success(db))
        }
      } catch {
        if !hasRead { value(.failure(error)) }
      }
    }
  }
}
