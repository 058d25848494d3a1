internal import MigratorSQLite
internal import MigratorSchema

/// Finds the statements of a script that cause its losses.
struct LossCauses {
  private let entries: [StatementLog.Entry]
  private let report: StepReport
  private let lineage: SchemaLineage

  /// Returns the location of the statement that causes each loss, if it is known.
  static func all(of report: StepReport, _ log: StatementLog) -> [Loss: ScriptLocation] {
    let losses = Losses(of: [report]).all
    if losses.isEmpty || log.entries.isEmpty { return [:] }
    let causes = LossCauses(
      entries: log.entries, report: report,
      lineage: SchemaLineage(of: report.schemaBefore, events: report.schemaEvents))
    return losses.reduce(into: [:]) { found, loss in
      found[loss] = causes.cause(of: loss)?.statement.location
    }
  }

  private func cause(of loss: Loss) -> StatementLog.Entry? {
    switch loss {
    case .rows(let table, _, .tableDropped), .table(let table, _): return drop(of: SQLName(table))
    case .rows(let table, _, _):
      let life = TableLife(of: SQLName(table), self)
      return life.largest(\.deleted) ?? life.copy ?? drop(of: life.original)
    case .values(let table, let column, _), .keys(let table, let column, _):
      return writer(of: column, in: TableLife(of: SQLName(table), self))
    case .references(_, let column, let parent, _):
      return writer(of: column, in: TableLife(of: SQLName(parent), self))
    case .column(let table, let column, _): return drop(of: column, in: table)
    case .unseenColumns(let table, let columns):
      return columns.first.flatMap { drop(of: $0, in: table) }
    case .unseen(let table, _):
      let life = TableLife(of: SQLName(table), self)
      return life.copy ?? life.largest(\.updated)
    case .object(_, let name): return drop(ofObject: name)
    case .uniqueKey(let table, _), .constraint(let table, _, _):
      let life = TableLife(of: SQLName(table), self)
      return life.creation ?? life.lastChange
    case .broken(_, let name, let sentence): return breakage(of: name, sentence)
    case .former: return nil
    }
  }

  private func drop(of table: SQLName) -> StatementLog.Entry? {
    let life = TableLife(original: table, self)
    return life.drop
  }

  /// The statement that overwrites values of a column.
  private func writer(of column: String, in life: TableLife) -> StatementLog.Entry? {
    let search = WordSearch([SQLName(column)])
    return life.largest(\.updated) { search.isFound(in: $0.statement.sql) }
      ?? life.copy ?? life.largest(\.updated) ?? life.largest(\.deleted)
  }

  private func drop(of column: String, in table: String) -> StatementLog.Entry? {
    let life = TableLife(of: SQLName(table), self)
    return life.drop(of: SQLName(column)) ?? life.copy ?? life.creation ?? life.drop
  }

  private func drop(ofObject name: String) -> StatementLog.Entry? {
    let name = SQLName(name)
    let own = entries.last { entry in
      entry.events.contains { event in
        if case .dropped(let kind, name) = event { kind != .table } else { false }
      }
    }
    if let own { return own }
    let object = report.schemaBefore.objects.first { SQLName($0.name) == name }
    return object.flatMap { drop(of: SQLName($0.tableName)) }
  }

  /// The last statement that changes something that a broken object uses.
  private func breakage(of name: String, _ sentence: String) -> StatementLog.Entry? {
    let object = report.schemaAfter.objects.first { SQLName($0.name) == SQLName(name) }
    let text = "\(name) \(sentence) \(object?.sql ?? "")"
    return entries.last { entry in
      let names = entry.events.flatMap(\.names)
      return !names.isEmpty && WordSearch(Set(names)).isFound(in: text)
    } ?? entries.last { WordSearch([SQLName(name)]).isFound(in: $0.statement.sql) }
  }
}

