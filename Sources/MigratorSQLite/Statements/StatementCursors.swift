final class StatementRun {
  let statement: Statement
  private let number: Int
  private var isDone = false

  init(_ statement: Statement, arguments: StatementArguments?) throws {
    self.statement = statement
    try statement.begin(arguments: arguments)
    number = statement.runCount
  }

  deinit {
    // An unfinished statement would hold its locks. A later run must not be reset.
    if number == statement.runCount { statement.reset() }
  }

  /// Advances to the next row; returns false at the end.
  func step() throws -> Bool {
    guard !isDone else { return false }
    do {
      isDone = try !statement.step()
    } catch {
      isDone = true
      throw error
    }
    return !isDone
  }
}

/// A cursor over the rows of a statement.
public final class RowCursor: Cursor {
  private let run: StatementRun
  /// The encoding of the database, or `nil` to convert rows as values.
  private let encoding: TextEncoding?

  init(_ statement: Statement, arguments: StatementArguments?) throws {
    encoding = try statement.database.textEncoding()
    run = try StatementRun(statement, arguments: arguments)
  }

  /// Creates a cursor whose rows are converted as values.
  init(copying statement: Statement, arguments: StatementArguments?) throws {
    run = try StatementRun(statement, arguments: arguments)
    encoding = nil
  }

  /// Returns the next row.
  public func next() throws -> Row? {
    try run.step() ? Row(currentOf: run.statement, encoding) : nil
  }
}

/// A cursor over the first column of a statement.
public final class DatabaseValueCursor<Value: DatabaseValueConvertible>: Cursor {
  private let run: StatementRun

  init(_ statement: Statement, arguments: StatementArguments?) throws {
    run = try StatementRun(statement, arguments: arguments)
  }

  /// Returns the next value.
  public func next() throws -> Value? {
    guard try run.step() else { return nil }
    let statement = run.statement
    let column = StatementColumn(of: statement.pointer, at: 0, statement)
    if let value = Value.fromColumn(column) { return value }
    throw RowDecodingError(column.databaseValue, to: Value.self, of: statement)
  }
}

// Cursors read through a connection.
@available(*, unavailable)
extension RowCursor: Sendable {}
@available(*, unavailable)
extension DatabaseValueCursor: Sendable {}
