public import MigratorEngine

/// Hints for finding a tool's ledger, and tables related to it, before their columns are read.
///
/// Reading the columns of all tables of a large schema would be slow.
public struct LedgerHints: Sendable {
  /// Possible names of the table.
  public var names: Set<SQLName>
  /// Column names, which are plain identifiers; a ledger with another name has at least one of them.
  public var columns: Set<SQLName>
  /// Returns whether a table with another name can be the ledger, regardless of its columns.
  public var mayBeNamed: @Sendable (_ table: String) -> Bool

  /// Creates hints from their properties.
  public init(
    names: Set<SQLName> = [], columns: Set<SQLName> = [],
    mayBeNamed: @escaping @Sendable (_ table: String) -> Bool = { _ in false }
  ) {
    self.names = names
    self.columns = columns
    self.mayBeNamed = mayBeNamed
  }
}

struct LedgerSearch {
  private let names: Set<SQLName>
  private let columns: WordSearch
  private let mayBeNamed: [@Sendable (String) -> Bool]

  /// Creates a search from hints; a named table is always selected.
  init(by hints: [LedgerHints], named table: String?) {
    names = hints.reduce(into: table.map { [SQLName($0)] } ?? []) { $0.formUnion($1.names) }
    columns = WordSearch(hints.reduce(into: []) { $0.formUnion($1.columns) })
    mayBeNamed = hints.map(\.mayBeNamed)
  }

  /// Returns whether a table can be a ledger, judging by its name and its SQL.
  func mayFind(_ name: String, _ sql: String) -> Bool {
    names.contains(SQLName(name)) || columns.isFound(in: sql)
      || mayBeNamed.contains { $0(name) }
  }
}
