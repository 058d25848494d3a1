internal import MigratorSQLite

/// Inserts a batch of rows into one table.
///
/// The rows are built for the faults that they reveal: NULL, repeated values, rows that differ in
/// only one column of a key, boundaries, and pairs of values.
struct TableFiller {
  enum Batch {
    case full
    /// A few rows for a table that changed and has enough rows.
    case refreshing
    /// Rows that use the parents that were missing before.
    case referring
    /// Rows with unique values.
    case many
  }

  private static let pairLimit = 6
  /// The number of bits that distinguish columns which may be NULL.
  private static let codeLength = 3
  /// The maximum number of rows of ``Batch/refreshing``.
  static let refreshingLimit = 10
  private static let packedLimit = 16
  private static let oddLimit = 12

  let table: GeneratedTable
  let inserter: RowInserter
  let valueClass: GeneratedClass
  let amount: RowAmount
  var random: SeededNumbers
  private var ordinal = 0
  private var failures = 0
  /// The values that were each tried in a separate row, and whether they were accepted.
  private var tried: [Int: [DatabaseValue: Bool]] = [:]
  private var usedOnce: [Int: Set<DatabaseValue>] = [:]

  init(
    _ table: GeneratedTable, _ inserter: RowInserter, class valueClass: GeneratedClass,
    amount: RowAmount, seed: UInt64
  ) {
    (self.table, self.inserter, self.valueClass) = (table, inserter, valueClass)
    self.amount = amount
    random = SeededNumbers(seed: seed, path: table.name.text)
  }

  private var cells: CellMaker { inserter.cells }
  private var count: Int { inserter.counts[table.name] ?? 0 }
  /// True if no more rows are needed, or all recent ones were rejected.
  private var isDone: Bool { count >= amount.maximum || failures >= 3 }

  mutating func fill(_ batch: Batch) throws {
    ordinal = count
    switch batch {
    case .many: while try insertOwn() != nil || !isDone {}
    case .referring:
      for _ in 0..<2 { _ = try insertOwn() }
    case .refreshing:
      _ = try insertOwn()
      try insertNulls()
      _ = try insertOwn()
      try insertPacked(limit: 5)
    case .full:
      let first = try insertOwn()
      try insertNulls()
      try insertSomeNulls()
      for _ in 0..<max(0, amount.minimum - 4) { _ = try insertOwn() }
      if let first {
        try insertCopy(of: first)
        try insertKeyNeighbors(of: first)
        try insertPairs(of: first)
      }
      for _ in 0..<(amount.minimum / 2) { try insertRandom() }
      try insertPacked(limit: Self.packedLimit)
    }
    if valueClass == .odd, batch == .full || batch == .refreshing { try insertOdd() }
  }

  // MARK: Rows

  private mutating func insert(
    fixed: Set<Int> = [], wish: (Int) -> CellMaker.Wish
  ) throws -> [GeneratedCell]? {
    if isDone { return nil }
    ordinal += 1
    let row = cells.row(table, ordinal, wish: wish)
    let inserted = try inserter.insert(table, row, fixed: fixed)
    failures = inserted == nil ? failures + 1 : 0
    if inserted != nil { forgetRows() }
    return inserted
  }

  /// Lets later rows refer to the rows of the same table.
  private func forgetRows() {
    // Reading all of them after each row would take quadratic time.
    guard table.refersToItself, ordinal < 60 || ordinal.nonzeroBitCount == 1 else { return }
    cells.forgetRows(of: table.name)
  }

  private mutating func insertOwn() throws -> [GeneratedCell]? { try insert { _ in .own } }

  private mutating func insertNulls() throws {
    let table = table
    _ = try insert { table.columns[$0].isNullable ? .null : .own }
  }

  /// For each pair of columns that may be NULL, inserts a row in which only one of them is NULL.
  private mutating func insertSomeNulls() throws {
    let table = table
    let nullable = table.columns.indices.filter { table.columns[$0].isNullable }
    for bit in 0..<Self.codeLength where nullable.count > 1 << bit {
      for value in 0...1 {
        _ = try insert { position in
          let code = nullable.firstIndex(of: position).map { $0 >> bit & 1 }
          return code == value ? .null : .own
        }
      }
    }
  }

  private mutating func insertCopy(of first: [GeneratedCell]) throws {
    let unique = Set(table.keys.joined())
    let table = table
    _ = try insert { position in
      let column = table.columns[position]
      let isReference = table.foreignKeys.contains { $0.columns.contains(position) }
      if unique.contains(position) || column.isUnique || column.isIdentity && !isReference {
        return .own
      }
      return .cell(GeneratedCell(value: first[position].value))
    }
  }

  /// For each composite key, inserts rows that differ from the given row in only one column of the
  /// key.
  private mutating func insertKeyNeighbors(of first: [GeneratedCell]) throws {
    for key in table.keys.filter({ $0.count > 1 }).prefix(4) {
      for free in key.prefix(4) {
        _ = try insert(fixed: Set(key).subtracting([free])) { position in
          position != free && key.contains(position)
            ? .cell(GeneratedCell(value: first[position].value)) : .own
        }
      }
    }
  }

  /// Inserts rows that repeat two values of a row: a later key or GROUP BY may be on these columns.
  private mutating func insertPairs(of first: [GeneratedCell]) throws {
    let table = table
    func isReference(_ position: Int) -> Bool {
      table.foreignKeys.contains { $0.columns.contains(position) }
    }
    let columns = table.columns.indices.filter { position in
      let column = table.columns[position]
      return position != table.rowIDColumn && !column.isUnique
        && (isReference(position) || !column.isIdentity) && !table.keys.contains([position])
        && !first[position].value.isNull
    }
    // References first: most composite keys begin with one.
    let ordered = columns.filter(isReference) + columns.filter { !isReference($0) }
    // If there are only two references, each is also repeated on its own.
    let singles = ordered.count == 2 && ordered.allSatisfy(isReference) ? ordered : []
    let pairs =
      singles.map { Set([$0]) }
      + ordered.indices.flatMap { one in
        ordered[(one + 1)...].map { Set([ordered[one], $0]) }
      }
    for pair in pairs.prefix(Self.pairLimit) {
      _ = try insert { position in
        pair.contains(position) ? .cell(GeneratedCell(value: first[position].value)) : .own
      }
    }
  }

