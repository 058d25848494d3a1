internal import MigratorSchema
internal import MigratorSQLite

extension Losses {
  /// Collects the losses of the steps of a run.
  ///
  /// - Parameter steps: The reports, in the order of execution. Steps that were rolled back are
  ///   ignored.
  /// - Complexity: O(*n*) for *n* changed tables and objects.
  public init(of steps: [StepReport]) {
    let found = Dictionary(
      grouping: steps.filter(\.isKept).flatMap { Self.found(in: $0) }, by: \.kind)
    self.init(Loss.Kind.listed.flatMap { found[$0] ?? [] })
  }

  private static func found(in step: StepReport) -> [Loss] {
    step.rows.flatMap { found(in: $0) } + found(inSchemaOf: step) + step.broken
  }

  private static func found(in table: StepReport.TableRows) -> [Loss] {
    var losses: [Loss] = []
    switch table.values {
    case .compared(let columns, _):
      losses += columns.filter { $0.changes.lost > 0 }.map {
        $0.isReassignedKey
          ? .keys(table: table.table, column: $0.column, count: $0.changes.lost)
          : .values(table: table.table, column: $0.column, lost: Loss.Values($0.changes))
      }
      losses += table.movedReferences.map {
        .references(table: $0.table, column: $0.column, parent: table.table, count: $0.rows)
      }
    case .notCompared(let reason):
      // With `notAsked`, no comparison was attempted.
      if reason != .notAsked, table.mayHaveOtherValues {
        losses.append(.unseen(table: table.table, reason: reason))
      }
    }
    let count = table.lost
    guard count > 0 else { return losses }
    let isCascade = table.cascaded > 0 && table.cascaded == table.deleted
    let way: Loss.Way = table.after == nil ? .tableDropped : isCascade ? .cascade : .deleted
    return losses + [.rows(table: table.table, count: count, way: way)]
  }

  private static func found(inSchemaOf step: StepReport) -> [Loss] {
    let fullTextIndexes = Set(step.schemaBefore.shadows.contentIndexes.map(\.index))
    let empty = Set(step.rows.lazy.filter { $0.before == 0 && $0.after == nil }.map(\.table))
    var losses: [Loss] = []
    var (tables, indexes): (Set<SQLName>, Set<SQLName>) = ([], [])
    var columns: Set<[SQLName]> = []
    for change in step.changes.changes {
      switch change {
      // The indexed text is stored in another table.
      case .removed(let object) where fullTextIndexes.contains(SQLName(object.name)):
        losses.append(.object(kind: "full-text index", name: object.name))
      case .removed(let object) where object.kind == .table:
        losses.append(.table(name: object.name, isEmpty: empty.contains(object.name)))
        tables.insert(SQLName(object.name))
      case .removed(let object):
        // A dropped table's objects are not reported separately; tables come first.
        if tables.contains(SQLName(object.tableName)) { continue }
        if step.changes.replacedIndexes.contains(object.identity) { continue }
        losses.append(.object(kind: object.kindWords, name: object.name))
        if object.kind == .index { indexes.insert(SQLName(object.name)) }
      case .changed(_, let after, let differences) where after.kind == .table:
        // A generated column stores no data.
        var unseen: [String] = []
        for case .columnRemoved(let name, isComputed: false) in differences {
          let gone = step.droppedColumns.first { $0.table == after.name && $0.column == name }
          if gone?.isUnseen == true {
            unseen.append(name)
          } else {
            losses.append(.column(table: after.name, name: name, values: gone?.values))
          }
          columns.insert([SQLName(after.name), SQLName(name)])
        }
        if !unseen.isEmpty { losses.append(.unseenColumns(table: after.name, columns: unseen)) }
        losses += constraints(
          goneIn: differences, of: after.name, before: step.schemaBefore, after: step.schemaAfter)
      case .changed, .added: break
      }
    }
    // A dropped unique index is already reported as an object, and a key with a dropped column is
    // reported as the column.
    let keys = step.changes.lostUniqueKeys.filter { key in
      if let index = key.index, indexes.contains(SQLName(index)) { return false }
      return !key.columns.contains { columns.contains([SQLName(key.table), SQLName($0)]) }
    }
    return losses + keys.map { .uniqueKey(table: $0.table, words: $0.words) }
  }
}

extension Loss.Kind {
  /// The kinds in the order of a list: certain losses of data, possible ones, rules.
  fileprivate static let listed =
    allCases.filter { $0.severity == .data && $0 != .unseen } + [.unseen]
    + allCases.filter { $0.severity != .data }
}
