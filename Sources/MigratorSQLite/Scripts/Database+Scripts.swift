import CSQLite3

/// What a script may do to the transaction it runs in.
public enum ScriptTransaction: Sendable, Hashable {
  /// The transaction must be open after every statement.
  case mustStayOpen
  /// The script begins and ends transactions as it likes.
  case free
}

extension Database {
  /// Runs a script statement by statement, following the ends that SQLite itself finds.
  ///
  /// The statements are listed first, so a script that cannot be cut into statements runs none.
  /// Each statement is compiled after those before it ran.
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
    let lines = ScriptLines(file: script.file, bytes: Array(script.text.utf8))
    try script.text.withCString { start in
      for (index, statement) in statements.enumerated() {
        try onStatement(statement, index, statements.count)
        try run(statement, at: start + statement.location.offset, lines: lines)
        if transaction == .mustStayOpen && !isInsideTransaction {
          throw ScriptError(
            kind: .endedTransaction, statement: statement, location: statement.location)
        }
      }
    }
    return statements.count
  }

  /// Compiles the statements of a script and runs none.
  ///
  /// - Parameter script: The script. A statement that needs what one before it makes fails.
  /// - Throws: ``ScriptError`` for the first statement that SQLite refuses.
  package func check(_ script: SQLScript) throws {
    let lines = ScriptLines(file: script.file, bytes: Array(script.text.utf8))
    let statements = try script.statements()
    try script.text.withCString { start in
      for statement in statements {
        try run(
          statement, at: start + statement.location.offset, lines: lines, isCompiledOnly: true)
      }
    }
  }

  private func run(
    _ statement: ScriptStatement, at start: UnsafePointer<CChar>, lines: ScriptLines,
    isCompiledOnly: Bool = false
  ) throws {
    do {
      var tail: UnsafePointer<CChar>?
      guard let compiled = try compile(start, tail: &tail, name: statement.sql) else { return }
      try check(compiled, of: statement, length: tail.map { $0 - start })
      if isCompiledOnly { return }
      while try compiled.step() {}
    } catch let error as DatabaseError {
      // An offset is only good where SQLite means this statement, not one inside a trigger or view.
      let known =
        error.offset
        ?? error.message.flatMap {
          NamedPlace.offset(of: $0, in: statement.sql)
        }
      let offset = known.map { min($0, statement.sql.utf8.count) } ?? 0
      throw ScriptError(
        kind: .failed, statement: statement,
        location: lines.location(at: statement.location.offset + offset), underlying: error)
    }
  }

  private func check(
    _ compiled: Statement, of statement: ScriptStatement, length: Int?
  ) throws(ScriptError) {
    // A last statement without semicolon takes the blanks and comments after it along.
    let endsWithSemicolon = statement.sql.utf8.last == UInt8(ascii: ";")
    if endsWithSemicolon && length != statement.sql.utf8.count {
      throw ScriptError(kind: .differentEnd, statement: statement, location: statement.location)
    }
    guard compiled.parameterCount > 0 else { return }
    let name = sqlite3_bind_parameter_name(compiled.pointer, 1).map { String(cString: $0) }
    throw ScriptError(
      kind: .parameter(name ?? "?"), statement: statement, location: statement.location)
  }
}
