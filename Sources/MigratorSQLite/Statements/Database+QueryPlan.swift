/// A line of the plan after which SQLite runs a statement.
public struct QueryPlanLine: Sendable, Hashable {
  /// How deep the line stands in the tree, from 0.
  public let depth: Int
  /// SQLite's words: `SEARCH player USING INTEGER PRIMARY KEY (rowid=?)`.
  public let text: String

  /// Creates a line; the parameters are the properties.
  public init(depth: Int, text: String) {
    self.depth = depth
    self.text = text
  }
}

extension Database {
  private static let planned: Set<SQLName> = [
    "SELECT", "WITH", "VALUES", "INSERT", "REPLACE", "UPDATE", "DELETE",
  ]

  /// Returns the plan after which SQLite would run a statement now; the statement is not run.
  ///
  /// - Parameter sql: The statement; its parameters need no values.
  /// - Returns: What `EXPLAIN QUERY PLAN` tells; nothing for a statement that neither queries nor changes
  ///   rows.
  /// - Throws: ``DatabaseError`` when the statement cannot be compiled.
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