  private mutating func insertRandom() throws {
    let choices = table.columns.indices.map { position in
      plain(position, Int.random(in: 0..<1000, using: &random))
    }
    try insertPacked(choices)
  }

  private mutating func insertPacked(limit: Int) throws {
    let longest =
      table.columns.indices.filter { !table.columns[$0].isIdentity }
      .map { plainList($0).count }.max() ?? 0
    for row in 0..<min(limit, longest) where !isDone {
      try insertPacked(table.columns.indices.map { plain($0, row + $0) })
    }
  }

  // MARK: Values

  private func plainList(_ position: Int) -> [DatabaseValue] {
    let column = table.columns[position]
    return (column.isNullable ? [.null] : []) + column.values.plain
  }

  /// A plain value for a column, or `nil` for a unique value.
  private mutating func plain(_ position: Int, _ choice: Int) -> DatabaseValue? {
    let column = table.columns[position]
    let list = plainList(position)
    guard !list.isEmpty else { return nil }
    let value = list[choice % list.count]
    if column.isIdentity, !value.isNull { return nil }
    if tried[position]?[value] == false { return nil }
    if column.isUnique, !value.isNull,
      !usedOnce[position, default: []].insert(value).inserted
    {
      return nil
    }
    return value
  }

  /// Inserts a row of values; if a constraint rejects it, inserts each suspected value in a
  /// separate row.
  private mutating func insertPacked(_ values: [DatabaseValue?], isOdd: Bool = false) throws {
    if isDone { return }
    ordinal += 1
    var values = values
    func makeRow(_ values: [DatabaseValue?], fixed: Int? = nil) -> [GeneratedCell] {
      cells.row(table, ordinal) { position in
        guard let value = values[position], fixed == nil || fixed == position else { return .own }
        if value.isNull { return .null }
        return isOdd ? .cell(GeneratedCell(value: value)) : .value(value)
      }
    }
    // If the values violate a unique key, some are replaced; other constraints are handled below.
    if try inserter.insert(table, makeRow(values), searches: false) != nil { return forgetRows() }
    let suspects = inserter.suspects(in: table).filter { values[$0] != nil }
    for position in suspects where count < amount.maximum {
      guard let value = values[position], tried[position]?[value] == nil else { continue }
      ordinal += 1
      let row = makeRow(values, fixed: position)
      let isInserted =
        try inserter.insert(table, row, fixed: [position], searches: false) != nil
      tried[position, default: [:]][value] = isInserted
      if isInserted { forgetRows() }
    }
    for position in suspects { values[position] = nil }
    if suspects.isEmpty || isOdd { return }
    if try inserter.insert(table, makeRow(values)) == nil { failures += 1 } else { forgetRows() }
  }

  // MARK: Odd values

  private mutating func insertOdd() throws {
    let lists = table.columns.indices.map { position -> [DatabaseValue] in
      let column = table.columns[position]
      if position == table.rowIDColumn { return [] }
      // Unlike other databases, SQLite accepts NULL in a primary key, unless the table has no
      // rowid.
      if column.info.isKey, !column.info.isNotNull, table.rowIDName != nil { return [.null] }
      let reference = table.foreignKeys.first { $0.columns.contains(position) }
      if let reference {
        // An orphan for a key that only a later version declares.
        return reference.isLater ? [cells.own(position, of: table, ordinal).value] : []
      }
      return column.values.odd
    }
    failures = 0
    let longest = lists.map(\.count).max() ?? 0
    for row in 0..<min(Self.oddLimit, longest) where !isDone {
      let values = lists.enumerated().map { position, list -> DatabaseValue? in
        guard !list.isEmpty else { return nil }
        let value = list[(row + position) % list.count]
        return tried[position]?[value] == false ? nil : value
      }
      if values.contains(where: { $0 != nil }) { try insertPacked(values, isOdd: true) }
    }
    try repeatIdentities()
    try varyTexts()
  }

  /// Inserts variants of a unique string that differ only in case or by a trailing space.
  private mutating func varyTexts() throws {
    let table = table
    let positions = table.columns.indices.filter { position in
      let column = table.columns[position]
      return column.kind == .text && (column.isUnique || column.isIdentity)
        && !table.foreignKeys.contains { $0.columns.contains(position) }
    }
    guard !positions.isEmpty, let first = try insertOwn() else { return }
    for change in [{ $0.asciiUppercased }, { $0 + " " }] as [(String) -> String] {
      _ = try insert { position in
        guard positions.contains(position), case .string(let text) = first[position].value.storage
        else { return .own }
        return .cell(GeneratedCell(value: DatabaseValue(storage: .string(change(text)))))
      }
    }
  }

  /// Repeats an ID, hash or token that no constraint keeps unique.
  private mutating func repeatIdentities() throws {
    let positions = table.columns.indices.filter { position in
      table.columns[position].isIdentity && !table.columns[position].isUnique
        && !table.columns[position].info.isKey
        && !table.foreignKeys.contains { $0.columns.contains(position) }
    }
    guard !positions.isEmpty, let first = try insertOwn() else { return }
    _ = try insert { position in
      positions.contains(position) ? .cell(GeneratedCell(value: first[position].value)) : .own
    }
  }
}
