public import MigratorEngine

/// By what a table is told that may be a tool's ledger, or that the tool asks for to be sure, before its columns are read.
///
/// To read the columns of all tables costs as much as to open a large schema.
public struct LedgerHints: Sendable {
  /// Names that the table may have.
  public var names: Set<SQLName>
  /// What another name may contain, in lower case.
  public var partsOfNames: [StaticString]
  /// Columns, plain words, of which a table of any name has one.
  public var columns: Set<SQLName>

  /// Creates hints; the parameters are the properties.
  public init(
    names: Set<SQLName> = [], partsOfNames: [StaticString] = [], columns: Set<SQLName> = []
  ) {
    self.names = names
    self.partsOfNames = partsOfNames
    self.columns = columns
  }
}

/// Picks the tables that may be ledgers of some tools, or of one that nobody knows.
struct LedgerSearch {
  private var names: Set<SQLName>
  private var parts: [StaticString] = []
  private let columns: WordSearch
  /// Whether a tool may look at any table.
  private let isForAny: Bool

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - tools: The tools that will be asked.
  ///   - table: A table that is picked whatever it is.
  init(of tools: [any MigrationTool], named table: String?) {
    let hints = tools.map(\.ledgerHints)
    isForAny = hints.contains { $0 == nil }
    let known = hints.compactMap(\.self)
    names = known.reduce(into: table.map { [SQLName($0)] } ?? []) { $0.formUnion($1.names) }
    parts = known.flatMap(\.partsOfNames)
    columns = WordSearch(known.reduce(into: []) { $0.formUnion($1.columns) })
  }

  /// Whether a table may be a ledger, by its name and its row in `sqlite_master`.
  func mayFind(_ name: String, _ sql: String) -> Bool {
    isForAny || names.contains(SQLName(name)) || columns.isFound(in: sql)
      || parts.contains { name.containsIgnoringASCIICase($0) } || UnknownTool.isNamed(name)
  }
}
