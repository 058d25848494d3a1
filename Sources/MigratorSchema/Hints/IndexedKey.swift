internal import SQLSyntax

/// The columns by which SQLite can find rows of a table: an index, a unique key or the primary key.
struct IndexedKey {
  struct Column {
    /// The column or expression, with its collation if one is written.
    let fragment: SQLFragment
    let isDescending: Bool

    /// The name; `nil` for an expression.
    let name: SQLName?

    init(_ tokens: ArraySlice<SQLToken>) {
      let (key, isDescending) = TokenReader.keyColumn(tokens)
      fragment = SQLFragment(keyColumn: tokens)
      self.isDescending = isDescending
      let isCollated = key.count == 3 && key[key.startIndex + 1].isWord("COLLATE")
      name = key.count == 1 || isCollated ? key.first.map { SQLName($0.unquoted) } : nil
    }
  }

  /// The name of the index, or `nil` for a key in the definition of the table.
  let index: String?
  let columns: [Column]
  let isUnique: Bool
  let condition: SQLFragment?

  /// The keys of a table: those of its definition first, then the indexes.
  static func all(of table: ParsedTable, _ indexes: [SchemaObject]) -> [IndexedKey] {
    var keys: [IndexedKey] = []
    func add(_ columns: [SQLFragment]) {
      keys.append(
        IndexedKey(
          index: nil, columns: columns.map { Column(Self.tokens(of: $0)) }, isUnique: true,
          condition: nil))
    }
    for column in table.columns {
      let isKey = column.aspects[.primaryKey] != nil || column.aspects[.unique] != nil
      if isKey {
        add([SQLFragment([SQLToken(kind: .identifier, text: SQLName(column.name).quoted)])])
      }
    }
    for constraint in table.constraints { if let key = constraint.key { add(key) } }
    for object in indexes {
      guard let index = object.sql.flatMap({ ParsedIndex(TokenReader($0)) }) else { continue }
      keys.append(
        IndexedKey(
          index: object.name, columns: index.columns.map { Column(Self.tokens(of: $0)) },
          isUnique: index.isUnique, condition: index.condition))
    }
    return keys
  }

  private static func tokens(of fragment: SQLFragment) -> ArraySlice<SQLToken> {
    SQLTokenizer.tokens(of: fragment.readable).filter { !$0.isTrivia }[...]
  }

  /// True if SQLite can find rows by one of the columns, which are compared with `=`.
  func finds(_ names: Set<SQLName>) -> Bool {
    guard let first = columns.first?.name, names.contains(first) else { return false }
    return condition.map { Self.isNotNull($0, names) } ?? true
  }

  /// True for the condition that a column is not NULL, which a comparison implies.
  private static func isNotNull(_ condition: SQLFragment, _ names: Set<SQLName>) -> Bool {
    var reader = TokenReader(condition.readable)
    guard let name = reader.name(), names.contains(SQLName(name)) else { return false }
    return
      (reader.skip("IS", "NOT", "NULL") || reader.skip("NOTNULL")
      || reader.skip("NOT", "NULL")) && reader.isAtEnd
  }

  /// True if an index is not needed next to this key.
  func replaces(_ other: IndexedKey) -> Bool {
    guard condition == other.condition, columns.count >= other.columns.count,
      zip(columns, other.columns).allSatisfy({ $0.fragment == $1.fragment })
    else { return false }
    // An index can be read backward, but only as a whole.
    let turns = Set(zip(columns, other.columns).map { $0.isDescending != $1.isDescending })
    guard turns.count < 2 else { return false }
    if columns.count > other.columns.count { return !other.isUnique }
    guard isUnique == other.isUnique else { return isUnique }
    // If two indexes are equal, one is redundant.
    guard let index, let second = other.index else { return true }
    return index < second
  }
}
