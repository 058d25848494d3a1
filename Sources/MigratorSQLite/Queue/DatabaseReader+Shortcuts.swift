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
