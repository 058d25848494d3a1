internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

extension SchemaPlanner {
  /// The questions about columns that may not be NULL and have no value for some rows.
  func missingValues() -> [WriterQuestion] {
    pairs().flatMap { old, new in
      new.columns.compactMap { column in
        guard new.rejectsNull(column), new.rowIDColumn != SQLName(column.name),
          column.defaultExpression == nil, fill(column, of: new, old) == nil
        else { return nil }
        let name = ColumnName(new.name, SQLName(column.name))
        guard let source = source(of: column, in: old) else {
          // It may turn out to be an existing column under a new name.
          return match.questions.contains { $0.candidates.contains(name.column) }
            ? nil : .value(name, isNew: true)
        }
        return old.rejectsNull(source) ? nil : .value(name, isNew: false)
      }
    }
  }

  /// Throws if a value was given for a column that does not exist.
  func checkFills() throws {
    for fill in options.answers.fills {
      let isKnown = pairs().contains { old, new in
        [old.name, new.name].contains(fill.column.table) && new.column(fill.column.column) != nil
      }
      if !isKnown {
        throw WriterRefusal.answer(fill.text, reason: "the wanted schema has no such column")
      }
    }
  }

  /// The tables that remain, in their former and in their wanted state.
  private func pairs() -> [(old: TableFacts, new: TableFacts)] {
    formerTables.compactMap { old in
      guard !old.object.isVirtual, let name = match.tables[old.name],
        let new = wantedTable(name), !new.object.isVirtual
      else { return nil }
      return (old, new)
    }
  }

  /// The column of the old table that corresponds to a wanted column, even if it is generated.
  private func source(of column: ColumnInfo, in old: TableFacts) -> ColumnInfo? {
    let name = SQLName(column.name)
    if let source = match.source(of: name, in: old.name) { return old.column(source) }
    return old.column(name).flatMap { $0.isGenerated ? $0 : nil }
  }

  /// The value that the user gave for a column, by the old or the new name of its table.
  private func answer(
    for column: ColumnInfo, of tables: (old: TableFacts, new: TableFacts)
  ) -> WriterAnswers.Fill? {
    options.answers.fills.first {
      [tables.old.name, tables.new.name].contains($0.column.table)
        && $0.column.column == SQLName(column.name)
    }
  }

  private func fill(_ column: ColumnInfo, of new: TableFacts, _ old: TableFacts) -> String? {
    if let answer = answer(for: column, of: (old, new)) { return answer.expression }
    guard options.fillsMissing, column.defaultExpression == nil, new.rejectsNull(column),
      new.rowIDColumn != SQLName(column.name),
      source(of: column, in: old).map({ !old.rejectsNull($0) }) ?? true
    else { return nil }
    return column.emptyValue
  }

  // MARK: - Changing a table

  /// Changes a table that remains.
  mutating func change(_ new: TableFacts) throws {
    guard let old = formerTable(of: new.name), let object = try present().table(new.name)
    else { return }
    let order = orderReason(of: new.name)
    if ObjectText.areSame(object, new.object, keepingOrder: order != nil),
      !renamesVirtualColumns(of: old)
    {
      return try checkThatNoAnswerIsUnused(for: new, old)
    }
    let present = try TableFacts(db, object)
    if old.object.isVirtual != new.object.isVirtual { throw WriterRefusal.kind(new.name) }
    if new.object.isVirtual { return try changeVirtual(present, new, old) }
    let change = TableChange(
      present, new, ObjectText(object), ObjectText(new.object), order: order)
    let isFilled = new.columns.contains { fill($0, of: new, old) != nil }
    if !isFilled, change.reasons.isEmpty, try attempt({ try $0.alter(change, new) }) {
      plan.losses += losses(change, new)
      noteOrder(change, new)
    } else {
      try rebuild(present, new, old, change)
    }
  }

  private func checkThatNoAnswerIsUnused(for new: TableFacts, _ old: TableFacts) throws {
    let unused = new.columns.lazy.compactMap { answer(for: $0, of: (old, new)) }.first
    if let unused {
      throw WriterRefusal.answer(unused.text, reason: "the column does not change")
    }
  }

  /// Throws if SQLite does not accept a given value as an expression for each row of a table.
  private func checkExpressions(of new: TableFacts, _ old: TableFacts) throws {
    for fill in new.columns.compactMap({ answer(for: $0, of: (old, new)) }) {
      do {
        // Within a function call, a second word is not parsed as an alias. The scratch table is
        // empty, so only an aggregate returns a row.
        let sql = "SELECT coalesce(NULL, \(fill.expression)) FROM main.\(new.name.plain)"
        if try Row.fetchOne(db, sql: sql) == nil { continue }
      } catch let error as DatabaseError {
        throw WriterRefusal.expression(
          fill.text, reason: error.message ?? error.description)
      }
      throw WriterRefusal.expression(fill.text, reason: "an aggregate is not a value of one row")
    }
  }

