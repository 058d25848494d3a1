extension Database {
  /// Decides whether to retry while another connection holds a lock.
  ///
  /// - Parameter numberOfTries: The number of earlier retries for this lock.
  /// - Returns: `true` to retry; `false` makes the statement throw SQLITE_BUSY.
  /// - Source: <https://www.sqlite.org/c3ref/busy_handler.html>
  public typealias BusyCallback = @Sendable (_ numberOfTries: Int) -> Bool

  /// How to handle locks of other connections.
  public enum BusyMode: Sendable {
    /// Throws SQLITE_BUSY immediately.
    case immediateError
    /// Retries for a number of seconds, unless cancelled, then throws SQLITE_BUSY.
    case timeout(Double)
    /// Calls a closure, unless cancelled.
    ///
    /// The closure should wait briefly, and must not use the connection.
    case callback(BusyCallback)
  }
}

extension Configuration {
  /// How to handle locks of other connections.
  public typealias BusyMode = Database.BusyMode

  /// How opening a connection changes the journal mode of its file.
  ///
  /// Read-only connections never change it.
  public enum JournalModeConfiguration: Sendable, Hashable {
    /// A ``DatabaseQueue`` keeps the file's journal mode; a ``DatabasePool`` sets WAL mode.
    case `default`
    /// WAL mode.
    case wal
  }
}
