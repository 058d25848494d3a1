/// A database type for one group of SQL files, with its version and its scripts.
///
/// The generator writes these types and their records. This protocol provides their common
/// operations.
///
/// ```swift
/// let contacts = try ContactsDB.bootstrap(into: .applicationSupportDirectory)
/// let all = try contacts.read { try Contact.fetchAll($0) }
/// ```
public protocol SQLDatabase: Sendable {
  /// The name of the group, which is the stem of the file names.
  static var name: String { get }
  /// The version of the schema that this type was generated from, at least 1.
  static var userVersion: Int { get }
  /// The files of the group, in the order in which they are run.
  static var scripts: [DatabaseScript] { get }

  /// The connection to the database.
  var connection: DatabaseQueue { get }

  /// Creates a database from a connection, without checking it.
  ///
  /// - Parameter connection: The connection to the database.
  init(_ connection: DatabaseQueue)
}

extension SQLDatabase {
  /// Runs a closure that reads a snapshot of the database; writing in it throws SQLITE_READONLY.
  ///
  /// - Parameter value: The closure.
  /// - Returns: The closure's result.
  /// - Throws: The error of the closure, or `DatabaseError`.
  @_disfavoredOverload
  public func read<T>(_ value: (Database) throws -> T) throws -> T {
    try connection.read(value)
  }

  /// Runs a closure in a transaction, which commits when the closure returns.
  ///
  /// - Parameter updates: The closure.
  /// - Returns: The closure's result.
  /// - Throws: The error of the closure, after a rollback, or `DatabaseError`.
  @_disfavoredOverload
  public func write<T>(_ updates: (Database) throws -> T) throws -> T {
    try connection.write(updates)
  }

  /// Reads a snapshot of the database; the task is suspended meanwhile.
  ///
  /// - Parameter value: The closure, run on another thread; writing in it throws SQLITE_READONLY.
  /// - Returns: The closure's result.
  /// - Throws: The error of the closure; `DatabaseError`; `CancellationError`.
  public func read<T: Sendable>(
    _ value: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await connection.read(value)
  }

  /// Writes in a transaction; the task is suspended meanwhile.
  ///
  /// - Parameter updates: The closure, run on another thread.
  /// - Returns: The closure's result.
  /// - Throws: The error of the closure, after a rollback; `DatabaseError`; `CancellationError`.
  public func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await connection.write(updates)
  }

  /// Returns the value of a pragma, in a separate access.
  ///
  /// - Parameters:
  ///   - name: The name of the pragma, which must not come from untrusted input.
  ///   - type: The type to convert to.
  /// - Returns: The first column of the first row.
  /// - Throws: `DatabaseError`, also if the pragma is unknown or has no such value.
  public func get<Value: DatabaseValueConvertible>(
    pragma name: String, as type: Value.Type
  ) throws -> Value {
    try connection.get(pragma: name, as: type)
  }

  /// Runs one or more statements, in a separate access and transaction.
  ///
  /// - Parameter sql: The statements.
  /// - Throws: `DatabaseError`; in this case no changes are made.
  public func execute(_ sql: String) throws {
    try connection.execute(sql)
  }

  /// Closes the connection after the current access.
  ///
  /// - Throws: `DatabaseError` SQLITE_BUSY if a statement or cursor is still alive.
  public func close() throws {
    try connection.close()
  }
}
