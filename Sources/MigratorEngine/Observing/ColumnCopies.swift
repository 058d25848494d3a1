internal import MigratorSQLite
internal import MigratorSchema

/// The columns of tables in `main` that `UPDATE t SET new = old` copied completely to an added
/// column.
///
/// Such a statement proves a copy even if the table has no rows to compare. It must write all rows,
/// and nothing else may write the old column before it, or the new one after it. Triggers could do
/// so, or skip rows, so a migration that creates triggers proves no copy. Neither does one that
/// inserts or deletes rows of the table.
struct ColumnCopies {
  /// The current names, and the original name of the old column.
  fileprivate struct Copy {
    let origin: SQLName
    var table, old, new: SQLName
    var isDropped = false
  }

  private var copies: [Copy] = []
  /// The columns that statements wrote, by the current name of the table.
  private var written: [SQLName: Set<SQLName>] = [:]
  /// The tables in which rows were inserted or deleted, and those of other databases.
  private var excluded: Set<SQLName> = []
  private var hasAddedColumns = false
  private var hasNewTriggers = false

  /// The copied columns that were dropped, as events.
  var keptColumns: [SchemaEvent] {
    copies.filter(\.isDropped).map { .columnKept($0.origin, as: $0.new, table: $0.table) }
  }

  /// Records what a statement is about to write.
  mutating func note(_ event: AuthorizerEvent) {
    switch event {
    case .update(let table, let column, "main", _):
      let (table, column) = (SQLName(table), SQLName(column))
      written[table, default: []].insert(column)
      if !copies.isEmpty { copies.removeAll { $0.table == table && $0.new == column } }
    case .insert(let table, _, _), .delete(let table, _, _), .update(let table, _, _, _):
      exclude(SQLName(table))
    case .createTrigger: hasNewTriggers = true
    default: break
    }
  }

  private mutating func exclude(_ table: SQLName) {
    if excluded.insert(table).inserted { copies.removeAll { $0.table == table } }
  }

  /// Records an `UPDATE` that has run after these schema events.
  mutating func follow(_ sql: String, after events: [SchemaEvent]) {
    guard hasAddedColumns, !hasNewTriggers, sql.utf8.count < 10_000,
      SQLTokenizer.firstWord(of: sql) == "UPDATE",
      let (table, pairs) = Self.assignments(in: sql), !excluded.contains(table)
    else { return }
    copies += pairs.compactMap { new, old in
      guard written[table]?.contains(old) != true,
        Self.origin(of: new, in: table, before: events) == .added,
        case .column(let origin) = Self.origin(of: old, in: table, before: events)
      else { return nil }
      return Copy(origin: origin, table: table, old: old, new: new)
    }
  }

  /// Updates the column names after a schema change.
  mutating func follow(_ event: SchemaEvent) {
    if case .columnAdded = event { hasAddedColumns = true }
    if case .columnRenamed(let old, to: let new, let table) = event,
      written[table]?.contains(old) == true
    {
      written[table]?.insert(new)
    }
    if case .tableRenamed(let old, to: let new) = event {
      if let columns = written[old] { written[new, default: []].formUnion(columns) }
      if excluded.contains(old) { exclude(new) }
    }
    copies = copies.compactMap { $0.followed(through: event) }
  }
}

extension ColumnCopies.Copy {
  /// The copy with its current names, or `nil` if it was dropped.
  fileprivate func followed(through event: SchemaEvent) -> Self? {
    var copy = self
    switch event {
    case .dropped(.table, table), .columnDropped(new, table: table): return nil
    case .columnDropped(old, table: table): copy.isDropped = true
    case .columnRenamed(old, to: let name, table: table) where !isDropped: copy.old = name
    case .columnRenamed(new, to: let name, table: table): copy.new = name
    case .tableRenamed(table, to: let name): copy.table = name
    default: break
    }
    return copy
  }
}

extension ColumnCopies {
  private enum Origin: Equatable {
    case added
    /// The name of the column before the migration.
    case column(SQLName)
    case otherTable
  }

  private static func origin(
    of column: SQLName, in table: SQLName, before events: [SchemaEvent]
  ) -> Origin {
    var (column, table) = (column, table)
    for event in events.reversed() {
      switch event {
      case .created(.table, table), .dropped(.table, table): return .otherTable
      case .tableRenamed(let name, to: table): table = name
      case .columnAdded(column, table: table): return .added
      case .columnRenamed(let name, to: column, table: table): column = name
      default: break
      }
    }
    return .column(column)
  }

  /// The pairs of columns in `UPDATE t SET new = old, …`; `nil` for any other statement.
  private static func assignments(
    in sql: String
  ) -> (table: SQLName, pairs: [(new: SQLName, old: SQLName)])? {
    var reader = TokenReader(sql)
    guard reader.skip("UPDATE") else { return nil }
    _ = reader.skip("main", ".")
    guard let table = reader.take()?.name, reader.skip("SET") else { return nil }
    var pairs: [(new: SQLName, old: SQLName)] = []
    repeat {
      guard let new = reader.take()?.name, reader.skip("="), var old = reader.take()?.name else {
        return nil
      }
      if old == table, reader.skip(".") {
        guard let column = reader.take()?.name else { return nil }
        old = column
      }
      pairs.append((new, old))
    } while reader.skip(",")
    return reader.isAtEnd ? (table, pairs) : nil
  }
}
