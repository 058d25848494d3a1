import CSQLite3

/// A compiled statement.
public final class Statement {
  /// The SQL of the statement, without surrounding whitespace and semicolons.
  public private(set) var sql: String
  /// The values of the parameters.
  public private(set) var arguments = StatementArguments()
  /// The connection.
  public let database: Database

  let pointer: OpaquePointer
  private(set) var runCount = 0
  private let isCached: Bool
  private var names: [String]?
  /// The first keywords of statements that end a transaction and keep its changes.
  private static let committing: Set<SQLName> = ["COMMIT", "END", "RELEASE"]
  private lazy var firstWord = SQLTokenizer.firstWord(of: sql) ?? ""

  /// Takes ownership of a compiled statement.
  ///
  /// On deinitialization, a cached statement returns to the cache of its connection.
  init(database: Database, pointer: OpaquePointer, isCached: Bool = false) {
    self.database = database
    self.isCached = isCached
    self.pointer = pointer
    self.sql = sqlite3_sql(pointer).map { String(cString: $0).trimmedStatement } ?? ""
  }

  deinit {
    if isCached {
      database.statementCache.put(pointer, for: sql)
    } else {
      sqlite3_finalize(pointer)
    }
  }

  /// True if the statement does not write to the database, according to `sqlite3_stmt_readonly`.
  public var isReadonly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

  /// The number of result columns; 0 for statements without a result.
  public var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  /// The number of parameters.
  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  /// The names of the result columns.
  public var columnNames: [String] {
    if let names { return names }
    let found = (0..<sqlite3_column_count(pointer)).map { index in
      sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
    }
    names = found
    return found
  }

  /// Runs the statement to its end, ignoring result rows.
  ///
  /// - Parameter arguments: The values of the parameters; `nil` keeps those of the last run.
  /// - Throws: ``DatabaseError``.
  public func execute(arguments: StatementArguments? = nil) throws {
    try begin(arguments: arguments)
    while try step() {}
  }

  /// Runs the statement instead of one with literals; errors and followers receive the SQL with
  /// literals.
  func run(insteadOf sql: String) throws {
    self.sql = sql
    while try step() {}
  }

  /// Sets the values of the parameters for later runs.
  ///
  /// - Parameter arguments: The values.
  /// - Throws: ``DatabaseError`` SQLITE_MISUSE for a wrong number of arguments or a missing name.
  public func setArguments(_ arguments: StatementArguments) throws {
    sqlite3_reset(pointer)
    try bind(arguments)
  }

  /// Completes a statement that writes, because SQLite reports only at its end whether its changes
  /// are kept.
  ///
  /// > sqlite3_reset returns the appropriate error code of the most recent run.
  ///
  /// - Throws: ``DatabaseError``.
  func finishWriting() throws {
    while !isReadonly, sqlite3_stmt_busy(pointer) != 0 { _ = try step() }
  }

  /// Ends a run, which releases its locks; the parameters keep their values.
  func reset() {
    sqlite3_reset(pointer)
  }

  /// Restarts the statement with new arguments, or with those of the last run for `nil`.
  ///
  /// Throws SQLITE_MISUSE for a wrong number of arguments or a missing name.
  func begin(arguments: StatementArguments?) throws {
    sqlite3_reset(pointer)
    runCount += 1
    if let arguments {
      try bind(arguments)
    } else if parameterCount > 0 && self.arguments.isEmpty {
      throw wrongCount(self.arguments)
    }
  }

  /// Advances to the next row; returns false at the end, after resetting the statement.
  func step() throws -> Bool {
    if sqlite3_stmt_busy(pointer) == 0 {
      names = nil
      try database.checkBeforeStatement(sql: sql, arguments: arguments)
      if let watcher = database.watcher, !isReadonly { try watcher.begin(sql) }
    }
    let isAlone = !database.isInsideTransaction
    let code = sqlite3_step(pointer)
    switch code {
    case SQLITE_ROW:
      return true
    case SQLITE_DONE:
      sqlite3_reset(pointer)
      if let follower = database.follower, follower.words.contains(firstWord) {
        follower.follow(sql)
      }
      if let watcher = database.watcher, !isReadonly { watcher.end(nil) }
      return false
    default:
      var error = database.lastError(code, sql: sql, arguments: arguments)
      sqlite3_reset(pointer)
      if isAlone ? !isReadonly && firstWord != "BEGIN" : Self.committing.contains(firstWord) {
        error.isInDoubt = database.mayHaveCommitted(error.extendedResultCode)
      }
      if let watcher = database.watcher, !isReadonly { watcher.end(error) }
      throw error
    }
  }

  func value(at index: Int) -> DatabaseValue {
    DatabaseValue(pointer, column: Int32(index), self)
  }
}

extension Statement: TextEncodingProvider {
  var encoding: TextEncoding { (try? database.textEncoding()) ?? .utf8 }
}

// MARK: - Binding

extension Statement {
  // After an error, the statement keeps its previous arguments.
  private func bind(_ new: StatementArguments) throws {
    let values = try values(of: new)
    arguments = new
    sqlite3_clear_bindings(pointer)
    for (position, value) in values.enumerated() {
      try bind(value, at: Int32(position) + 1)
    }
  }

  private func values(of new: StatementArguments) throws -> [DatabaseValue] {
    if new.named.isEmpty, new.positional.count == parameterCount { return new.positional }
    var position = 0
    let values = try (0..<parameterCount).map { offset in
      let name = parameterName(Int32(offset) + 1)
      if let name, let value = new.named[name] { return value }
      if position < new.positional.count {
        defer { position += 1 }
        return new.positional[position]
      }
      guard let name else { throw wrongCount(new) }
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "missing statement argument: \(name)", sql: sql,
        arguments: new)
    }
    if position < new.positional.count { throw wrongCount(new) }
    return values
  }

  private func parameterName(_ index: Int32) -> String? {
    guard let name = sqlite3_bind_parameter_name(pointer, index) else { return nil }
    let text = String(cString: name)
    return text.hasPrefix("?") ? nil : String(text.dropFirst())
  }

  private func bind(_ value: DatabaseValue, at index: Int32) throws {
    let code = SQLiteBinding.bind(value, to: pointer, at: index, in: encoding)
    if code != SQLITE_OK { throw database.lastError(code, sql: sql, arguments: arguments) }
  }

  private func wrongCount(_ arguments: StatementArguments) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_MISUSE,
      message: "wrong number of statement arguments: \(arguments.positional.count)", sql: sql,
      arguments: arguments)
  }
}

// A statement belongs to its connection.
@available(*, unavailable)
extension Statement: Sendable {}
