internal import MigratorEngine
internal import MigratorSchema
internal import MigratorSQLite
internal import SQLSyntax

/// Finds the statements of a migration that cause its findings, by running it statement by statement.
struct CausingStatements {
  let identifier: String
  /// The statements of the migration, or those that undo it.
  let script: SQLScript?
  let migrations: ScratchMigrations
  let scratch: ScratchState
  /// The database before the migration.
  let image: ScratchState.Image
  /// A reader that has read ``image``.
  let reader: ContentReader

  /// For each table, the statement that causes its violations.
  ///
  /// A table is also followed under its former names.
  func ofViolations(
    in tables: Set<String>, _ matching: RowMatching
  ) throws -> [String: ScriptStatement] {
    let tables = Array(tables)
    let names = tables.map { [$0] + matching.formerNames(of: SQLName($0)).map(\.text) }
    var trace = DisappearanceTrace(count: tables.count)
    try follow { db, statement in
      let violated = Set(try db.violatedKeys(in: names.flatMap(\.self)).keys.map(\.table))
      trace.note(statement, names.map { violated.isDisjoint(with: $0) })
    }
    return Dictionary(
      tables.indices.compactMap { index in trace.last(index).map { (tables[index], $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The statement that causes each loss.
  func ofLosses(
    in comparison: ContentComparison, tokens: Set<DatabaseValue>
  ) throws -> [ScriptStatement?] {
    let none = comparison.losses.map { _ in nil as ScriptStatement? }
    guard !comparison.losses.isEmpty, script != nil else { return none }
    let lost = comparison.losses.map { comparison.lostValues($0) }
    var trace = DisappearanceTrace(count: lost.count)
    var reader = reader
    let counter = RowChangeCounter()
    try follow(counting: counter) { db, statement in
      let contents = try reader.contents(
        db, migrations.schema(db),
        written: migrations.enforcesForeignKeys(identifier)
          ? nil : counter.writtenTables(by: statement.sql))
      counter.reset()
      let search = TokenSearch(contents, for: tokens)
      trace.note(statement, lost.map { $0.exists(search, contents) })
    }
    return comparison.losses.indices.map {
      let loss = comparison.losses[$0]
      let table = comparison.before.tables[loss.table]
      let column = loss.column.map { SQLName(table.layout.columns[$0].name) }
      if let column, comparison.isReset(loss) { return copy(of: table.name, without: column) }
      return trace.cause($0, table: table.name, column: column)
        ?? (loss.way == .rows ? nil : copy(of: table.name))
    }
  }

  /// The last statement that writes rows and names a table; preferably one that inserts into `target`.
  func copy(of table: SQLName, into target: SQLName? = nil) -> ScriptStatement? {
    let search = WordSearch([table])
    let statements = try? script?.statements()
    let copies = (statements.map { Array($0) } ?? []).filter {
      let word = SQLTokenizer.firstToken(of: $0.sql)?.text.asciiUppercased ?? ""
      return ["INSERT", "UPDATE", "REPLACE"].contains(word) && search.isFound(in: $0.sql)
    }
    return target.flatMap { target in
      copies.last { LossStatement.insertedTable($0.sql) == target }
    } ?? copies.last
  }

  /// The statement that copies the rows of a table into another one, but not a column.
  private func copy(of table: SQLName, without column: SQLName) -> ScriptStatement? {
    let statements = try? script?.statements()
    return (statements.map { Array($0) } ?? []).last { statement in
      guard let columns = LossStatement.insertedColumns(statement.sql) else { return false }
      return !columns.contains(column)
        && WordSearch(["SELECT"]).isFound(in: statement.sql)
        && WordSearch([table]).isFound(in: statement.sql)
    }
  }

  /// Runs the statements on the previous state, and restores the current one.
  private func follow(
    counting counter: RowChangeCounter? = nil,
    _ afterEach: (Database, ScriptStatement) throws -> Void
  ) throws {
    guard let script else { return }
    let present = try scratch.image()
    defer { try? scratch.restore(present) }
    try scratch.restore(image)
    try? scratch.access(new: true) { db in
      try db.counted(by: counter) {
        try migrations.follow(script, of: identifier, on: db) { statement in
          try afterEach(db, statement)
          return true
        }
      }
    }
  }
}

extension ContentComparison {
  /// Evidence that a loss has not happened yet.
  fileprivate struct LostValues {
    let tokens: [DatabaseValue]
    let table: SQLName
    let rowCount: Int
    /// The column of a reference and the number of rows with a reference; a search would also find
    /// the value in the parent.
    let reference: (column: SQLName, count: Int)?

    func exists(_ search: TokenSearch, _ contents: DatabaseContents) -> Bool {
      if let reference {
        guard let table = contents[table], let place = table.layout.index(of: reference.column)
        else { return true }
        return table.rows.count { !$0.values[place].isNull } >= reference.count
      }
      if let token = tokens.first { return search.finds(token) }
      return (contents[table]?.rows.count ?? 0) >= rowCount
    }
  }

  fileprivate func lostValues(_ loss: Loss) -> LostValues {
    let table = before.tables[loss.table]
    let values = table.rows[loss.rows[0].before].values
    let own = loss.column.map { [values[$0]] } ?? values.filter(matching.isToken)
    let reference = loss.column.flatMap { column in
      loss.way == .nulled && !matching.isToken(values[column])
        ? (
          SQLName(table.layout.columns[column].name),
          table.rows.count { !$0.values[column].isNull }
        ) : nil
    }
    // Exchanged values still exist in other columns.
    return LostValues(
      tokens: loss.way == .exchanged ? [] : own, table: table.name, rowCount: table.rows.count,
      reference: reference)
  }
}
