internal import SQLSyntax

/// A unique key or primary key of a table.
public struct UniqueKey: Sendable, Hashable {
  /// The name of the table.
  public let table: String
  /// The columns or expressions, as written.
  public let columns: [String]
  /// True for the primary key.
  public let isPrimary: Bool
  /// The index that defines the key (`CREATE UNIQUE INDEX`), or `nil` for a constraint.
  public let index: String?

  /// The key as SQL: `UNIQUE (email)`.
  public var words: String {
    "\(isPrimary ? "PRIMARY KEY" : "UNIQUE") (\(columns.joined(separator: ", ")))"
  }

  /// Finds the keys that are no longer enforced by any later key, with the current names of their
  /// tables.
  static func lost(
    from before: SchemaSnapshot, to after: SchemaSnapshot,
    tables: [(before: SchemaObject, after: SchemaObject)], in touched: Set<SQLName>,
    lineage: SchemaLineage
  ) -> [UniqueKey] {
    let tables = tables.filter {
      touched.contains(SQLName($0.after.name)) || touched.contains(SQLName($0.before.name))
    }
    if tables.isEmpty { return [] }
    let old = indexes(before)
    let new = indexes(after)
    return tables.flatMap { pair -> [UniqueKey] in
      let (formerName, name) = (SQLName(pair.before.name), SQLName(pair.after.name))
      let rewriting = Rewriting(lineage: lineage, table: formerName)
      let former = keys(pair.before, old[formerName] ?? []) { rewriting.applied(to: $0) }
      let present = keys(pair.after, new[name] ?? []) { $0 }
      return former.filter { key in !present.contains { $0.keeps(key) } }.map {
        UniqueKey(
          table: pair.after.name, columns: $0.columns.map(\.readable), isPrimary: $0.isPrimary,
          index: $0.index)
      }
    }
  }

  private static func indexes(_ schema: SchemaSnapshot) -> [SQLName: [SchemaObject]] {
    Dictionary(grouping: schema.objects.filter { $0.kind == .index }) { SQLName($0.tableName) }
  }

  private struct Parsed {
    var columns: [SQLFragment]
    var isPrimary = false
    var index: String?
    var condition: SQLFragment?

    init(
      columns: [SQLFragment], isPrimary: Bool = false, index: String? = nil,
      condition: SQLFragment? = nil
    ) {
      self.columns = columns
      plain = columns
      self.isPrimary = isPrimary
      self.index = index
      self.condition = condition
    }

    /// The columns without collations, even without the declared ones; values with the same bytes
    /// are equal in any collation.
    var plain: [SQLFragment]

    /// True if rows that are equal in another key are also equal in this one, so that this key also
    /// enforces the other.
    func keeps(_ other: Parsed) -> Bool {
      zip(columns, plain).allSatisfy { other.columns.contains($0) || other.columns.contains($1) }
        && (condition == nil || condition == other.condition)
    }
  }

  private static func keys(
    _ table: SchemaObject, _ indexes: [SchemaObject], rewrite: ([SQLToken]) -> [SQLToken]
  ) -> [Parsed] {
    func reader(_ object: SchemaObject) -> TokenReader {
      TokenReader(rewrite(SQLTokenizer.tokens(of: object.sql ?? "")))
    }
    var keys: [Parsed] = []
    var collated: [SQLFragment: SQLFragment] = [:]
    if let table = TableParser.parse(reader(table)) {
      for column in table.columns {
        let token = SQLToken(kind: .identifier, text: column.name.quotedDatabaseIdentifier)
        let name = [SQLFragment(keyColumn: [token])]
        if let collation = column.aspects[.collation]?.last?.readable {
          let tokens = [token] + SQLTokenizer.tokens(of: collation)
          let isBinary = tokens.last?.isWord("BINARY") == true
          if !isBinary { collated[name[0]] = SQLFragment(keyColumn: tokens[...]) }
        }
        if column.aspects[.primaryKey] != nil {
          keys.append(Parsed(columns: name, isPrimary: true))
        }
        if column.aspects[.unique] != nil { keys.append(Parsed(columns: name)) }
      }
      keys += table.constraints.compactMap { constraint in
        constraint.key.map { Parsed(columns: $0, isPrimary: constraint.isPrimaryKey) }
      }
    }
    keys += indexes.compactMap { object in
      guard let index = ParsedIndex(reader(object)), index.isUnique else { return nil }
      return Parsed(columns: index.key, index: object.name, condition: index.condition)
    }
    /// Splits `x COLLATE y` if x is a column, or an expression that compares bytes.
    func parts(of words: SQLFragment) -> (plain: SQLFragment, collation: SQLToken)? {
      let tokens = SQLTokenizer.tokens(of: words.readable).filter { !$0.isTrivia }
      let rest = tokens.dropLast(2)
      guard let collation = tokens.last, !rest.isEmpty, tokens[rest.count].isWord("COLLATE"),
        rest.count == 1
          || rest.allSatisfy({
            !$0.isWord("COLLATE") && collated[SQLFragment(keyColumn: [$0])] == nil
          })
      else { return nil }
      return (SQLFragment(keyColumn: rest), collation)
    }
    return keys.map { key in
      var key = key
      for (index, words) in key.columns.enumerated() {
        if let (plain, collation) = parts(of: words) {
          key.plain[index] = plain
          if collation.isWord("BINARY") { key.columns[index] = plain }
        } else if let collated = collated[words] {
          // A unique key uses the collation of its column.
          key.columns[index] = collated
        }
      }
      return key
    }
  }
}
