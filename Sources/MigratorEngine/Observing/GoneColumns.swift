internal import MigratorSQLite
internal import MigratorSchema

extension StepReport.DroppedColumn {
  /// Counts the values of stored columns that were dropped from remaining tables.
  ///
  /// Reads the previous state. Throws only when interrupted; columns that SQLite cannot read are
  /// left out. `trace` shows which columns statements read.
  ///
  /// - Complexity: O(*n*) for each table of *n* rows that loses columns; SQLite has rewritten all
  ///   of these tables.
  static func all(
    goneFrom before: SchemaSnapshot, to after: SchemaSnapshot, through events: [SchemaEvent],
    _ trace: SchemaTrace?, in former: LazyReader
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
        : try counts(of: names, in: old.name, former).map { name, values, hasRows in
          let isRead = trace?.hasRead(SQLName(name), of: SQLName(old.name)) ?? false
          return Self(
            table: new.name, column: name, values: values, isUnseen: !hasRows && isRead)
        }
    }
  }

  private static func counts(
    of columns: [String], in table: String, _ former: LazyReader
  ) throws -> [(column: String, values: Int64, hasRows: Bool)] {
    // Without the table's name, SQLite reads an unknown quoted column as a string.
    let list = columns.map { "count(gone.\($0.quotedDatabaseIdentifier))" }.joined(separator: ", ")
    do {
      let row = try Row.fetchOne(
        former.database(),
        sql: "SELECT \(list), count(*) FROM main.\(table.quotedDatabaseIdentifier) AS gone")
      return try columns.indices.compactMap { index in
        try row.map {
          let count = try $0.decode(Int64.self, atIndex: columns.count)
          return (columns[index], try $0.decode(atIndex: index), count > 0)
        }
      }
    } catch  where error.isReadFailure {
      return []
    }
  }

  /// Finds the dropped columns that statements had copied, in tables without rows.
  ///
  /// If there are rows, their values show whether a column was copied. A trigger that existed
  /// before, or a different column type, may have changed the copied values.
  static func keptByCopy(
    among dropped: [Self], _ trace: SchemaTrace?, from before: SchemaSnapshot,
    _ former: LazyReader, to present: Database, _ lineage: SchemaLineage
  ) throws -> [SchemaEvent] {
    try (trace?.keptColumns ?? []).filter { event in
      guard case .columnKept(let origin, as: let name, let table) = event,
        dropped.contains(where: {
          $0.isUnseen && SQLName($0.table) == table && SQLName($0.column) == origin
        }), let old = lineage.former(ofTable: table),
        !before.objects.contains(where: { $0.kind == .trigger && SQLName($0.tableName) == old })
      else { return false }
      let (shape, newShape) = (
        try TableShape(former.database(), name: old.text, schema: "main"),
        try TableShape(present, name: table.text, schema: "main")
      )
      guard let type = shape.columns.first(where: { SQLName($0.name) == origin })?.type,
        let newType = newShape.columns.first(where: { SQLName($0.name) == name })?.type
      else { return false }
      return SQLName(type) == SQLName(newType) || newShape.affinity(of: name.text) == .blob
    }
  }
}
