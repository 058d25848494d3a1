internal import MigratorSQLite
internal import MigratorSchema

/// Virtual tables that store rowids of other tables, such as contentless full-text indexes and
/// R-trees.
///
/// SQLite cannot compare them with their tables. Triggers and views show which table they belong
/// to.
struct RowIDReferences {
  private let before: SchemaSnapshot
  private let after: SchemaSnapshot
  /// The changed tables, including the shadow tables of virtual tables.
  private let written: Set<SQLName>

  init(
    before: SchemaSnapshot, after: SchemaSnapshot, written: [SQLName: RowChangeCounter.Counts]
  ) {
    (self.before, self.after, self.written) = (before, after, Set(written.keys))
  }

  /// Returns the virtual tables that were not written although the rowids of their table changed.
  func broken(
    by rows: [StepReport.TableRows], in present: Database, since former: LazyReader
  ) throws -> [Loss] {
    let shadows = after.shadows
    let virtual = shadows.virtualTables.subtracting(shadows.contentIndexes.map(\.index))
      .subtracting(written.compactMap(shadows.owner)).intersection(before.shadows.virtualTables)
    if virtual.isEmpty { return [] }
    return try rows.filter { $0.isRecreated && $0.before ?? 0 > 0 && $0.after ?? 0 > 0 }.flatMap {
      table -> [Loss] in
      let old = SQLName(table.formerName ?? table.table)
      let references = references(from: old, to: virtual)
      guard !references.isEmpty,
        try hasOtherRowIDs(SQLName(table.table), present, old, former.database())
      else { return [] }
      return references.map { name, object in
        .broken(
          kind: "virtual table", name: name.text,
          sentence:
            "\(table.table) was re-created with different rowids, but \(name.text) still has the old "
            + "ones. The \(object.kind.rawValue) \(object.name) links them to "
            + "\(table.table).")
      }
    }
  }

  private func references(
    from table: SQLName, to virtual: Set<SQLName>
  ) -> [(name: SQLName, object: SchemaObject)] {
    let objects = before.objects.filter { object in
      object.kind == .view || (object.kind == .trigger && SQLName(object.tableName) == table)
    }
    let names = objects.map { object in
      Set(SQLTokenizer.tokens(of: object.sql ?? "").compactMap(\.name))
    }
    return virtual.sorted().compactMap { name in
      zip(objects, names).first {
        $1.contains(name) && ($0.kind == .trigger || $1.contains(table))
      }.map { (name, $0.0) }
    }
  }

  private func hasOtherRowIDs(
    _ table: SQLName, _ present: Database, _ old: SQLName, _ former: Database
  ) throws -> Bool {
    func rowIDs(of table: SQLName, _ db: Database) throws -> RowCursor? {
      let shape = try TableShape(db, name: table.text, schema: "main")
      return try shape.rowIDName.map {
        try Row.fetchCursor(db, sql: "SELECT \($0) FROM \(shape.quotedName) ORDER BY 1")
      }
    }
    guard let now = try rowIDs(of: table, present), let then = try rowIDs(of: old, former) else {
      return false
    }
    while true {
      let (one, other) = (try now.next()?[0] as Int64?, try then.next()?[0] as Int64?)
      if one != other { return true }
      if one == nil { return false }
    }
  }
}
