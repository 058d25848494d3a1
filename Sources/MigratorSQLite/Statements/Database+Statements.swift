import CSQLite3

extension Database {
  /// Runs one or more statements.
  ///
  /// The statements share named arguments, and consume positional arguments in order.
  ///
  /// - Parameters:
  ///   - sql: The statements.
  ///   - arguments: The values of their parameters.
  /// - Throws: ``DatabaseError``; statements before the failing one are not undone.
  public func execute(sql: String, arguments: StatementArguments = StatementArguments()) throws {
    var rest = arguments.positional[...]
    try compileEach(in: sql) { statement in
      var own = arguments
      own.positional = Array(rest.prefix(statement.unnamedCount(for: arguments)))
      rest = rest.dropFirst(own.positional.count)
      try statement.execute(arguments: own)
    }
    if !rest.isEmpty {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE,
        message: "wrong number of statement arguments: \(arguments.positional.count)")
    }
  }

  /// Runs one or more statements without arguments.
  ///
  /// - Parameter sql: The statements.
  /// - Throws: ``DatabaseError``; statements before the failing one are not undone.
  public func execute(_ sql: String) throws {
    try execute(sql: sql)
  }

  /// Compiles one statement.
  ///
  /// - Parameter sql: The statement.
  /// - Returns: The compiled statement.
  /// - Throws: ``DatabaseError``; SQLITE_MISUSE for no statement, or more than one.
  public func makeStatement(sql: String) throws -> Statement {
    try makeStatement(sql: sql, isCached: false)
  }

  /// Returns a compiled statement, reusing a cached one with the same SQL if it is free.
  ///
  /// - Parameter sql: The statement.
  /// - Returns: The compiled statement.
  /// - Throws: ``DatabaseError``; SQLITE_MISUSE for no statement, or more than one.
  public func cachedStatement(sql: String) throws -> Statement {
    let text = sql.trimmedStatement
    if let pointer = statementCache.take(text) {
      return Statement(database: self, pointer: pointer, isCached: true)
    }
    return try makeStatement(sql: text, isCached: true)
  }

  func makeStatement(sql: String, isCached: Bool) throws -> Statement {
    var found: Statement?
    try compileEach(in: sql, isCached: isCached) { statement in
      if found != nil {
        throw DatabaseError(
          resultCode: .SQLITE_MISUSE,
          message: "Multiple statements found. To execute multiple statements, use "
            + "Database.execute(sql:) instead.",
          sql: sql)
      }
      found = statement
    }
    guard let found else {
      throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "empty statement", sql: sql)
    }
    return found
  }

  /// Compiles a statement without running it, to check that it is valid.
  ///
  /// It does not consult an ``Authorizer``. Double quotes always denote an identifier. Otherwise
  /// SQLite would treat the quoted name of a removed column as a string, without an error.
  ///
  /// - Parameter sql: The statement; SQLite also compiles the views and triggers it uses.
  /// - Throws: ``DatabaseError``.
  public func compileOnly(_ sql: String) throws {
    let old = migtui_db_config_value(connection, SQLITE_DBCONFIG_DQS_DML)
    try check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_DQS_DML, 0))
    defer { migtui_db_config_flag(connection, SQLITE_DBCONFIG_DQS_DML, old) }
    try unobserved { _ = try makeStatement(sql: sql) }
  }

  /// Compiles statements one by one, each after the previous one was passed to the closure.
  private func compileEach(
    in sql: String, isCached: Bool = false, _ body: (Statement) throws -> Void
  ) throws {
    try sql.withCString { start in
      var next: UnsafePointer<CChar>? = start
      while let text = next, text.pointee != 0 {
        guard let statement = try compile(text, tail: &next, isCached: isCached) else { continue }
        try body(statement)
      }
    }
  }

  /// Compiles the first statement of some SQL.
  ///
  /// - Parameters:
  ///   - text: The SQL, terminated by NUL.
  ///   - tail: Set to the first byte after the statement.
  ///   - name: The SQL with which an error identifies the statement; by default all of `text`.
  ///   - isCached: True to return the statement to the cache after use.
  /// - Returns: The statement, or `nil` if only whitespace and comments remain.
  /// - Throws: ``DatabaseError``.
  func compile(
    _ text: UnsafePointer<CChar>, tail: inout UnsafePointer<CChar>?, name: String? = nil,
    isCached: Bool = false
  ) throws -> Statement? {
    var pointer: OpaquePointer?
    try failure.check()
    authorizer?.forgetDenial()
    // With length -1, SQLite does not copy the whole remaining SQL for each statement.
    let code = sqlite3_prepare_v3(connection, text, -1, 0, &pointer, &tail)
    guard code == SQLITE_OK else { throw lastError(code, sql: name ?? String(cString: text)) }
    return pointer.map { Statement(database: self, pointer: $0, isCached: isCached) }
  }

  /// Throws if a statement must not start.
  ///
  /// That is the case after a recorded failure, a cancellation or a rollback of its transaction.
  func checkBeforeStatement(sql: String, arguments: StatementArguments) throws {
    try failure.check()
    if let monitor, monitor.isCancelled {
      throw DatabaseError(
        resultCode: .SQLITE_INTERRUPT, message: SQLiteLibrary.words(for: SQLITE_INTERRUPT),
        sql: sql, arguments: arguments)
    }
    if isInsideTransactionBlock && !isInsideTransaction {
      throw transactionAbortedError(sql: sql, arguments: arguments)
    }
  }
}

extension Statement {
  fileprivate func unnamedCount(for arguments: StatementArguments) -> Int {
    (1..<(Int32(parameterCount) + 1)).count { index in
      guard let name = sqlite3_bind_parameter_name(pointer, index) else { return true }
      return arguments.named[String(String(cString: name).dropFirst())] == nil
    }
  }
}
