internal import MigratorSQLite

struct TriggerEventClause {
  enum Event: String, CaseIterable {
    case insert = "INSERT"
    case delete = "DELETE"
    case update = "UPDATE"
  }

  let event: Event
  /// The columns of `UPDATE OF`; `nil` for all columns.
  let columns: [SQLName]?

  /// Parses a `CREATE TRIGGER` statement; `nil` if it names no event.
  init?(_ sql: String) {
    let tokens = SQLTokenizer.tokens(of: sql).filter { !$0.isTrivia }
    // INSERT, DELETE and UPDATE can be names only in quotes.
    let start = tokens.firstIndex { Self.event(named: $0) != nil }
    guard let start, let event = Self.event(named: tokens[start]) else { return nil }
    self.event = event
    let rest = tokens[start...].dropFirst()
    columns =
      rest.first?.isWord("OF") == true
      ? rest.dropFirst().prefix { !$0.isWord("ON") }.filter { !$0.isWord(",") }
        .map { SQLName($0.unquoted) }
      : nil
  }

  private static func event(named token: SQLToken) -> Event? {
    Event.allCases.first { token.isWord(SQLName($0.rawValue)) }
  }

  /// Returns `true` if the trigger fires for an event; `column` is the column that an update sets.
  func runs(for event: Event, setting column: String?) -> Bool {
    guard self.event == event else { return false }
    guard let columns, let column else { return true }
    return columns.contains(SQLName(column))
  }
}
