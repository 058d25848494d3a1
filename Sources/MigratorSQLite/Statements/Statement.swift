import CSQLite3

/// A compiled statement.
public final class Statement {
  /// The text of the statement, without white space and semicolons around it.
  public let sql: String
  /// The values of the parameters.
  public private(set) var arguments = StatementArguments()
  /// The connection.
  public let database: Database

  let pointer: OpaquePointer
  private var names: [String]?
  /// The word that says what the statement does.
  private lazy var firstWord = SQLName(SQLTokenizer.firstToken(of: sql)?.text ?? "")

  /// Takes over a compiled statement.
  init(database: Database, pointer: OpaquePointer) {
    self.database = database
    self.pointer = pointer
    self.sql = sqlite3_sql(pointer).map { String(cString: $0).trimmedStatement } ?? ""
  }

  deinit {
    sqlite3_finalize(pointer)
  }

  /// Whether the statement does not write to the database, as `sqlite3_stmt_readonly` has it.
  public var isReadonly: Bool { sqlite3_stmt_readonly(pointer) != 0 }

  /// The number of columns in the result; 0 for statements without one.
  public var columnCount: Int { Int(sqlite3_column_count(pointer)) }

  /// The number of parameters.
  public var parameterCount: Int { Int(sqlite3_bind_parameter_count(pointer)) }

  /// The names of the columns in the result.
  public var columnNames: [String] {
    if let names { return names }
    let found = (0..<sqlite3_column_count(pointer)).map { index in
      sqlite3_column_name(pointer, index).map { String(cString: $0) } ?? ""
    }
    names = found
    return found
  }

  /// Runs the statement to its end, rows ignored.
  ///
  /// - Parameter arguments: The values of the parameters; `nil` keeps those of the last run.
  /// - Throws: ``DatabaseError``.
  public func execute(arguments: StatementArguments? = nil) throws {
    try begin(arguments: arguments)
    while try step() {}
  }

  /// Makes the statement start anew, with arguments bound.
  ///
  /// - Parameter arguments: The values; `nil` keeps those of the last run.
  /// - Throws: ``DatabaseError`` SQLITE_MISUSE when their number is wrong or a name is missing.
  func begin(arguments: StatementArguments?) throws {
    sqlite3_reset(pointer)
    if let arguments {
      try bind(arguments)
    } else if parameterCount > 0 && self.arguments.isEmpty {
      throw wrongCount(0)
    }
  }

  /// Makes one step.
  ///
  /// - Returns: Whether there is a row; otherwise the statement is done and reset.
  /// - Throws: ``DatabaseError``.
  func step() throws -> Bool {
    if sqlite3_stmt_busy(pointer) == 0 {
      names = nil
      try database.checkBeforeStatement(sql: sql, arguments: arguments)
      if let watcher = database.watcher, !isReadonly { try watcher.begin(sql) }
    }
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
      let error = database.lastError(code, sql: sql, arguments: arguments)
      sqlite3_reset(pointer)
      if let watcher = database.watcher, !isReadonly { watcher.end(error) }
      throw error
    }
  }

  /// The value of a column of the current row.
  func value(at index: Int) -> DatabaseValue {
    let column = Int32(index)
    switch sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER:
      return DatabaseValue(storage: .int64(sqlite3_column_int64(pointer, column)))
    case SQLITE_FLOAT:
      return DatabaseValue(storage: .double(sqlite3_column_double(pointer, column)))
    case SQLITE_TEXT:
      let text = sqlite3_column_text(pointer, column)
      let bytes = UnsafeBufferPointer(
        start: text, count: text == nil ? 0 : Int(sqlite3_column_bytes(pointer, column)))
      return DatabaseValue(storage: .string(String(decoding: bytes, as: UTF8.self)))
    case SQLITE_BLOB:
      let blob = sqlite3_column_blob(pointer, column)
      let bytes = UnsafeRawBufferPointer(
        start: blob, count: blob == nil ? 0 : Int(sqlite3_column_bytes(pointer, column)))
      return DatabaseValue(storage: .blob(Array(bytes)))
    default:
      return .null
    }
  }

  /// The current row, copied.
  func row() -> Row {
    let names = columnNames
    return Row(columnNames: names, databaseValues: names.indices.map { value(at: $0) })
  }
}

// MARK: - Binding

extension Statement {
  private func bind(_ new: StatementArguments) throws {
    arguments = new
    sqlite3_clear_bindings(pointer)
    var position = 0
    for index in 1..<(Int32(parameterCount) + 1) {
      if let name = parameterName(index), let value = new.named[name] {
        try bind(value, at: index)
      } else if position < new.positional.count {
        try bind(new.positional[position], at: index)
        position += 1
      } else if let name = parameterName(index) {
        throw DatabaseError(
          resultCode: .SQLITE_MISUSE, message: "missing statement argument: \(name)", sql: sql,
          arguments: new)
      } else {
        throw wrongCount(new.positional.count)
      }
    }
    if position < new.positional.count { throw wrongCount(new.positional.count) }
  }

  private func parameterName(_ index: Int32) -> String? {
    guard let name = sqlite3_bind_parameter_name(pointer, index) else { return nil }
    let text = String(cString: name)
    return text.hasPrefix("?") ? nil : String(text.dropFirst())
  }

  private func bind(_ value: DatabaseValue, at index: Int32) throws {
    let code =
      switch value.storage {
      case .null: sqlite3_bind_null(pointer, index)
      case .int64(let number): sqlite3_bind_int64(pointer, index, number)
      case .double(let number): sqlite3_bind_double(pointer, index, number)
      case .string(let text): bind(text, at: index)
      case .blob(let bytes): bind(bytes, at: index)
      }
    if code != SQLITE_OK { throw database.lastError(code, sql: sql, arguments: arguments) }
  }

  private func bind(_ text: String, at index: Int32) -> Int32 {
    var copy = text
    return copy.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty buffer may have no address, which SQLite would take for NULL.
        guard let start = characters.baseAddress else {
          return sqlite3_bind_text(pointer, index, "", 0, SQLiteLibrary.transient)
        }
        return sqlite3_bind_text64(
          pointer, index, start, UInt64(characters.count), SQLiteLibrary.transient,
          UInt8(SQLITE_UTF8))
      }
    }
  }

  private func bind(_ bytes: [UInt8], at index: Int32) -> Int32 {
    if bytes.isEmpty { return sqlite3_bind_zeroblob(pointer, index, 0) }
    return bytes.withUnsafeBytes {
      sqlite3_bind_blob64(
        pointer, index, $0.baseAddress, UInt64($0.count), SQLiteLibrary.transient)
    }
  }

  private func wrongCount(_ count: Int) -> DatabaseError {
    DatabaseError(
      resultCode: .SQLITE_MISUSE, message: "wrong number of statement arguments: \(count)",
      sql: sql, arguments: arguments)
  }
}

// A statement belongs to its connection.
@available(*, unavailable)
extension Statement: Sendable {}
