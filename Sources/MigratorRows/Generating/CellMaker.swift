internal import MigratorSQLite

/// Makes the values of rows: tokens, references to parents, and values that satisfy a constraint.
final class CellMaker {
  /// The kind of value for a column of a row.
  enum Wish {
    case own
    case null
    /// A value that may also be NULL.
    case value(DatabaseValue)
    case cell(GeneratedCell)
  }

  private let db: Database
  private let tables: [SQLName: GeneratedTable]
  private let parents: ParentRows
  private(set) var tokens: OwnTokens
  private var nextRowIDs: [SQLName: Int64] = [:]
  private var learned: [SQLName: [Int: Candidate]] = [:]
  /// References to rows that do not exist yet.
  private(set) var missing:
    [(child: SQLName, key: GeneratedTable.ForeignKey, values: [DatabaseValue])] = []
  /// Tables with a foreign key that is NULL because its parent table was empty.
  private(set) var waiting: Set<SQLName> = []

  init(
    _ db: Database, tables: [SQLName: GeneratedTable], tokens: OwnTokens, parentLimit: Int
  ) {
    (self.db, self.tables, self.tokens) = (db, tables, tokens)
    parents = ParentRows(db, tables, limit: parentLimit)
  }

  func takeMissing() -> [(child: SQLName, key: GeneratedTable.ForeignKey, values: [DatabaseValue])]
  {
    defer { missing = [] }
    return missing
  }

  func takeWaiting() -> Set<SQLName> {
    defer { waiting = [] }
    return waiting
  }

  /// Forgets the known rows of a parent table, because it has new ones.
  func forgetRows(of table: SQLName) { parents.forget(table) }

  // MARK: Rows

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - ordinal: The number of the row, which selects among parents and domain values.
  ///   - wish: Returns what a column should hold.
  /// - Returns: The values of all columns.
  func row(
    _ table: GeneratedTable, _ ordinal: Int, wish: (Int) -> Wish
  ) -> [GeneratedCell] {
    var row: [GeneratedCell?] = table.columns.indices.map { position in
      switch wish(position) {
      case .cell(let cell): cell
      case .null: .null
      case .value(let value) where !isReference(position, table): GeneratedCell(value: value)
      case .own, .value: nil
      }
    }
    for key in table.foreignKeys { assign(key, of: table, to: &row, choice: ordinal) }
    var cells = row.enumerated().map { position, cell in
      cell ?? own(position, of: table, ordinal)
    }
    assignSelfReferences(table, &cells)
    return cells
  }

  private func isReference(_ position: Int, _ table: GeneratedTable) -> Bool {
    table.foreignKeys.contains { $0.columns.contains(position) }
  }

  /// A unique value for a column, if possible.
  func own(_ position: Int, of table: GeneratedTable, _ ordinal: Int) -> GeneratedCell {
    let column = table.columns[position]
    if position == table.rowIDColumn, learned[table.name]?[position] == nil {
      return GeneratedCell(value: nextRowID(table))
    }
    if let candidate = learned[table.name]?[position] {
      var row = table.columns.map { _ in GeneratedCell.null }
      guard case .copy = candidate else {
        apply(candidate, to: position, of: table, in: &row)
        return row[position]
      }
    }
    let plain = column.values.plain
    if column.values.isDomain, !column.isUnique, !plain.isEmpty {
      return GeneratedCell(value: plain[ordinal % plain.count])
    }
    if column.kind == .boolean, !column.isUnique {
      return GeneratedCell(value: DatabaseValue(storage: .int64(Int64(ordinal % 2))))
    }
    if column.kind == .integer, column.words.areOfCount, !column.isUnique {
      return GeneratedCell(value: DatabaseValue(storage: .int64(Int64(4 + ordinal % 60))))
    }
    return tokens.cell(for: column)
  }

  /// The next rowid, starting at 1 as in SQLite, but with gaps to detect a migration that renumbers
  /// rows.
  private func nextRowID(_ table: GeneratedTable) -> DatabaseValue {
    if nextRowIDs[table.name] == nil, let position = table.rowIDColumn {
      let column = table.columns[position].info.name.quotedDatabaseIdentifier
      let highest = try? Int64.fetchOne(
        db, sql: "SELECT max(\(column)) FROM main.\(table.name.quoted)")
      nextRowIDs[table.name] = (highest ?? nil).map { $0 &+ 1 } ?? 1
    }
    guard let next = nextRowIDs[table.name], next > 0, next < Int64(Int32.max) else {
      return .null
    }
    nextRowIDs[table.name] = next + (next.isMultiple(of: 3) ? 2 : 1)
    return DatabaseValue(storage: .int64(next))
  }

