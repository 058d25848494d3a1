extension SchemaChange {
  /// A column that stands under another name at the place of one that is gone.
  public struct RenamedColumn: Sendable, Hashable {
    /// The name before.
    public let before: String
    /// The name after.
    public let after: String
  }

  /// The columns of a changed table that are gone, renamed ones included.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes.
  public var removedColumns: [String] {
    guard let (before, after) = tables else { return [] }
    let names = Set(after.columns.map(\.name))
    return before.columns.map(\.name).filter { !names.contains($0) }
  }

  /// The columns that `ALTER TABLE … RENAME COLUMN` must have renamed, if rows were not copied.
  ///
  /// A new column can only be appended, so one that stands in the middle, where another of the same
  /// definition stood, is that one under a new name. The last column is never listed: it may have
  /// been dropped and another one added.
  ///
  /// - Complexity: O(*n*) for texts of *n* bytes.
  public var renamedColumns: [RenamedColumn] {
    guard let (before, after) = tables, before.columns.count == after.columns.count
    else { return [] }
    // What stood elsewhere before has only moved up, because a column before it was dropped.
    let known = Set(before.columns.map(\.name))
    return zip(before.columns, after.columns).dropLast().compactMap { old, new in
      old.name != new.name && old.facets == new.facets && !known.contains(new.name)
        ? RenamedColumn(before: old.name, after: new.name) : nil
    }
  }

  private var tables: (before: TableDefinition, after: TableDefinition)? {
    guard case .changed(let before, let after) = self, before.kind == .table,
      let old = before.sql.flatMap(TableParser.parse),
      let new = after.sql.flatMap(TableParser.parse)
    else { return nil }
    return (old, new)
  }
}

extension SchemaSnapshot {
  /// Returns the names of a table's columns in order, or `nil` when its text cannot be read.
  ///
  /// - Parameter table: The name of the table.
  /// - Returns: The names.
  /// - Complexity: O(*n*) in the number of objects.
  public func columns(of table: String) -> [String]? {
    objects.first { $0.kind == .table && $0.name == table }?.sql.flatMap(TableParser.parse)?
      .columns.map(\.name)
  }
}
