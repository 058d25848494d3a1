import CSQLite3

extension Database {
  /// Runs one or more statements.
  ///
  /// The statements share the arguments by name, and take them in turn by position.
  ///
  /// - Parameters:
  ///   - sql: The statements.
  ///   - arguments: The values of their parameters.
  /// - Throws: ``DatabaseError``; the statements before the one that failed stay executed.
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
  /// - Throws: ``DatabaseError``; the statements before the one that failed stay executed.
  public func execute(_ sql: String) throws {
    try execute(sql: sql)
  }

  /// Compiles one statement.
  ///
  /// - Parameter sql: The statement.
  /// - Returns: The compiled statement.
  /// - Throws: ``DatabaseError``; SQLITE_MISUSE when there is no statement, or more than one.
  public func makeStatement(sql: String) throws -> Statement {
    try makeStatement(sql: sql, isCached: false)
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

  /// Compiles a statement that is not meant to run, to learn whether it could.
  ///
  /// An ``Authorizer`` is not asked. A name in double quotes is a name: SQLite would else take the
  /// name of a column that is gone for a text, and find nothing wrong.
  ///
  /// - Parameter sql: The statement; the views and triggers it uses are compiled with it.
  /// - Throws: ``DatabaseError``.
  public func compileOnly(_ sql: String) throws {
    let old = migtui_db_config_value(connection, SQLITE_DBCONFIG_DQS_DML)
    try check(migtui_db_config_flag(connection, SQLITE_DBCONFIG_DQS_DML, 0))
    defer { migtui_db_config_flag(connection, SQLITE_DBCONFIG_DQS_DML, old) }
    try unobserved { _ = try makeStatement(sql: sql) }
  }

  /// Compiles the statements of a text one by one, each after the one before it was handed over.
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

  /// Compiles the first statement of a text.
  ///
  /// - Parameters:
  ///   - text: The text, ended by NUL.
  ///   - tail: Set to the first byte after the statement.
  ///   - name: The text by which an error names the statement; by default all of `text`.
  ///   - isCached: Whether the statement goes into the cache in the end.
  /// - Returns: The statement, or `nil` when only blanks and comments were left.
  /// - Throws: ``DatabaseError``.
  func compile(
    _ text: UnsafePointer<CChar>, tail: inout UnsafePointer<CChar>?, name: String? = nil,
    isCached: Bool = false
  ) throws -> Statement? {
    var pointer: OpaquePointer?
    try failure.check()
    authorizer?.forgetDenial()
    // The length -1 spares SQLite a copy of the whole rest of the text for every statement in it.
    let code = sqlite3_prepare_v3(connection, text, -1, 0, &pointer, &tail)
    guard code == SQLITE_OK else { throw lastError(code, sql: name ?? String(cString: text)) }
    return pointer.map { Statement(database: self, pointer: $0, isCached: isCached) }
  }

  /// Throws when a statement must not start: something went wrong before it, the work was cancelled, or
  /// its transaction is gone.
  func checkBeforeStatement(sql: String, arguments: StatementArguments) throws {
    try failure.check()
    if let monitor, monitor.isCancelled {
      throw DatabaseError(
        resultCode: .SQLITE_INTERRUPT, message: SQLiteLibrary.words(for: SQLITE_INTERRUPT),
        sql: sql, arguments: arguments)
    }
    if isInsideTransactionBlock && !isInsideTransaction {
      throw abortion(sql: sql, arguments: arguments)
    }
  }
}

extension Statement {
  /// The number of parameters that take their value by position.
  fileprivate func unnamedCount(for arguments: StatementArguments) -> Int {
    (1..<(Int32(parameterCount) + 1)).count { index in
      guard let name = sqlite3_bind_parameter_name(pointer, index) else { return true }
      return arguments.named[String(String(cString: name).dropFirst())] == nil
    }
  }
}
