internal import MigratorSQLite
internal import MigratorSchema

/// The tables that a migration filled only by `INSERT INTO t (…) SELECT …` without the key.
///
/// In that case, SQLite assigns the integer primary keys. Any other statement that inserts or
/// updates rows of the table, including one in a trigger, could have chosen the keys.
struct KeyAssignments {
  /// The insertions that were compiled, by the current name of the table.
  private var compiled: [SQLName: Int] = [:]
  /// The column lists of the `INSERT … SELECT` statements that ran.
  private var lists: [SQLName: [Set<SQLName>]] = [:]
  private var updated: Set<SQLName> = []

  /// Records what a statement is about to write.
  mutating func note(_ event: AuthorizerEvent) {
    switch event {
    case .insert(let table, _, _): compiled[SQLName(table), default: 0] += 1
    case .update(let table, _, _, _): updated.insert(SQLName(table))
    default: break
    }
  }

  /// Records an `INSERT` that has run.
  mutating func follow(_ sql: String) {
    // Scripts may have many insertions without SELECT.
    guard sql.utf8.count < 10_000, sql.containsIgnoringASCIICase("select"),
      SQLTokenizer.firstWord(of: sql) == "INSERT",
      let (table, columns) = Self.copy(sql)
    else { return }
    lists[table, default: []].append(columns)
  }

  /// Updates the names after a schema change.
  mutating func follow(_ event: SchemaEvent) {
    switch event {
    case .dropped(.table, let name): forget(name)
    case .tableRenamed(let name, to: let new):
      let (compiled, lists, isUpdated) = (compiled[name], lists[name], updated.contains(name))
      forget(name)
      forget(new)
      (self.compiled[new], self.lists[new]) = (compiled, lists)
      if isUpdated { updated.insert(new) }
    // The lists have the names at the time of the statement.
    case .columnRenamed(_, to: _, let table): updated.insert(table)
    default: break
    }
  }

  private mutating func forget(_ table: SQLName) {
    compiled[table] = nil
    lists[table] = nil
    updated.remove(table)
  }

  /// True if SQLite assigned the key of each row that was inserted into a table.
  func assigns(_ key: SQLName, of table: SQLName) -> Bool {
    guard let lists = lists[table], lists.count == compiled[table], !updated.contains(table) else {
      return false
    }
    let names: Set = [key, "rowid", "oid", "_rowid_"]
    return lists.allSatisfy { $0.isDisjoint(with: names) }
  }

  /// The table and the columns of `INSERT INTO t (…) SELECT …`; `nil` for any other statement.
  private static func copy(_ sql: String) -> (table: SQLName, columns: Set<SQLName>)? {
    var reader = TokenReader(sql)
    guard reader.skip("INSERT", "INTO") else { return nil }
    _ = reader.skip("main", ".")
    guard let table = reader.take()?.name, reader.skip("(") else { return nil }
    var columns: Set<SQLName> = []
    repeat {
      guard let column = reader.take()?.name else { return nil }
      columns.insert(column)
    } while reader.skip(",")
    return reader.skip(")", "SELECT") ? (table, columns) : nil
  }
}
