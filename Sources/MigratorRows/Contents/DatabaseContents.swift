internal import MigratorSQLite

/// All rows of the user's tables at one moment.
struct DatabaseContents {
  /// A table at one moment; a table that did not change is the same object.
  final class Table {
    let layout: TableLayout
    let rows: [Row]
    private var index: TokenIndex?

    init(layout: TableLayout, rows: [Row]) { (self.layout, self.rows) = (layout, rows) }

    var name: SQLName { SQLName(layout.name) }

    /// The index for searches, which is created once.
    func index(for tokens: Set<DatabaseValue>) -> TokenIndex {
      if let index { return index }
      let new = TokenIndex(rows, for: tokens)
      index = new
      return new
    }
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

  /// The same tables with some of the rows.
  func keeping(_ rows: Set<RowPlace>) -> DatabaseContents {
    DatabaseContents(
      tables.enumerated().map { index, table in
        let kept = table.rows.indices.filter { rows.contains(RowPlace(table: index, row: $0)) }
        return Table(layout: table.layout, rows: kept.map { table.rows[$0] })
      })
  }

  init(_ tables: [Table]) {
    self.tables = tables
    places = Dictionary(
      tables.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
