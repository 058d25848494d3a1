import CSQLite3
import MigratorPlatform

/// The owner of an `sqlite3 *`.
///
/// `@unchecked Sendable` is safe: the pointer never changes, and only `interrupt` and `close` are
/// called on any thread. The mutex makes them mutually exclusive, as `sqlite3_interrupt` requires.
/// All other uses of the pointer are inside ``AccessLock``.
final class ConnectionHandle: @unchecked Sendable {
  /// The connection.
  ///
  /// It must not be used if ``isOpen`` is false.
  let pointer: OpaquePointer
  private let open = Mutex(true)

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    if isOpen { sqlite3_close_v2(pointer) }
  }

  var isOpen: Bool { open.withLock { $0 } }

  /// Interrupts the running statement, if any, which then throws SQLITE_INTERRUPT.
  func interrupt() {
    open.withLock { if $0 { sqlite3_interrupt(pointer) } }
  }

  /// Closes the connection; does nothing if it is closed.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY if a statement or cursor is still alive.
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