  /// Adds and drops columns; returns false if the result is not the wanted table.
  private mutating func alter(_ change: TableChange, _ new: TableFacts) throws -> Bool {
    for column in change.dropped {
      try run(
        "ALTER TABLE \(new.name.plain) DROP COLUMN \(column.name.plainIdentifier)",
        .dropColumn(formerName(column, of: new)))
    }
    for column in change.added {
      guard let text = ColumnText.of(SQLName(column.name), in: new.object.definition) else {
        return false
      }
      try run(
        "ALTER TABLE \(new.name.plain) ADD COLUMN \(text)",
        .addColumn(ColumnName(new.name, SQLName(column.name))))
    }
    guard let made = try present().table(new.name) else { return false }
    return ObjectText.areSame(
      made, new.object, keepingOrder: orderReason(of: new.name) != nil)
  }

  private func losses(_ change: TableChange, _ new: TableFacts) -> [PlannedLoss] {
    change.dropped.filter { !$0.isGenerated }.map { .column(formerName($0, of: new)) }
  }

  /// The original name of a dropped column, which was renamed if another column gets its name.
  private func formerName(_ column: ColumnInfo, of table: TableFacts) -> ColumnName {
    let name = ColumnName(table.name, SQLName(column.name))
    return displacedColumns[name].map { ColumnName(table.name, $0) } ?? name
  }

  private mutating func noteOrder(_ change: TableChange, _ new: TableFacts) {
    let wanted = new.columns.map { SQLName($0.name) }
    let added = change.added.map { SQLName($0.name) }
    guard !added.isEmpty, Array(wanted.suffix(added.count)) != added else { return }
    plan.notes += added.map { .columnAtEnd(ColumnName(new.name, $0)) }
  }

  // MARK: - Rebuilding

  private mutating func rebuild(
    _ present: TableFacts, _ new: TableFacts, _ old: TableFacts, _ change: TableChange
  ) throws {
    try checkExpressions(of: new, old)
    plan.notes.append(.rebuild(new.name, change.rebuildReasons))
    plan.notes += change.conversions
    var values: [(column: String, value: TableRebuild.Value)] = []
    for column in new.columns {
      let name = ColumnName(new.name, SQLName(column.name))
      let filling = fill(column, of: new, old)
      // Renames come first, so the current table already has the new names.
      guard let source = present.column(SQLName(column.name)), !isReplaced(column, in: old) else {
        if let filling {
          values.append((column.name, .expression(filling)))
          plan.notes.append(.filled(name, with: filling, isDefault: false))
        }
        continue
      }
      guard new.rejectsNull(column), !present.rejectsNull(source),
        new.rowIDColumn != SQLName(column.name),
        let value = filling ?? column.defaultExpression
      else {
        if let filling {
          values.append((column.name, .filled(source.name, with: filling)))
          plan.notes.append(.filled(name, with: filling, isDefault: false))
        } else {
          values.append((column.name, .column(source.name)))
        }
        continue
      }
      values.append((column.name, .filled(source.name, with: value)))
      plan.notes.append(.filled(name, with: value, isDefault: filling == nil))
    }
    if values.isEmpty { throw WriterRefusal.noColumns(new.name) }
    plan.losses += losses(change, new)
    let children = try db.declaredForeignKeys(in: "main", to: new.name.text)
    let parents = wanted.all(.index).filter {
      SQLName($0.tableName) == new.name && isParentKey($0, of: children)
    }
    let rebuild = try TableRebuild(
      db, table: new.object.name, definition: new.object.definition, target: new.shape,
      targetRowID: new.rowIDColumn?.text, uniqueIndexes: parents.map { ($0.name, $0.definition) },
      values: values, form: options.form)
    if !present.shape.isWithoutRowID, present.shape.rowIDName == nil, present.rowIDColumn == nil {
      plan.notes.append(.rowIDs(new.name))
    }
    for statement in try rebuild.statements() {
      try run(statement.sql, .rebuild(new.name, statement.purpose))
    }
  }

  /// True if a new column has the name of a column that is dropped or renamed.
  private func isReplaced(_ column: ColumnInfo, in old: TableFacts) -> Bool {
    source(of: column, in: old) == nil
  }
}

/// The raw SQL of the columns of a table.
enum ColumnText {
  /// Returns the definition of a column with its comments, or `nil` if it is not found.
  static func of(_ name: SQLName, in sql: String) -> String? {
    var depth = 0
    var items: [[SQLToken]] = [[]]
    for token in SQLTokenizer.tokens(of: sql) {
      switch token.text {
      case "(":
        depth += 1
        if depth == 1 {
          items = [[]]
          continue
        }
      case ")":
        depth -= 1
        if depth == 0 { return text(of: name, in: items) }
      case "," where depth == 1:
        items.append([])
        continue
      default: break
      }
      items[items.count - 1].append(token)
    }
    return nil
  }

  private static func text(of name: SQLName, in items: [[SQLToken]]) -> String? {
    items.lazy.compactMap { item -> String? in
      let start = item.drop(while: \.isTrivia)
      guard let first = start.first, SQLName(first.unquoted) == name else { return nil }
      var end = start
      while end.last?.isTrivia == true { end.removeLast() }
      return end.map(\.text).joined()
    }.first
  }
}
