/// An object that provides read access to a database, on any thread.
public protocol DatabaseReader: AnyObject, Sendable {
  /// The configuration of the connections.
  var configuration: Configuration { get }

  /// The path of the file, or `:memory:`.
  var path: String { get }

  /// Runs a closure that reads one state of the database, unaffected by concurrent writes.
  ///
  /// - Parameter value: The closure; writing in it throws SQLITE_READONLY.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure, or ``DatabaseError``; SQLITE_MISUSE inside an access
  ///   of this thread for which it would have to wait.
  @_disfavoredOverload
  func read<T>(_ value: (Database) throws -> T) throws -> T

  /// Interrupts the running statements, which then throw SQLITE_INTERRUPT.
  func interrupt()

  /// Closes the connections.
  ///
  /// Later accesses throw SQLITE_MISUSE.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY if a statement or cursor is still alive.
  func close() throws
}

/// An object that provides write access to a database, on any thread, one at a time.
public protocol DatabaseWriter: DatabaseReader {
  /// Runs a closure inside a transaction that commits when the closure returns.
  ///
  /// - Parameter updates: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure, after a rollback, or ``DatabaseError``.
  @_disfavoredOverload
  func write<T>(_ updates: (Database) throws -> T) throws -> T

  /// Runs a closure outside any transaction.
  ///
  /// - Parameter updates: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure, or ``DatabaseError``; SQLITE_MISUSE inside an access
  ///   of this thread for which it would have to wait.
  @_disfavoredOverload
  func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T

  /// Runs a closure outside any transaction, without concurrent accesses.
  ///
  /// - Parameter updates: The closure.
  /// - Returns: The result of the closure.
  /// - Throws: Errors thrown by the closure, or ``DatabaseError``; SQLITE_MISUSE inside an access
  ///   of this thread for which it would have to wait.
  @_disfavoredOverload
  func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T
}

extension DatabaseWriter {
  /// Runs a closure inside a transaction that commits when the closure returns.
  public func write<T>(_ updates: (Database) throws -> T) throws -> T {
    try writeWithoutTransaction { try $0.committing(updates) }
  }
}

extension Database {
  func committing<T>(_ updates: (Database) throws -> T) throws -> T {
    var result: T?
    try inTransaction {
      result = try updates(self)
      return .commit
    }
    guard let result else {
      throw DatabaseError(resultCode: .SQLITE_INTERNAL, message: "the transaction did not run")
    }
    return result
  }
}

extension DatabaseReader {
  /// Returns the value of a pragma, in its own access.
  ///
  /// ```swift
  /// let fileVersion = try database.get(pragma: "user_version", as: Int.self)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the pragma; it is not escaped, so it must be trusted.
  ///   - type: The type to convert to.
  /// - Returns: The first column of the first row.
  /// - Throws: ``DatabaseError``, also if the pragma is unknown or has no such value.
  public func get<Value: DatabaseValueConvertible>(
    pragma name: String, as type: Value.Type
  ) throws -> Value {
    try read { try $0.get(pragma: name, as: type) }
  }
}

extension DatabaseWriter {
  /// Runs one or more statements, in their own access and transaction.
  ///
  /// - Parameter sql: The statements.
  /// - Throws: ``DatabaseError``; the transaction is then rolled back.
  public func execute(_ sql: String) throws {
    try write { try $0.execute(sql: sql) }
  }
}
