import CSQLite3

/// How a script may affect the transaction in which it runs.
public enum ScriptTransaction: Sendable, Hashable {
  /// The transaction must be open after every statement.
  case mustStayOpen
  /// The script may begin and end transactions.
  case free
}

extension SQLScript {
  /// Returns the statements, which were parsed when the script was created.
  ///
  /// - Returns: The statements, in order.
  /// - Throws: ``ScriptError`` for an unterminated string, name, comment or trigger, or a NUL
  ///   character.
  public func statements() throws(ScriptError) -> ScriptStatements {
    switch parsed {
    case .success(let statements): return statements
    case .failure(let problem):
      throw ScriptError(kind: .malformed(problem.kind), statement: nil, location: problem.location)
    }
  }
}

extension Database {
  /// Runs a script statement by statement, and lets SQLite itself find the end of each statement.
  ///
  /// If the script cannot be split into statements, none of them is run. Each statement is compiled
  /// after the previous ones have run.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - transaction: How the script may affect the transaction.
  ///   - onStatement: Called before each statement with its index and the number of statements.
  /// - Returns: The number of statements that ran.
  /// - Throws: ``ScriptError``; errors thrown by `onStatement`. Earlier statements are not undone,
  ///   unless an enclosing transaction is rolled back.
  @discardableResult
  public func run(
    _ script: SQLScript, transaction: ScriptTransaction = .free,
    onStatement: (_ statement: ScriptStatement, _ index: Int, _ count: Int) throws -> Void = {
      _, _, _ in
    }
  ) throws -> Int {
    let statements = try script.statements()
    var insertions = RowInsertions(self)
    for (index, statement) in statements.enumerated() {
      try onStatement(statement, index, statements.count)
      let isDone = try statement.locatingErrors {
        try statements.isRepeated(at: index) && insertions.run(statement)
      }
      if !isDone { try run(statement) }
      if transaction == .mustStayOpen && !isInsideTransaction {
        throw ScriptError(
          kind: .endedTransaction, statement: statement, location: statement.location)
      }
    }
    return statements.count
  }

  /// Runs one statement of a script.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - isCompiledOnly: True to compile the statement without running it.
  /// - Returns: The work of the run.
  /// - Throws: ``ScriptError``.
  @discardableResult
  package func run(
    _ statement: ScriptStatement, isCompiledOnly: Bool = false
  ) throws(ScriptError) -> StatementWork {
    try statement.locatingErrors {
      try statement.sql.withCString { start in
        var tail: UnsafePointer<CChar>?
        guard let compiled = try compile(start, tail: &tail, name: statement.sql) else {
          return StatementWork()
        }
        try check(compiled, of: statement, length: tail.map { $0 - start })
        if isCompiledOnly { return StatementWork() }
        while try compiled.step() {}
        return compiled.work
      }
    }
  }

  private func check(
    _ compiled: Statement, of statement: ScriptStatement, length: Int?
  ) throws(ScriptError) {
    if length != statement.sql.utf8.count {
      throw ScriptError(kind: .differentEnd, statement: statement, location: statement.location)
    }
    guard compiled.parameterCount > 0 else { return }
    let name = sqlite3_bind_parameter_name(compiled.pointer, 1).map { String(cString: $0) }
    throw ScriptError(
      kind: .parameter(name ?? "?"), statement: statement, location: statement.location)
  }
}

extension ScriptStatement {
  /// Runs a closure, and adds the location in the script to its errors.
  fileprivate func locatingErrors<T>(_ body: () throws -> T) throws(ScriptError) -> T {
    do {
      return try body()
    } catch let error as ScriptError {
      throw error
    } catch {
      let error = error as? DatabaseError ?? DatabaseError(message: String(describing: error))
      // An offset is valid only if SQLite means this statement, not one inside a trigger or view.
      let offset = error.offset ?? error.message.flatMap { NamedObject($0)?.offset(in: self) }
      throw ScriptError(
        kind: .failed, statement: self, location: offset.map { location(at: $0) } ?? location,
        underlying: error)
    }
  }
}
