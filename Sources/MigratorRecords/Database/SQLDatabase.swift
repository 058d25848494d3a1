/// A type for the databases of one group of SQL files, which knows its version and holds its scripts.
///
/// The types are generated, and so are their records; what is here is what all of them can do.
///
/// ```swift
/// let contacts = try ContactsDB.bootstrap(into: .applicationSupportDirectory)
/// let all = try contacts.read { try Contact.fetchAll($0) }
/// ```
public protocol SQLDatabase: Sendable {
  /// The name of the group, which files are named after.
  static var name: String { get }
  /// The version of the schema that this type was made from, at least 1.
  static var userVersion: Int { get }
  /// The files of the group, in the order in which they run.
  static var scripts: [DatabaseScript] { get }

  /// The connection to the database.
  var connection: DatabaseQueue { get }

  /// Creates a database of a connection; nothing is checked.
  ///
  /// - Parameter connection: The connection to the database.
  init(_ connection: DatabaseQueue)
}

extension SQLDatabase {
  /// Runs a closure that reads one state of the database; writing in it throws SQLITE_READONLY.
  ///
  /// - Parameter value: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, or `DatabaseError`.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try connection.read(value)
  }

  /// Runs a closure in a transaction, which commits when it returns.
  ///
  /// - Parameter updates: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, after a rollback, or `DatabaseError`.
  @_disfavoredOverload
  public func write<T>(_ updates: (Database) throws -> T) throws -> T {
    try connection.write(updates)
  }

  /// Reads one state of the database, and suspends the task meanwhile.
  ///
  /// - Parameter value: The closure, run on another thread; writing in it throws SQLITE_READONLY.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure; `DatabaseError`; `CancellationError`.
  public func read<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await connection.read(value)
  }

  /// Writes in a transaction, and suspends the task meanwhile.
  ///
  /// - Parameter updates: The closure, run on another thread.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, after a rollback; `DatabaseError`; `CancellationError`.
  public func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await connection.write(updates)
  }

  /// Returns the value of a pragma, in an access of its own.
  ///
  /// - Parameters:
  ///   - name: The name of the pragma, from your own code and never from outside.
  ///   - type: The type to convert to.
  /// - Returns: The first column of the first row.
  /// - Throws: `DatabaseError`, also when the pragma is unknown or has no such value.
  public func get<Value: DatabaseValueConvertible>(
    pragma name: String, as type: Value.Type
  ) throws -> Value {
    try connection.get(pragma: name, as: type)
  }

  /// Runs one or more statements, in an access and a transaction of their own.
  ///
  /// - Parameter sql: The statements.
  /// - Throws: `DatabaseError`; nothing is changed then.
  public func execute(_ sql: String) throws {
    try connection.execute(sql)
  }

  /// Closes the connection, after the access that runs.
  ///
  /// - Throws: `DatabaseError` SQLITE_BUSY when a statement or cursor still lives.
  public func close() throws {
    try connection.close()
  }
}
