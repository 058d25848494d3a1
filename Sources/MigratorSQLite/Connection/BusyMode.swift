extension Database {
  /// Decides whether to try again while another connection holds a lock.
  ///
  /// - Parameter numberOfTries: How often it was tried again for this lock before.
  /// - Returns: Whether to try again; otherwise the statement throws SQLITE_BUSY.
  /// - Source: <https://www.sqlite.org/c3ref/busy_handler.html>
  public typealias BusyCallback = @Sendable (_ numberOfTries: Int) -> Bool

  /// What to do when another connection holds a lock.
  public enum BusyMode: Sendable {
    /// Throw SQLITE_BUSY at once.
    case immediateError
    /// Try again for so many seconds, unless cancelled, then throw SQLITE_BUSY.
    case timeout(Double)
    /// Ask a closure, unless cancelled. It should wait a little, and must not use the connection.
    case callback(BusyCallback)
  }
}

extension Configuration {
  /// What to do when another connection holds a lock.
  public typealias BusyMode = Database.BusyMode

  /// What a connection that is opened does to the journal mode of its file.
  ///
  /// Read-only connections take it as it is.
  public enum JournalModeConfiguration: Sendable, Hashable {
    /// A ``DatabaseQueue`` keeps the file's journal mode, a ``DatabasePool`` sets WAL mode.
    case `default`
    /// WAL mode.
    case wal
  }
}
