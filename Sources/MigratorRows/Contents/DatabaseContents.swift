internal import MigratorSchema
internal import MigratorSQLite

/// All rows of the user's tables at one moment.
struct DatabaseContents: Sendable {
  struct Table: Sendable {
    let layout: TableLayout
    let rows: [Row]

    var name: SQLName { SQLName(layout.name) }
  }

  struct Row: Sendable, Hashable {
    /// The values, in the order of the layout's columns.
    let values: [DatabaseValue]
    /// The rowid, or `nil` in a table without one.
    let rowID: Int64?
  }

  /// The tables in the order of their names.
  let tables: [Table]
  private let places: [SQLName: Int]

  subscript(name: SQLName) -> Table? { index(of: name).map { tables[$0] } }

  /// Returns the index of a table in ``tables``.
  func index(of name: SQLName) -> Int? { places[name] }

  /// All rows, in the order of their tables.
  var rowPlaces: [RowPlace] {
    tables.enumerated().flatMap { table, rows in
      rows.rows.indices.map { RowPlace(table: table, row: $0) }
    }
  }

  init(_ tables: [Table]) {
    self.tables = tables
    places = Dictionary(
      tables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Reads contents, and the layout of each definition only once.
struct ContentReader {
  private var layouts: [SchemaObject: TableLayout] = [:]
  /// The definitions of all objects when the layouts were read; the primary key of a parent may
  /// change without the child's definition.
  private var tables: Set<SchemaObject> = []

  init() {}

  /// Reads the rows of the tables in a schema, without virtual tables and their shadow tables.
  mutating func contents(_ db: Database, _ schema: SchemaSnapshot) throws -> DatabaseContents {
    let objects = schema.objects.filter(\.hasRows)
    let present = Set(objects)
    if !tables.isSuperset(of: present) || !present.isSuperset(of: tables) {
      let changed = tables.symmetricDifference(present)
      let names = Set(changed.map { SQLName($0.name) })
      layouts = layouts.filter { object, layout in
        present.contains(object)
          && !layout.foreignKeys.contains { names.contains(SQLName($0.destinationTable)) }
      }
      tables = present
    }
    return DatabaseContents(
      try objects.map { object in
        let layout = try layouts[object] ?? TableLayout(db, name: object.name)
        layouts[object] = layout
        return DatabaseContents.Table(layout: layout, rows: try rows(db, layout))
      })
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
  /// True for an ordinary table of the user.
  var hasRows: Bool {
    kind == .table && owner == nil && sql.map { !$0.isVirtualTable } ?? false
  }
}

extension String {
  /// True for the statement that creates a virtual table.
  fileprivate var isVirtualTable: Bool {
    var reader = TokenReader(self)
    return reader.skip("CREATE") && reader.skip("VIRTUAL")
  }
}
