/// Something that gives access to read a database, from any thread.
public protocol DatabaseReader: AnyObject, Sendable {
  /// How connections are opened.
  var configuration: Configuration { get }

  /// The file, or `:memory:`.
  var path: String { get }

  /// Runs a closure that reads one state of the database, whatever others write.
  ///
  /// - Parameter value: The closure; writing in it throws SQLITE_READONLY.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, or ``DatabaseError``; SQLITE_MISUSE inside an access of this
  ///   thread that it would have to wait for.
  func read<T>(_ value: (Database) throws -> T) throws -> T

  /// Makes statements that run fail with SQLITE_INTERRUPT.
  func interrupt()

  /// Closes the connections. Accesses that follow throw SQLITE_MISUSE.
  ///
  /// - Throws: ``DatabaseError`` SQLITE_BUSY when a statement or cursor still lives.
  func close() throws
}

/// Something that gives access to write a database, from any thread, one at a time.
public protocol DatabaseWriter: DatabaseReader {
  /// Runs a closure inside a transaction that commits when the closure returns.
  ///
  /// - Parameter updates: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, after a rollback, or ``DatabaseError``.
  func write<T>(_ updates: (Database) throws -> T) throws -> T

  /// Runs a closure outside any transaction.
  ///
  /// - Parameter updates: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, or ``DatabaseError``; SQLITE_MISUSE inside an access of this
  ///   thread that it would have to wait for.
  func writeWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T

  /// Runs a closure outside any transaction, while no other access runs.
  ///
  /// - Parameter updates: The closure.
  /// - Returns: What the closure returns.
  /// - Throws: The error of the closure, or ``DatabaseError``; SQLITE_MISUSE inside an access of this
  ///   thread that it would have to wait for.
  func barrierWriteWithoutTransaction<T>(_ updates: (Database) throws -> T) throws -> T
}

extension DatabaseWriter {
  /// Runs a closure inside a transaction that commits when the closure returns.
  public func write<T>(_ updates: (Database) throws -> T) throws -> T {
    try writeWithoutTransaction { try $0.committing(updates) }
  }
}

extension Database {
  /// Runs a closure in a transaction, which is committed when it returns.
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
  /// Returns the value of a pragma, in an access of its own.
  ///
  /// ```swift
  /// let fileVersion = try database.get(pragma: "user_version", as: Int.self)
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the pragma, from your own code and never from outside.
  ///   - type: The type to convert to.
  /// - Returns: The first column of the first row.
  /// - Throws: ``DatabaseError``, also when the pragma is unknown or has no such value.
  public func get<Value: DatabaseValueConvertible>(
    pragma name: String, as type: Value.Type
  ) throws -> Value {
    try read { try $0.get(pragma: name, as: type) }
  }
}

extension DatabaseWriter {
  /// Runs one or more statements, in an access and a transaction of their own.
  ///
  /// - Parameter sql: The statements.
  /// - Throws: ``DatabaseError``; nothing is changed then.
  public func execute(_ sql: String) throws {
    try write { try $0.execute(sql: sql) }
  }
}
