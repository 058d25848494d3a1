internal import MigratorSQLite

/// A value to try for a column whose constraint rejected another.
enum Candidate: Equatable {
  case value(DatabaseValue)
  case own
  /// A number that is written with these characters as digits.
  case characters([Character], length: Int)
  /// A token with a certain length.
  case token(length: Int)
  /// A blob with a certain length.
  case blob(length: Int)
  case pattern(ColumnFacts.Pattern, length: Int?)
  /// A time in a format of `strftime`.
  case moment(format: String)
  /// The value of another column plus a number, or unchanged.
  case copy(column: Int, plus: Int64)
  case parent(choice: Int)

  /// The candidates for a column of a constraint, the most likely first.
  ///
  /// - Parameters:
  ///   - position: The column.
  ///   - table: The table.
  ///   - tokens: The constraint.
  ///   - facts: The facts that the constraint states about its columns.
  ///   - columns: All columns of the constraint.
  /// - Returns: The candidates, without duplicates.
  static func all(
    for position: Int, of table: GeneratedTable, in tokens: [SQLToken],
    facts: [SQLName: ColumnFacts], columns: [Int]
  ) -> [Candidate] {
    let column = table.columns[position]
    let own = facts[column.name] ?? ColumnFacts()
    var all: [Candidate] = []
    func add(_ candidate: Candidate) { if !all.contains(candidate) { all.append(candidate) } }

    for pattern in own.patterns {
      for length in own.lengths.map(Optional.some) + [nil] {
        if !pattern.isNegated {
          add(.pattern(pattern, length: length))
        } else if let set = TextPattern.permitted(byNegated: pattern.text) {
          add(.characters(set, length: length ?? 8))
        }
      }
    }
    for storage in own.storage {
      switch storage {
      case "blob": for length in own.lengths + [8] { add(.blob(length: length)) }
      case "integer": add(.value(DatabaseValue(storage: .int64(1))))
      case "real": add(.value(DatabaseValue(storage: .double(1.5))))
      case "text": for length in own.lengths + [12] { add(.token(length: length)) }
      default: add(.value(.null))
      }
    }
    for value in own.equal { add(.value(value)) }
    for length in own.lengths {
      for near in [length, length + 1, length - 1] where near >= 0 { add(.token(length: near)) }
    }
    for value in own.bounds { for near in Self.near(value) { add(.value(near)) } }
    for length in own.lengths { add(.blob(length: length)) }
    if own.holdsJSON {
      for text in [#"{"abc":1}"#, #"["abc"]"#, "{}", "[]", "1"] {
        add(.value(DatabaseValue(storage: .string(text))))
      }
    }
    if table.foreignKeys.contains(where: { $0.columns.contains(position) }) {
      add(.parent(choice: 0))
      add(.parent(choice: 1))
    }
    if own.holdsTime {
      let formats = tokens.filter { $0.kind == .string && $0.text.contains("%") }.map(\.unquoted)
      for format in formats + [
        "%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%SZ", "%H:%M:%S",
        "%Y-%m", "%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%fZ", "%Y", "%s",
      ] {
        add(.moment(format: format))
      }
    }
    if !column.info.isNotNull { add(.value(.null)) }
    add(.own)
    for other in columns where other != position {
      for plus in [0, 1, -1] as [Int64] { add(.copy(column: other, plus: plus)) }
    }
    for value in column.values.plain.prefix(8) { add(.value(value)) }
    for token in tokens.prefix(200) {
      guard let literal = OperandReader.literal(token) else { continue }
      for value in Self.near(literal) { add(.value(value)) }
    }
    add(.value(DatabaseValue(storage: .string("value"))))
    add(.value(DatabaseValue(storage: .blob([1]))))
    return Array(all.prefix(60))
  }

  private static func near(_ value: DatabaseValue) -> [DatabaseValue] {
    switch value.storage {
    case .int64(let number) where number > .min && number < .max:
      [number, number + 1, number - 1].map { DatabaseValue(storage: .int64($0)) }
    case .double(let number):
      [number, number + 0.25, number - 0.25].map { DatabaseValue(storage: .double($0)) }
    default: [value]
    }
  }
}
