/// A line of the query plan of a statement.
public struct QueryPlanLine: Sendable, Hashable {
  /// The depth of the line in the tree, starting at 0.
  public let depth: Int
  /// SQLite's text: `SEARCH player USING INTEGER PRIMARY KEY (rowid=?)`.
  public let text: String

  /// Creates a line from its properties.
  public init(depth: Int, text: String) {
    self.depth = depth
    self.text = text
  }
}

extension Database {
  private static let planned: Set<SQLName> = [
    "SELECT", "WITH", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE",
  ]

  /// Returns the query plan that SQLite would use now, without running the statement.
  ///
  /// - Parameter sql: The statement; its parameters need no values.
  /// - Returns: The result of `EXPLAIN QUERY PLAN`; empty for a statement that neither queries nor
  ///   changes rows.
  /// - Throws: ``DatabaseError`` if the statement cannot be compiled.
  public func queryPlan(of sql: String) throws -> [QueryPlanLine] {
    guard let word = SQLTokenizer.firstToken(of: sql)?.text, Self.planned.contains(SQLName(word))
    else { return [] }
    let statement = try makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
    var depths: [DatabaseValue: Int] = [:]
    var lines: [QueryPlanLine] = []
    while try statement.step() {
      let depth = depths[statement.value(at: 1)] ?? 0
      depths[statement.value(at: 0)] = depth + 1
      lines.append(
        QueryPlanLine(depth: depth, text: String.fromDatabaseValue(statement.value(at: 3)) ?? ""))
    }
    return lines
  }
}
