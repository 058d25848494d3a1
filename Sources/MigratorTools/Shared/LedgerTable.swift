import MigratorEngine

struct LedgerTable: Sendable {
  struct Shape: Sendable {
    let columns: [SQLName]
    /// The strength of the evidence if a table has the tool's default name.
    var named = EvidenceStrength.certain
    /// The strength if a table has another name, or `nil` if such a table cannot be the ledger.
    var elsewhere: EvidenceStrength? = .likely
  }

  typealias Scrutiny =
    @Sendable (LedgerEvidence, [DatabaseTables.Column], DatabaseTables) -> LedgerEvidence?

  let name: String
  /// The possible columns, those of the tool's current version first.
  let shapes: [Shape]
  /// Lowercase words, one of which the name must contain if the columns are not specific.
  var words: [StaticString] = []
  /// Other tables that ``refine`` uses.
  var others: Set<SQLName> = []
  /// The number of columns to display, or `nil` for all.
  var shown: Int?
  /// Examines a matching table; returns `nil` if it is not the ledger.
  var refine: Scrutiny = { found, _, _ in found }

  var hints: LedgerHints {
    let elsewhere = shapes.filter { $0.elsewhere != nil }
    // The longest column name is usually the one that fewest other tables have.
    let columns = elsewhere.compactMap {
      $0.columns.max { $0.text.utf8.count < $1.text.utf8.count }
    }
    let names = others.union([SQLName(name)])
    if words.isEmpty { return LedgerHints(names: names, columns: Set(columns)) }
    return LedgerHints(names: names) { table in !elsewhere.isEmpty && has(table) }
  }

  private func has(_ table: String) -> Bool {
    words.contains { table.containsIgnoringASCIICase($0) }
  }

  /// Finds the table; if several match, the tool's default name is preferred.
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
      return refine(
        LedgerEvidence(
          table: table, words: "\(table)(\(names.joined(separator: ", ")))", strength: strength),
        columns, tables)
    }.first
  }
}

extension LedgerTable {
  init(
    _ name: String, _ columns: [SQLName], named: EvidenceStrength = .certain,
    elsewhere: EvidenceStrength? = .likely, words: [StaticString] = [],
    others: Set<SQLName> = [], shown: Int? = nil,
    refine: @escaping Scrutiny = { found, _, _ in found }
  ) {
    self.init(
      name: name, shapes: [Shape(columns: columns, named: named, elsewhere: elsewhere)],
      words: words, others: others, shown: shown, refine: refine)
  }
}
