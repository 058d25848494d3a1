public import MigratorEngine

/// One loss by name and number, as reports and the history describe it.
public enum Loss: Sendable, Hashable, Codable {
  /// How rows are lost.
  public enum Way: String, Sendable, Hashable, Codable {
    /// A statement that names the table deletes them.
    case deleted
    /// Foreign-key actions or triggers delete all of them.
    case cascade
    /// Their table is dropped.
    case tableDropped
  }

  /// The lost values of a column, by kind of change.
  public struct Values: Sendable, Hashable, Codable {
    /// Values that were replaced by other values.
    public let overwritten: Int64
    /// The values of ``overwritten`` that were truncated, were rounded, or changed storage class.
    public let cut, rounded, retyped: Int64
    /// Values that were set to NULL.
    public let nulled: Int64

    /// The total number of lost values.
    public var count: Int64 { overwritten + nulled }

    /// Copies the counts, not the values themselves.
    init(_ changes: ValueChanges) {
      overwritten = changes.replaced
      (cut, rounded, retyped) = (changes.cut, changes.rounded, changes.retyped)
      nulled = changes.nulled
    }
  }

  /// Rows of a table.
  case rows(table: String, count: Int64, way: Way)
  /// Values of a column, in rows that still exist.
  case values(table: String, column: String, lost: Values)
  /// A dropped table that was empty, or whose rows were not counted.
  case table(name: String, isEmpty: Bool)
  /// A dropped column with its number of values; `nil` if they were not counted.
  case column(table: String, name: String, values: Int64?)
  /// Values that were not compared and may differ; an older history has no reason.
  case unseen(table: String, reason: StepReport.Values.Reason?)
  /// An index, a trigger or a view whose table still exists.
  case object(kind: String, name: String)
  /// A unique key that is no longer enforced.
  case uniqueKey(table: String, words: String)
  /// Another constraint of a table or of one of its columns.
  case constraint(table: String, column: String?, words: String)
  /// The text of a loss in an older history: `812 rows`, `column club.motto`.
  case former(words: String)
}

extension StepReport.Values.Reason: Codable {}

extension Losses {
  /// The individual losses, data first.
  public var list: [Loss] { data + rules }

  /// Rows, values, tables and columns that are lost or may be; lost rows imply their dropped table.
  var data: [Loss] {
    let emptied = Set(rows.lazy.filter(\.tableIsGone).map(\.table))
    return rows.map {
      .rows(
        table: $0.table, count: $0.count,
        way: $0.tableIsGone ? .tableDropped : $0.isCascade ? .cascade : .deleted)
    }
      + values.map { .values(table: $0.table, column: $0.column, lost: Loss.Values($0.changes)) }
      + tables.filter { !emptied.contains($0) }.map {
        .table(name: $0, isEmpty: emptyTables.contains($0))
      }
      + columns.map { .column(table: $0.table, name: $0.column, values: $0.values) }
      + unseen.map { .unseen(table: $0.table, reason: $0.reason) }
  }

  /// Objects, keys and constraints that are lost.
  var rules: [Loss] {
    objects.map { .object(kind: $0.kindWords, name: $0.name) }
      + uniqueKeys.map { .uniqueKey(table: $0.table, words: $0.words) }
      + constraints.map { .constraint(table: $0.table, column: $0.column, words: $0.words) }
  }
}
