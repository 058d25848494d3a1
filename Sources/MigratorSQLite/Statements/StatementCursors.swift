/// A run of a statement, for the cursor that makes its rows.
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
    // A statement left in the middle would lock its tables; another run of it is not this one's.
    if number == statement.runCount { statement.reset() }
  }

  /// Goes on to the next row, and returns whether there is one.
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

/// The rows of a statement, made one at a time.
public final class RowCursor: Cursor {
  private let run: StatementRun
  /// That of the database, unless rows are converted as values.
  private let encoding: TextEncoding?

  init(_ statement: Statement, arguments: StatementArguments?) throws {
    encoding = try statement.database.textEncoding()
    run = try StatementRun(statement, arguments: arguments)
  }

  /// Creates a cursor over rows that are converted as values.
  init(copying statement: Statement, arguments: StatementArguments?) throws {
    run = try StatementRun(statement, arguments: arguments)
    encoding = nil
  }

  /// Makes the next row.
  public func next() throws -> Row? {
    try run.step() ? Row(currentOf: run.statement, encoding) : nil
  }
}

/// The first column of the rows of a statement, one value at a time.
public final class DatabaseValueCursor<Value: DatabaseValueConvertible>: Cursor {
  private let run: StatementRun

  init(_ statement: Statement, arguments: StatementArguments?) throws {
    run = try StatementRun(statement, arguments: arguments)
  }

  /// Makes the next value.
  public func next() throws -> Value? {
    guard try run.step() else { return nil }
    let statement = run.statement
    let column = StatementColumn(of: statement.pointer, at: 0, statement)
    if let value = Value.fromColumn(column) { return value }
    throw DatabaseError.mismatch(
      column.databaseValue, Value.self, "in column \(statement.columnNames.first ?? "0")",
      sql: statement.sql, arguments: statement.arguments)
  }
}

// What they read belongs to a connection.
@available(*, unavailable)
extension RowCursor: Sendable {}
@available(*, unavailable)
extension DatabaseValueCursor: Sendable {}
