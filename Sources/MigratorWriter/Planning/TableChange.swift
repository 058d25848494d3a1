internal import MigratorEngine
internal import MigratorSQLite
internal import SQLSyntax

/// The differences between the current and the wanted definition of a table.
struct TableChange {
  /// The columns that are not wanted, in order; generated ones first, because they use others.
  let dropped: [ColumnInfo]
  /// The columns that are new, in order.
  let added: [ColumnInfo]
  /// Why `ALTER TABLE` cannot make the change; empty if it can.
  let reasons: [RebuildReason]
  /// The columns whose values are converted to another type.
  let conversions: [PlanNote]

  init(
    _ present: TableFacts, _ new: TableFacts, _ was: ObjectText, _ willBe: ObjectText,
    order: RebuildReason?
  ) {
    let (old, wanted) = (present.shape.columns, new.shape.columns)
    dropped = old.filter { new.column(SQLName($0.name)) == nil }
      .sorted { $0.isGenerated && !$1.isGenerated }
    added = wanted.filter { present.column(SQLName($0.name)) == nil }
    var reasons: [RebuildReason] = []
    var conversions: [PlanNote] = []
    for column in wanted {
      let name = SQLName(column.name)
      guard let before = present.column(name) else {
        if !Self.canAdd(column, willBe.column(name), new) { reasons.append(.added(name)) }
        continue
      }
      let isRetyped = SQLName(before.type) != SQLName(column.type)
      if isRetyped {
        reasons.append(.type(name, from: before.type, to: column.type))
        if !column.isGenerated {
          conversions.append(
            .converted(ColumnName(new.name, name), from: before.type, to: column.type))
        }
      } else if was.column(name) != willBe.column(name) {
        reasons.append(.definition(name))
      }
    }
    if was.rest != willBe.rest { reasons.append(.constraints) }
    if let order {
      let kept = wanted.filter { present.column(SQLName($0.name)) != nil }.map { SQLName($0.name) }
      let former = old.filter { new.column(SQLName($0.name)) != nil }.map { SQLName($0.name) }
      let isAtEnd = Array(wanted.suffix(added.count).map(\.name)) == added.map(\.name)
      if kept != former || !isAtEnd { reasons.append(order) }
    }
    (self.reasons, self.conversions) = (reasons, conversions)
  }

  /// The reasons to show for a rebuild.
  var rebuildReasons: [RebuildReason] {
    reasons.isEmpty ? dropped.map { .dropped(SQLName($0.name)) } : reasons
  }

  /// True if `ADD COLUMN` accepts a definition for a table with rows.
  ///
  /// Source: <https://www.sqlite.org/lang_altertable.html#altertabaddcol>.
  private static func canAdd(
    _ column: ColumnInfo, _ item: ObjectText.Item?, _ table: TableFacts
  ) -> Bool {
    guard let words = item?.words else { return false }
    if column.isKey || words.contains("UNIQUE") || words.contains("PRIMARY") { return false }
    if column.isGenerated { return !words.contains("STORED") }
    let hasDefault = column.defaultExpression != nil
    if column.isNotNull && !hasDefault { return false }
    // With foreign keys on, SQLite rejects a reference whose default value is not NULL.
    if words.contains("REFERENCES") && hasDefault { return false }
    return column.hasConstantDefault
  }
}
