internal import MigratorEngine
internal import SQLSyntax

extension PlannedStatement.Reason {
  /// Why the statement is needed, as a sentence.
  package var text: String {
    switch self {
    case .deferForeignKeys:
      "SQLite checks foreign keys at the end, because rows are missing temporarily."
    case .renameTable(let old, let new): "Table \(old) is renamed to \(new)."
    case .renameColumn(let old, let new): "Column \(old) is renamed to \(new)."
    case .createObject(let kind, let name): "The \(kind) \(name) is new."
    case .dropObject(let kind, let name): "The \(kind) \(name) is not in the wanted schema."
    case .changeObject(let kind, let name): "The \(kind) \(name) has a different definition."
    case .restoreObject(let kind, let name):
      "The \(kind) \(name) was dropped for a change, and is created again."
    case .addColumn(let name): "Column \(name) is new."
    case .dropColumn(let name): "Column \(name) is not in the wanted schema."
    case .rebuild(let table, let purpose): purpose.text(of: table)
    case .fillIndex(let name): "The full-text index \(name) is filled from its table."
    case .copyVirtual(let name): "SQLite cannot change the virtual table \(name), so it is copied."
    }
  }
}

extension TableRebuild.Purpose {
  fileprivate func text(of table: SQLName) -> String {
    switch self {
    case .dropsTrigger(let name): "Trigger \(name) must not run while the rows are copied."
    case .findsRows(let child): "Without an index, SQLite would read all of \(child) for each row."
    case .keepsRows(let child):
      "Keeps SQLite from changing rows of \(child) while \(table) is dropped."
    case .savesRows: "The rows of \(table) are copied."
    case .continuesSequence: "AUTOINCREMENT continues with the next number."
    case .dropsTable: "The old table \(table) is dropped."
    case .createsTable: "Table \(table) is created with its new definition."
    case .createsIndex(let name): "Index \(name) is needed before the rows are copied."
    case .restoresRows: "The rows of \(table) are copied back."
    case .dropsHelper: "A helper object is dropped."
    case .setsRenaming: "Other objects keep their references to \(table)."
    case .renamesTable: "The old table \(table) is renamed."
    }
  }
}

extension PlanNote {
  /// The note, as a sentence.
  package var text: String {
    switch self {
    case .rebuild(let table, let reasons):
      "Table \(table) is rebuilt, because "
        + list(reasons.prefix(3).map(\.text)) + (reasons.count > 3 ? ", and more." : ".")
    case .columnAtEnd(let name):
      "Column \(name) is added at the end. `--keep-order` rebuilds the table instead."
    case .filled(let name, let value, isDefault: true):
      "\(name): NULL becomes \(value), the default value."
    case .filled(let name, let value, isDefault: false):
      "\(name): rows without a value get \(value)."
    case .converted(let name, let old, let new):
      "\(name): values are converted from \(old.isEmpty ? "no type" : old) to "
        + "\(new.isEmpty ? "no type" : new)."
    case .rowIDs(let table):
      "The rowids of \(table) cannot be kept, because columns use all their names."
    }
  }

  private func list(_ texts: [String]) -> String {
    guard texts.count > 1 else { return texts.first ?? "its definition differs" }
    return texts.dropLast().joined(separator: ", ") + " and " + texts[texts.count - 1]
  }
}

extension RebuildReason {
  fileprivate var text: String {
    switch self {
    case .type(let column, _, _): "SQLite cannot change the type of \(column)"
    case .definition(let column): "SQLite cannot change the definition of \(column)"
    case .constraints: "SQLite cannot change constraints or options"
    case .order: "the columns have a different order"
    case .position: "a view or trigger uses its columns by position"
    case .added(let column): "ADD COLUMN does not accept \(column)"
    case .dropped(let column): "DROP COLUMN does not accept \(column)"
    }
  }
}

extension PlannedLoss {
  /// The name of the dropped object.
  package var text: String {
    switch self {
    case .table(let name): "table \(name)"
    case .column(let name): "column \(name)"
    }
  }
}

extension SchemaPlan {
  /// A description that names up to two of the changed tables or, if there are none, of the other
  /// changed objects.
  package var title: String {
    let tables = names { $0.table }
    let names = tables.isEmpty ? names { $0.object } : tables
    return names.count > 2 ? "change schema" : (["change"] + names).joined(separator: " ")
  }

  private func names(_ name: (PlannedStatement.Reason) -> SQLName?) -> [String] {
    statements.reduce(into: []) { names, statement in
      if let name = name(statement.reason)?.text, !names.contains(name) { names.append(name) }
    }
  }

  /// Returns the statements with comments for the reader of the migration.
  ///
  /// - Parameter acceptsLosses: True to accept each intended loss by a comment, for `check`.
  /// - Returns: The statements, without semicolons.
  package func commentedStatements(acceptingLosses acceptsLosses: Bool) -> [String] {
    var rebuilt: Set<SQLName> = []
    var accepted: Set<PlannedLoss> = []
    return statements.map { statement in
      var comments: [String] = []
      func accept(_ loss: PlannedLoss) {
        guard acceptsLosses, losses.contains(loss), accepted.insert(loss).inserted else { return }
        comments.append("migtui: accept lost-data -- \(loss.text) is dropped")
      }
      switch statement.reason {
      case .rebuild(let table, _) where rebuilt.insert(table).inserted:
        comments += notes.filter { $0.isAbout(table) }.map(\.text)
        for loss in losses where loss.column?.table == table { accept(loss) }
      case .dropColumn(let column): accept(.column(column))
      case .copyVirtual(let table):
        for loss in losses where loss.column?.table == table { accept(loss) }
      case .dropObject(.table, let table): accept(.table(table))
      default: break
      }
      let lines = comments.map { "-- \($0.onOneLine)\n" }.joined()
      return lines + statement.sql
    }
  }
}

extension PlannedStatement.Reason {
  /// The table that the migration changes, or `nil`.
  fileprivate var table: SQLName? {
    switch self {
    case .renameTable(let name, _), .createObject(.table, let name), .dropObject(.table, let name),
      .rebuild(let name, _), .copyVirtual(let name):
      name
    case .renameColumn(let column, _), .addColumn(let column), .dropColumn(let column):
      column.table
    case .createObject, .dropObject, .changeObject, .deferForeignKeys, .restoreObject, .fillIndex:
      nil
    }
  }

  /// The index, trigger or view that the migration changes, or `nil`.
  fileprivate var object: SQLName? {
    switch self {
    case .createObject(_, let name), .dropObject(_, let name), .changeObject(_, let name): name
    default: nil
    }
  }
}

extension PlannedLoss {
  fileprivate var column: ColumnName? {
    if case .column(let name) = self { name } else { nil }
  }
}

extension PlanNote {
  fileprivate func isAbout(_ table: SQLName) -> Bool {
    switch self {
    case .rebuild(let name, _), .rowIDs(let name): name == table
    case .filled(let name, _, _), .converted(let name, _, _): name.table == table
    case .columnAtEnd: false
    }
  }
}

extension String {
  /// The text without line breaks, which would end a comment.
  fileprivate var onOneLine: String {
    split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}
