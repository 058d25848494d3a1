import CSQLite3
import MigratorPlatform

/// The owner of a `sqlite3 *`.
///
/// Sendable although the compiler cannot see it: the pointer never changes, and only `interrupt` and
/// `close` are called from any thread. They exclude each other through the mutex, which is what
/// `sqlite3_interrupt` asks for; all else that uses the pointer runs inside ``AccessLock``.
final class ConnectionHandle: @unchecked Sendable {
  /// The connection.
  ///
  /// Not to be used once ``isOpen`` is false.
  let pointer: OpaquePointer
  private let open = Mutex(true)

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    if isOpen { sqlite3_close_v2(pointer) }
  }

  /// Whether the connection is open.
  var isOpen: Bool { open.withLock { $0 } }

  /// Makes the running statement, if any, fail with SQLITE_INTERRUPT.
  func interrupt() {
    open.withLock { if $0 { sqlite3_interrupt(pointer) } }
  }

  /// Closes the connection; does nothing when it is closed.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY when a statement or cursor still lives.
  func close() throws {
    let code = open.withLock { isOpen -> Int32 in
      guard isOpen else { return SQLITE_OK }
      let code = sqlite3_close(pointer)
      isOpen = code != SQLITE_OK
      return code
    }
    if code != SQLITE_OK { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }
}