  // MARK: Parents

  /// The keys of the parents that a row may plausibly refer to, or of all parents if no parent is
  /// plausible.
  private func plausibleRows(
    _ key: GeneratedTable.ForeignKey, of table: GeneratedTable
  ) -> [[DatabaseValue]] {
    let all = parents.rows(key).list
    guard key.columns.contains(where: { table.columns[$0].values.isDomain }) else { return all }
    let found = all.filter { values in
      zip(key.columns, values).allSatisfy { position, value in
        let domain = table.columns[position].values
        return !domain.isDomain || domain.plain.contains(value)
      }
    }
    return found.isEmpty ? all : found
  }

  private func assign(
    _ key: GeneratedTable.ForeignKey, of table: GeneratedTable, to row: inout [GeneratedCell?],
    choice: Int
  ) {
    let open = key.columns.filter { row[$0] == nil }
    if open.isEmpty || key.columns.contains(where: { row[$0]?.value.isNull ?? false }) { return }
    let known = row
    let all = plausibleRows(key, of: table)
    let matching =
      open.count == key.columns.count
      ? all
      : all.filter { values in
        zip(key.columns, values).allSatisfy { known[$0] == nil || known[$0]?.value == $1 }
      }
    if !matching.isEmpty {
      let values = matching[choice % matching.count]
      for (position, value) in zip(key.columns, values) {
        row[position] = GeneratedCell(value: value)
      }
      return
    }
    if key.isLater || key.parent == table.name { return orphan(key, open, table, &row) }
    if open.contains(where: { !table.columns[$0].info.isNotNull && !table.columns[$0].info.isKey })
    {
      waiting.insert(table.name)
      return orphan(key, open, table, &row)
    }
    // A parent is inserted later, unless it is unknown.
    guard let parent = tables[key.parent] else { return }
    var values: [DatabaseValue] = []
    for (position, name) in zip(key.columns, parents.columns(key)) {
      if row[position] == nil, let place = parent.position(of: name) {
        row[position] = GeneratedCell(value: tokens.cell(for: parent.columns[place]).value)
      }
      values.append(row[position]?.value ?? .null)
    }
    missing.append((table.name, key, values))
  }

  /// Sets the nullable columns of a key without a parent to NULL.
  private func orphan(
    _ key: GeneratedTable.ForeignKey, _ open: [Int], _ table: GeneratedTable,
    _ row: inout [GeneratedCell?]
  ) {
    // IDs of rows in a table that does not exist yet are unlikely, but names may become rows of
    // that table.
    let areIDs = open.allSatisfy { table.columns[$0].words.areOfIdentity }
    if key.isLater, tables[key.parent] != nil || !areIDs { return }
    for position in open
    where !table.columns[position].info.isNotNull && !table.columns[position].info.isKey {
      row[position] = .null
      return
    }
  }

  /// Makes the first rows of a table refer to themselves if a reference may not be NULL.
  private func assignSelfReferences(
    _ table: GeneratedTable, _ row: inout [GeneratedCell]
  ) {
    for key in table.foreignKeys where key.parent == table.name && !key.isLater {
      if key.columns.contains(where: { row[$0].value.isNull }) { continue }
      let places = parents.columns(key).compactMap { table.position(of: $0) }
      let values = key.columns.map { row[$0].value }
      if places.count != values.count || parents.rows(key).keys.contains(values) { continue }
      for (position, place) in zip(key.columns, places) {
        if row[place].value.isNull { row[place] = tokens.cell(for: table.columns[place]) }
        row[position] = GeneratedCell(value: row[place].value)
      }
    }
  }

  /// Values of other tables that a trigger names.
  func values(namedIn tokens: [SQLToken], besides table: SQLName) -> [Candidate] {
    let names = Set(tokens.compactMap(\.name))
    var found: [Candidate] = []
    for name in names.sorted() where name != table {
      guard let other = tables[name] else { continue }
      for column in other.columns where names.contains(column.name) {
        let sql =
          "SELECT \(column.name.quoted) FROM main.\(name.quoted)"
          + " WHERE \(column.name.quoted) IS NOT NULL LIMIT 2"
        for value in (try? DatabaseValue.fetchAll(db, sql: sql)) ?? [] {
          found.append(.value(value))
        }
      }
    }
    return Array(found.prefix(16))
  }

