/// A second, read-only connection to a database, opened on first use.
///
/// A connection first reads the whole schema. This dominates the cost if there are many tables and
/// few of them changed.
package final class LazyReader {
  private let open: () throws -> Database
  private let monitor: ProgressMonitor?
  private var connection: Database?
  private var isReady = false

  /// Creates a reader without opening a connection.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - configuration: The configuration of the other connection, which provides functions,
  ///     collations and extensions.
  ///   - busyMode: How to handle locks, or `nil` for the default of inspection.
  ///   - monitor: Watches the reader's statements, or `nil`.
  package init(
    of path: String, beside configuration: Configuration, busyMode: Database.BusyMode? = nil,
    monitor: ProgressMonitor? = nil
  ) {
    self.monitor = monitor
    open = {
      func open(_ looking: Configuration) throws -> Database {
        var looking = looking
        looking.openingRead = .nothing
        if let busyMode { looking.busyMode = busyMode }
        return try ConnectionOpening.open(path: path, configuration: looking)
      }
      do {
        return try open(configuration.inspecting)
      } catch {
        // The app's setup may require writing.
        return try open(configuration.inspectingWithoutSetup)
      }
    }
  }

  /// Creates a reader from an open connection, which it does not close.
  ///
  /// - Parameter database: The connection, in a transaction.
  package init(_ database: Database) {
    open = { database }
    monitor = nil
    isReady = true
  }

  /// Begins the read transaction, to fix the state before other connections commit.
  ///
  /// - Throws: ``DatabaseError``.
  package func begin() throws {
    guard connection == nil, !isReady else { return }
    let database = try open()
    do {
      if let monitor { database.install(monitor) }
      // The transaction begins with the first read, which reads only the header.
      try database.execute(
        sql: "PRAGMA query_only = ON; BEGIN; \(ConnectionOpening.readHeader)")
    } catch {
      try? database.handle.close()
      throw error
    }
    connection = database
  }

  /// Returns the connection, in its read transaction.
  ///
  /// - Returns: The connection, valid until this object is closed.
  /// - Throws: ``DatabaseError``.
  package func database() throws -> Database {
    if isReady { return try connection ?? open() }
    try begin()
    guard let connection else { return try open() }
    try ConnectionOpening.readSchema(connection)
    try connection.enlargeCache()
    isReady = true
    return connection
  }

  /// Ends the transaction and closes the connection; no statement on it may be alive.
  package func close() {
    guard let connection else { return }
    self.connection = nil
    isReady = false
    connection.statementCache.empty()
    try? connection.handle.close()
  }
}

extension Database {
  /// The size of an enlarged page cache, in bytes.
  package static let enlargedCacheSize: Int64 = 64 * 1024 * 1024

  /// Enlarges the page cache to 64 MB.
  ///
  /// This helps foreign-key checks, which look up keys in random order, and steps, whose changes
  /// remain in memory for longer.
  package func enlargeCache() throws {
    try execute(sql: "PRAGMA cache_size = -\(Self.enlargedCacheSize / 1024)")
  }
}
