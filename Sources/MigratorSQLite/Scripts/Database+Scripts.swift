import CSQLite3

/// What a script may do to the transaction it runs in.
public enum ScriptTransaction: Sendable, Hashable {
  /// The transaction must be open after every statement.
  case mustStayOpen
  /// The script begins and ends transactions as it likes.
  case free
}

extension SQLScript {
  /// Returns the statements, which were found when the script was made.
  ///
  /// - Returns: The statements, in order.
  /// - Throws: ``ScriptError`` when a text, name, comment or trigger has no end, or at a NUL
  ///   character.
  public func statements() throws(ScriptError) -> [ScriptStatement] {
    switch parsed {
    case .success(let statements): return statements
    case .failure(let problem):
      throw ScriptError(kind: .malformed(problem.kind), statement: nil, location: problem.location)
    }
  }
}

extension Database {
  /// Runs a script statement by statement, following the ends that SQLite itself finds.
  ///
  /// A script that cannot be cut into statements runs none. Each statement is compiled after those
  /// before it ran.
  ///
  /// - Parameters:
  ///   - script: The script.
  ///   - transaction: What the script may do to the transaction it runs in.
  ///   - onStatement: Called before each statement with its index and the number of statements.
  /// - Returns: The number of statements that ran.
  /// - Throws: ``ScriptError``; what `onStatement` throws. Statements that ran before stay executed
  ///   unless a transaction around them is rolled back.
  @discardableResult
  public func run(
    _ script: SQLScript, transaction: ScriptTransaction = .free,
    onStatement: (_ statement: ScriptStatement, _ index: Int, _ count: Int) throws -> Void = {
      _, _, _ in
    }
  ) throws -> Int {
    let statements = try script.statements()
    for (index, statement) in statements.enumerated() {
      try onStatement(statement, index, statements.count)
      try run(statement)
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
  ///   - isCompiledOnly: Whether it is compiled, and not run.
  /// - Throws: ``ScriptError``.
  package func run(_ statement: ScriptStatement, isCompiledOnly: Bool = false) throws(ScriptError) {
    do {
      try statement.sql.withCString { start in
        var tail: UnsafePointer<CChar>?
        guard let compiled = try compile(start, tail: &tail, name: statement.sql) else { return }
        try check(compiled, of: statement, length: tail.map { $0 - start })
        if isCompiledOnly { return }
        while try compiled.step() {}
      }
    } catch let error as ScriptError {
      throw error
    } catch {
      let error = error as? DatabaseError ?? DatabaseError(message: String(describing: error))
      // An offset is only good where SQLite means this statement, not one inside a trigger or view.
      let offset = error.offset ?? error.message.flatMap { NamedObject($0)?.offset(in: statement) }
      throw ScriptError(
        kind: .failed, statement: statement,
        location: offset.map { statement.location(at: $0) } ?? statement.location,
        underlying: error)
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
