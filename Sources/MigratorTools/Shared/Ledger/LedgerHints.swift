public import MigratorEngine

/// By what a table is told that may be a tool's ledger, or that the tool asks for to be sure, before its columns are
/// read.
///
/// To read the columns of all tables costs as much as to open a large schema.
public struct LedgerHints: Sendable {
  /// Names that the table may have.
  public var names: Set<SQLName>
  /// Columns, plain words, of which a table of any name has one.
  public var columns: Set<SQLName>
  /// Whether another name may be the table's, whatever its columns are.
  public var mayBeNamed: @Sendable (_ table: String) -> Bool

  /// Creates hints; the parameters are the properties.
  public init(
    names: Set<SQLName> = [], columns: Set<SQLName> = [],
    mayBeNamed: @escaping @Sendable (_ table: String) -> Bool = { _ in false }
  ) {
    self.names = names
    self.columns = columns
    self.mayBeNamed = mayBeNamed
  }
}

/// Picks the tables that may be ledgers.
struct LedgerSearch {
  private let names: Set<SQLName>
  private let columns: WordSearch
  private let mayBeNamed: [@Sendable (String) -> Bool]

  /// Creates a search by hints; a named table is picked whatever it is.
  init(by hints: [LedgerHints], named table: String?) {
    names = hints.reduce(into: table.map { [SQLName($0)] } ?? []) { $0.formUnion($1.names) }
    columns = WordSearch(hints.reduce(into: []) { $0.formUnion($1.columns) })
    mayBeNamed = hints.map(\.mayBeNamed)
  }

  /// Whether a table may be a ledger, by its name and its row in `sqlite_master`.
  func mayFind(_ name: String, _ sql: String) -> Bool {
    names.contains(SQLName(name)) || columns.isFound(in: sql)
      || mayBeNamed.contains { $0(name) }
  }
}