extension LossCauses {
  /// The statements that concern a table, under all names that it has had.
  ///
  /// A rebuilt table consists of the original, which is dropped, and its successor.
  fileprivate struct TableLife {
    let original: SQLName
    private let entries: [StatementLog.Entry]
    /// The names of the original and of the successor immediately before and after each statement.
    private var names: [Set<SQLName>]
    /// The name of the successor after each statement, as long as it exists.
    private var successors: [SQLName?]
    private var dropIndex: Int?

    /// Finds the statements for a table that exists after the migration.
    init(of table: SQLName, _ causes: LossCauses) {
      self.init(
        original: causes.lineage.former(ofTable: table)
          ?? causes.lineage.predecessor(ofTable: table) ?? table, causes)
      var name = table
      for index in entries.indices.reversed() {
        names[index].insert(name)
        successors[index] = name
        var isCreated = false
        for event in entries[index].events.reversed() {
          switch event {
          case .tableRenamed(let old, to: name): name = old
          case .created(.table, name): isCreated = true
          default: break
          }
        }
        names[index].insert(name)
        if isCreated { return }
      }
      // No statement created the table, so it is the original.
      successors = successors.map { _ in nil }
    }

    /// Finds the statements for a table that existed before the migration.
    init(original: SQLName, _ causes: LossCauses) {
      self.original = original
      entries = causes.entries
      names = entries.map { _ in [] }
      successors = entries.map { _ in nil }
      var name = original
      for index in entries.indices {
        names[index].insert(name)
        for event in entries[index].events {
          switch event {
          case .tableRenamed(name, to: let new): name = new
          case .dropped(.table, name):
            dropIndex = index
            return
          default: break
          }
        }
        names[index].insert(name)
      }
    }

    /// The statement that drops the original.
    var drop: StatementLog.Entry? { dropIndex.map { entries[$0] } }

    /// The statement that creates the successor.
    var creation: StatementLog.Entry? {
      successors.firstIndex { $0 != nil }.map { entries[$0] }
    }

    /// The last statement that fills the successor from a query.
    var copy: StatementLog.Entry? {
      entries.indices.last { index in
        guard let name = successors[index] else { return false }
        let sql = entries[index].statement.sql
        return WordSearch(["SELECT"]).isFound(in: sql) && WordSearch([name]).isFound(in: sql)
          && (entries[index].rows[name].map { $0.inserted > 0 } ?? true)
          && !entries[index].events.contains { $0.subject != name }
      }.map { entries[$0] }
    }

    /// The last statement that changes the definition.
    var lastChange: StatementLog.Entry? {
      entries.indices.last { index in
        entries[index].events.contains { names[index].contains($0.subject) }
      }.map { entries[$0] }
    }

    func drop(of column: SQLName) -> StatementLog.Entry? {
      entries.indices.last { index in
        entries[index].events.contains { event in
          if case .columnDropped(column, let table) = event {
            names[index].contains(table)
          } else {
            false
          }
        }
      }.map { entries[$0] }
    }

    /// The statement that changes the most rows; the first one if several do.
    func largest(
      _ count: (StatementLog.Rows) -> Int64,
      where isWanted: (StatementLog.Entry) -> Bool = { _ in true }
    ) -> StatementLog.Entry? {
      var best: (count: Int64, index: Int)?
      for index in entries.indices where isWanted(entries[index]) {
        let changed = names[index].reduce(0) { $0 + (entries[index].rows[$1].map(count) ?? 0) }
        if changed > best?.count ?? 0 { best = (changed, index) }
      }
      return best.map { entries[$0.index] }
    }
  }
}

extension SchemaEvent {
  /// The names in the event.
  fileprivate var names: [SQLName] {
    switch self {
    case .created(_, let name), .dropped(_, let name): [name]
    case .tableRenamed(let old, let new): [old, new]
    case .columnAdded(let column, let table), .columnDropped(let column, let table):
      [column, table]
    case .columnRenamed(let old, let new, let table): [old, new, table]
    case .tableKept, .columnKept: []
    }
  }
}
