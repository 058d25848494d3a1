public import MigratorEngine

/// One loss, by name and number: what reports and the history tell in the same words.
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

  /// How many values of a column are lost, by what became of them.
  public struct Values: Sendable, Hashable, Codable {
    /// Values that are others now.
    public let overwritten: Int64
    /// Those of ``overwritten`` that were cut, or rounded, or are of another storage class.
    public let cut, rounded, retyped: Int64
    /// Values that are NULL now.
    public let nulled: Int64

    /// All of them.
    public var count: Int64 { overwritten + nulled }

    /// Takes the numbers, and none of the values.
    init(_ changes: ValueChanges) {
      overwritten = changes.replaced
      (cut, rounded, retyped) = (changes.cut, changes.rounded, changes.retyped)
      nulled = changes.nulled
    }
  }

  /// Rows of a table.
  case rows(table: String, count: Int64, way: Way)
  /// Values of a column, in rows that are still there.
  case values(table: String, column: String, lost: Values)
  /// A table that had no rows, or, not empty, whose rows nobody counted.
  case table(name: String, isEmpty: Bool)
  /// A column, and how many values it had; `nil` where nobody counted them.
  case column(table: String, name: String, values: Int64?)
  /// Values that may be others, which nobody looked at; an older history does not tell why.
  case unseen(table: String, reason: StepReport.Values.Reason?)
  /// An index, a trigger or a view whose table is still there.
  case object(kind: String, name: String)
  /// A key of which no two rows could agree, and now may.
  case uniqueKey(table: String, words: String)
  /// Another constraint of a table, or of one of its columns.
  case constraint(table: String, column: String?, words: String)
  /// What an older history tells: `812 rows`, `column club.motto`.
  case former(words: String)
}

extension StepReport.Values.Reason: Codable {}

extension Losses {
  /// The losses one by one, data first.
  public var list: [Loss] { data + rules }

  /// Rows, values, tables and columns that are lost, or may be; a table goes with its rows.
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
