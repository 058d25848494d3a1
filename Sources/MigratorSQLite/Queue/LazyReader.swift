/// A connection that reads one state of a database beside another connection, made when it is first asked for.
///
/// A connection reads the whole schema before anything else, which costs more than all the rest where many
/// tables are there and few were changed.
package final class LazyReader {
  private let open: () throws -> Database
  private let monitor: ProgressMonitor?
  private var connection: Database?
  private var isReady = false

  /// Creates it; opens nothing.
  ///
  /// - Parameters:
  ///   - path: The database.
  ///   - configuration: That of the other connection, whose functions, collations and extensions it has.
  ///   - busyMode: What to do about a lock, or `nil` to wait as looking does.
  ///   - monitor: Watches its statements, or `nil`.
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
        // The app's own preparation may want to write.
        return try open(configuration.plainlyInspecting)
      }
    }
  }

  /// Creates one for a connection that is open, and somebody else's to close.
  ///
  /// - Parameter database: The connection, in a transaction.
  package init(_ database: Database) {
    open = { database }
    monitor = nil
    isReady = true
  }

  /// Begins the read transaction whose state is read, where others are going to commit.
  ///
  /// - Throws: ``DatabaseError``.
  package func begin() throws {
    guard connection == nil, !isReady else { return }
    let database = try open()
    do {
      if let monitor { database.install(monitor) }
      // The transaction begins with the first read, and this one asks for the header alone.
      try database.execute(
        sql: "PRAGMA query_only = ON; BEGIN; \(ConnectionOpening.readHeader)")
    } catch {
      try? database.handle.close()
      throw error
    }
    connection = database
  }

  /// The connection, in its read transaction.
  ///
  /// - Returns: The connection, as long as this object is not closed.
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

  /// Ends the transaction and closes the connection, on which no statement may be left.
  package func close() {
    guard let connection else { return }
    self.connection = nil
    isReady = false
    connection.statementCache.empty()
    try? connection.handle.close()
  }
}

extension Database {
  /// The size of an enlarged page cache in bytes.
  package static let enlargedCacheSize: Int64 = 64 * 1024 * 1024

  /// Gives the page cache 64 MB: for keys that a check of foreign keys looks up at random, and for what a
  /// step writes before it has to go to the file.
  package func enlargeCache() throws {
    try execute(sql: "PRAGMA cache_size = -\(Self.enlargedCacheSize / 1024)")
  }
}
