internal import MigratorSchema
internal import MigratorSQLite
internal import SQLSyntax

/// Reads contents; after the first time, reads only tables that may have changed.
struct ContentReader {
  private var schema = SchemaSnapshot.empty
  private var layouts: [SQLName: TableLayout] = [:]
  private var contents = DatabaseContents([])
  let excluded: Set<SQLName>

  /// Creates a reader; `excluded` are tables that are not read.
  init(besides excluded: Set<SQLName> = []) { self.excluded = excluded }

  /// Reads the rows of the tables in a schema.
  ///
  /// Virtual tables are left out, except full-text tables with their own text.
  ///
  /// The rows of a table may have changed only if the table is in `written`, if `written` is `nil`,
  /// or if its definition has changed since the last call. Other tables are the same objects as
  /// before.
  mutating func contents(
    _ db: Database, _ schema: SchemaSnapshot, written: Set<SQLName>? = nil
  ) throws -> DatabaseContents {
    let (gone, new) = schema.delta(since: self.schema)
    let changed = Set((gone + new).lazy.filter { $0.kind == .table }.map { SQLName($0.name) })
    if !changed.isEmpty {
      // The primary key of a parent may change although the child's definition does not.
      layouts = layouts.filter { name, layout in
        !changed.contains(name)
          && !layout.foreignKeys.contains { changed.contains(SQLName($0.destinationTable)) }
      }
    }
    self.schema = schema
    let excluded = excluded
    let tables = try schema.objects.lazy.filter {
      $0.hasRows && !excluded.contains(SQLName($0.name))
    }.map { object in
      let name = SQLName(object.name)
      // SQLite counts the changes of a virtual table for its shadow tables.
      if let written, !object.isVirtual, !written.contains(name), layouts[name] != nil,
        let table = contents[name]
      {
        return table
      }
      let layout = try layouts[name] ?? TableLayout(db, name: object.name)
      layouts[name] = layout
      return DatabaseContents.Table(layout: layout, rows: try rows(db, layout))
    }
    contents = DatabaseContents(tables)
    return contents
  }

  /// The same reader, as if it had found no rows.
  var emptied: ContentReader {
    var reader = self
    reader.contents = DatabaseContents(
      contents.tables.map { DatabaseContents.Table(layout: $0.layout, rows: []) })
    return reader
  }

  private func rows(_ db: Database, _ layout: TableLayout) throws -> [DatabaseContents.Row] {
    var rows: [DatabaseContents.Row] = []
    let hasRowID = layout.rowIDName != nil
    try db.forEachRow(of: layout.query) { row in
      var values = row.values
      var rowID: Int64?
      if hasRowID, case .int64(let id) = values.removeLast().storage { rowID = id }
      rows.append(DatabaseContents.Row(values: values, rowID: rowID))
    }
    return rows
  }
}

extension SchemaObject {
  /// True for an ordinary table of the user, or a full-text table with its own text.
  var hasRows: Bool { kind == .table && owner == nil && (!isVirtual || storesText) }
}

extension RowChangeCounter {
  private static let unseen = WordSearch(["VACUUM", "writable_schema", "REPLACE"])

  /// The tables whose rows the SQL changed; `nil` if it may also have changed unknown ones.
  ///
  /// Tables that were created, dropped or altered are not among them.
  func writtenTables(by sql: String?) -> Set<SQLName>? {
    if let sql, Self.unseen.isFound(in: sql) { return nil }
    return Set(tables.keys)
  }
}
