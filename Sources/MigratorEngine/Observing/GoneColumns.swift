internal import MigratorSQLite
internal import MigratorSchema

extension StepReport.DroppedColumn {
  /// Counts the values of stored columns that were dropped from remaining tables.
  ///
  /// Reads the previous state. Throws only when interrupted; columns that SQLite cannot read are
  /// left out.
  ///
  /// - Complexity: O(*n*) for each table of *n* rows that loses columns; SQLite has rewritten all
  ///   of these.
  static func all(
    goneFrom before: SchemaSnapshot, to after: SchemaSnapshot, through events: [SchemaEvent],
    in former: LazyReader
  ) throws -> [Self] {
    let mayBeGone = events.contains {
      switch $0 {
      case .columnDropped, .dropped(.table, _): true
      default: false
      }
    }
    guard mayBeGone else { return [] }
    return try SchemaDiff(before: before, after: after, events: events).changes.flatMap { change in
      guard case .changed(let old, let new, let differences) = change, new.kind == .table
      else { return [Self]() }
      let names = differences.compactMap {
        if case .columnRemoved(let name, isComputed: false) = $0 { name } else { nil }
      }
      return names.isEmpty
        ? []
        : try counts(of: names, in: old.name, former).map { name, values in
          Self(table: new.name, column: name, values: values)
        }
    }
  }

  private static func counts(
    of columns: [String], in table: String, _ former: LazyReader
  ) throws -> [(column: String, values: Int64)] {
    // Without the table's name, SQLite reads an unknown quoted column as a string.
    let list = columns.map { "count(gone.\($0.quotedDatabaseIdentifier))" }.joined(separator: ", ")
    do {
      let row = try Row.fetchOne(
        former.database(),
        sql: "SELECT \(list) FROM main.\(table.quotedDatabaseIdentifier) AS gone")
      return try columns.indices.compactMap { index in
        try row.map { (columns[index], try $0.decode(Int64.self, atIndex: index)) }
      }
    } catch  where error.isReadFailure {
      return []
    }
  }
}
