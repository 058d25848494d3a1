internal import MigratorSQLite
internal import MigratorSchema

/// A foreign key that a migration adds to existing columns, or whose parent it changes or creates.
///
/// Before the migration, rows may have values without a parent row. Generated rows do not: they get
/// values that fit the later key, because apps usually respect a key before it is declared.
struct AddedForeignKey {
  /// The table and the columns before the migration.
  let table: TableLayout
  let columns: [String]
  /// The parent and its columns before the migration; `nil` if the migration creates it.
  let parent: (name: String, columns: [String])?

  /// The maximum number of parents to delete in search of a row without a parent.
  private static let parentLimit = 8

  /// The keys that a migration adds to tables that existed before.
  static func all(_ matching: RowMatching) -> [AddedForeignKey] {
    let (before, after) = (matching.before, matching.after)
    return before.tables.indices.flatMap { index -> [AddedForeignKey] in
      let table = before.tables[index]
      guard !table.rows.isEmpty, let target = matching.target(of: index),
        after.tables[target] !== table
      else { return [] }
      return after.tables[target].layout.foreignKeys.compactMap { key in
        AddedForeignKey(key, of: table, in: after.tables[target], matching)
      }
    }
  }

  /// Returns `nil` if the key existed before, or if a column did not.
  private init?(
    _ key: ForeignKeyInfo, of table: DatabaseContents.Table, in target: DatabaseContents.Table,
    _ matching: RowMatching
  ) {
    func former(
      _ names: [String], of table: DatabaseContents.Table, in target: DatabaseContents.Table
    ) -> [String]? {
      let columns = matching.columns(of: table, in: target)
      let origins = Dictionary(columns.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
      let found = names.compactMap { name in
        target.layout.index(of: SQLName(name)).flatMap { origins[$0] }
          .map { table.layout.columns[$0].name }
      }
      return found.count == names.count && !found.isEmpty ? found : nil
    }
    let parent = matching.before.tables.first {
      matching.name(of: $0.name) == SQLName(key.destinationTable)
    }
    guard let columns = former(key.originColumns, of: table, in: target) else { return nil }
    (self.table, self.columns) = (table.layout, columns)
    let names = columns.map(SQLName.init(_:))
    let isOld = table.layout.foreignKeys.contains {
      SQLName($0.destinationTable) == parent?.name ?? SQLName(key.destinationTable)
        && $0.originColumns.map(SQLName.init(_:)) == names
    }
    if isOld { return nil }
    guard let parent else {
      self.parent = nil
      return
    }
    guard let present = matching.after[SQLName(key.destinationTable)],
      let parentColumns = former(key.destinationColumns, of: parent, in: present),
      columns.count == parentColumns.count
    else { return nil }
    self.parent = (parent.layout.name, parentColumns)
  }

  // MARK: - Rows

  private var quotedColumns: [String] { columns.map(\.quotedDatabaseIdentifier) }
  private var areSet: String {
    quotedColumns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
  }

  /// Makes a row without a parent, if the schema before the migration allows one.
  ///
  /// Constraints and triggers are active, and the present foreign keys are enforced.
  ///
  /// - Parameter db: The database before the migration, outside a transaction.
  /// - Returns: True if there is such a row now and there was none before.
  /// - Throws: ``DatabaseError`` that is not about a row.
  func makeOrphan(_ db: Database) throws -> Bool {
    if try hasOrphan(db) { return false }
    try db.execute(sql: "PRAGMA foreign_keys = ON")
    if try makes(update, [], db) { return true }
    guard let parent else { return false }
    let keys = try Row.fetchAll(
      db,
      sql: "SELECT DISTINCT \(quotedColumns.joined(separator: ", ")) FROM \(table.quotedName) "
        + "WHERE \(areSet) LIMIT \(Self.parentLimit)")
    let condition = parent.columns.map { "\($0.quotedDatabaseIdentifier) = ?" }
    let delete =
      "DELETE FROM main.\(parent.name.quotedDatabaseIdentifier) WHERE \(condition.joined(separator: " AND "))"
    return try keys.contains { try makes(delete, Array($0.databaseValues), db) }
  }

  /// Changes a value to one that occurs nowhere; a new parent has no rows yet, so any value is one.
  private var update: String {
    let column = quotedColumns[0]
    let row = table.rowIDName ?? column
    let condition = parent == nil ? "1" : areSet
    return """
      UPDATE \(table.quotedName) SET \(column) = CASE typeof(\(column))
        WHEN 'null' THEN 1000003 WHEN 'text' THEN \(column) || '0' WHEN 'blob' THEN CAST(\(column) || x'30' AS BLOB)
        ELSE \(column) + 1000003 END
      WHERE \(row) = (SELECT \(row) FROM \(table.quotedName) WHERE \(condition) LIMIT 1)
      """
  }

  private func hasOrphan(_ db: Database) throws -> Bool {
    guard let parent else {
      return try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM \(table.quotedName) WHERE \(areSet))") ?? false
    }
    let pairs = zip(parent.columns, quotedColumns).map {
      "parent.\($0.quotedDatabaseIdentifier) = child.\($1)"
    }
    return try Bool.fetchOne(
      db,
      sql: """
        SELECT EXISTS (SELECT 1 FROM \(table.quotedName) AS child WHERE \(areSet) AND NOT EXISTS (
          SELECT 1 FROM main.\(parent.name.quotedDatabaseIdentifier) AS parent WHERE \(pairs.joined(separator: " AND "))))
        """) ?? false
  }

  private func makes(
    _ sql: String, _ arguments: [DatabaseValue], _ db: Database
  ) throws -> Bool {
    var isMade = false
    do {
      try db.inTransaction(.immediate) {
        try db.execute(sql: sql, arguments: StatementArguments(arguments))
        isMade = try hasOrphan(db)
        return isMade ? .commit : .rollback
      }
      return isMade
    } catch let error as DatabaseError
      where Rejection(error, table: SQLName(table.name)) != nil
    {
      return false
    }
  }
}