  // MARK: Repairs

  /// Sets the value of a column that may not be NULL.
  func fill(
    _ position: Int, of table: GeneratedTable, in row: inout [GeneratedCell], choice: Int
  ) {
    if let key = table.foreignKeys.first(where: { $0.columns.contains(position) }) {
      take(choice, key, of: table, &row)
      if !row[position].value.isNull { return }
    }
    row[position] = own(position, of: table, choice)
  }

  /// Takes the key of a parent row, if there is one.
  private func take(
    _ choice: Int, _ key: GeneratedTable.ForeignKey, of table: GeneratedTable,
    _ row: inout [GeneratedCell]
  ) {
    let all = plausibleRows(key, of: table)
    if all.isEmpty { return }
    for (position, value) in zip(key.columns, all[choice % all.count]) {
      row[position] = GeneratedCell(value: value)
    }
  }

  /// Replaces a value of a key that already exists; returns false if none can be replaced.
  func renew(
    _ names: [SQLName], of table: GeneratedTable, in row: inout [GeneratedCell], fixed: Set<Int>,
    attempt: Int
  ) -> Bool {
    var positions = names.compactMap { table.position(of: $0) }
    if positions.isEmpty { positions = table.indexedColumns }
    positions.removeAll { fixed.contains($0) }
    // A token is certain to be new; a parent or a code may not be.
    let free = positions.filter { position in
      !isReference(position, table) && !table.columns[position].values.isDomain
        && table.columns[position].kind != .boolean
    }
    if let position = free.last, attempt <= 6 {
      row[position] =
        position == table.rowIDColumn
        ? GeneratedCell(value: nextRowID(table)) : tokens.cell(for: table.columns[position])
      return true
    }
    let rest = positions.filter { !free.contains($0) }
    guard !rest.isEmpty else { return false }
    let position = rest[attempt % rest.count]
    if let key = table.foreignKeys.first(where: { $0.columns.contains(position) }) {
      let count = parents.rows(key).list.count
      if count == 0 { return false }
      if attempt > min(count, Self.parentTries), requestParent(key, of: table, &row) { return true }
      take(attempt / rest.count + attempt, key, of: table, &row)
      return true
    }
    let plain = table.columns[position].values.plain
    guard !plain.isEmpty else { return false }
    row[position] = GeneratedCell(value: plain[(attempt / rest.count) % plain.count])
    return true
  }

  /// The number of existing parents that are tried for a row with a unique reference.
  private static let parentTries = 20

  /// Sets a reference to a new parent, which is inserted later; returns false if it has more columns.
  private func requestParent(
    _ key: GeneratedTable.ForeignKey, of table: GeneratedTable, _ row: inout [GeneratedCell]
  ) -> Bool {
    guard !key.isLater, key.columns.count == 1, key.parent != table.name,
      let parent = tables[key.parent], let name = parents.columns(key).first,
      let place = parent.position(of: name)
    else { return false }
    let value =
      place == parent.rowIDColumn
      ? nextRowID(parent) : tokens.cell(for: parent.columns[place]).value
    row[key.columns[0]] = GeneratedCell(value: value)
    missing.append((table.name, key, [value]))
    return true
  }

  /// Sets a column to a candidate.
  func apply(
    _ candidate: Candidate, to position: Int, of table: GeneratedTable,
    in row: inout [GeneratedCell]
  ) {
    switch candidate {
    case .copy(let other, let plus):
      if case .int64(let number) = row[other].value.storage {
        row[position] = GeneratedCell(value: DatabaseValue(storage: .int64(number &+ plus)))
      } else if plus == 0 {
        row[position] = GeneratedCell(value: row[other].value)
      }
    case .parent(let choice):
      if let key = table.foreignKeys.first(where: { $0.columns.contains(position) }) {
        take(choice, key, of: table, &row)
      }
    default:
      if let cell = tokens.cell(candidate, for: table.columns[position]) { row[position] = cell }
    }
  }

  /// Uses a candidate for the next tokens of a column.
  func learn(_ candidate: Candidate, for position: Int, of table: GeneratedTable) {
    switch candidate {
    case .value(.null), .parent, .copy: break
    default: learned[table.name, default: [:]][position] = candidate
    }
  }
}
