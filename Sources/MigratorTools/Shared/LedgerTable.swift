import MigratorEngine

/// By what the table of a tool's ledger is told from all others.
struct LedgerTable: Sendable {
  /// A list of columns that the table may have.
  struct Shape: Sendable {
    /// All columns, in order.
    let columns: [SQLName]
    /// How surely a table with the tool's own name is its ledger.
    var named = EvidenceStrength.certain
    /// How surely a table of another name is; `nil` where none can be.
    var elsewhere: EvidenceStrength? = .likely
  }

  typealias Scrutiny =
    @Sendable (LedgerEvidence, [DatabaseTables.Column], DatabaseTables) -> LedgerEvidence?

  /// The name that the tool gives it.
  let name: String
  /// What its columns may be, the tool's present version first.
  let shapes: [Shape]
  /// What a name has to contain, in lower case, where the columns alone may be anybody's.
  var words: [StaticString] = []
  /// The other tables that the scrutiny asks for.
  var others: Set<SQLName> = []
  /// How many columns are named to a person; `nil` for all.
  var shown: Int?
  /// Looks closer at a table that fits; `nil` where it is none.
  var scrutiny: Scrutiny = { found, _, _ in found }

  /// By what tables are told that may be it.
  var hints: LedgerHints {
    let elsewhere = shapes.filter { $0.elsewhere != nil }
    // The longest name is, as a rule, the one that fewest other tables have.
    let columns = elsewhere.compactMap {
      $0.columns.max { $0.text.utf8.count < $1.text.utf8.count }
    }
    let names = others.union([SQLName(name)])
    if words.isEmpty { return LedgerHints(names: names, columns: Set(columns)) }
    return LedgerHints(names: names) { table in !elsewhere.isEmpty && has(table) }
  }

  /// Whether a name contains one of the words.
  private func has(_ table: String) -> Bool {
    words.contains { table.containsIgnoringASCIICase($0) }
  }

  /// Looks for the table; where several fit, the one with the tool's own name is taken.
  func evidence(in tables: DatabaseTables) -> LedgerEvidence? {
    shapes.lazy.compactMap { evidence(of: $0, in: tables) }.first
  }

  private func evidence(of shape: Shape, in tables: DatabaseTables) -> LedgerEvidence? {
    let fitting = tables.tables(withColumns: shape.columns, preferring: name)
    return fitting.lazy.compactMap { table in
      let isNamed = SQLName(table) == SQLName(name)
      guard let strength = isNamed ? shape.named : shape.elsewhere, let columns = tables[table],
        words.isEmpty || has(table)
      else { return nil }
      let rest = shown.map { columns.count > $0 } ?? false ? ["…"] : []
      let names = columns.prefix(shown ?? columns.count).map(\.name) + rest
      return scrutiny(
        LedgerEvidence(
          table: table, words: "\(table)(\(names.joined(separator: ", ")))", strength: strength),
        columns, tables)
    }.first
  }
}

extension LedgerTable {
  /// A table that has had the same columns ever since.
  init(
    _ name: String, _ columns: [SQLName], named: EvidenceStrength = .certain,
    elsewhere: EvidenceStrength? = .likely, words: [StaticString] = [],
    others: Set<SQLName> = [], shown: Int? = nil,
    scrutiny: @escaping Scrutiny = { found, _, _ in found }
  ) {
    self.init(
      name: name, shapes: [Shape(columns: columns, named: named, elsewhere: elsewhere)],
      words: words, others: others, shown: shown, scrutiny: scrutiny)
  }
}
