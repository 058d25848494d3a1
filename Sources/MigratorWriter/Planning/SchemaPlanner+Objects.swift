internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

// The order in which tables change and objects are created.
extension SchemaPlanner {
  /// Creates the tables that are new.
  mutating func createTables() throws {
    let kept = Set(match.tables.values)
    for table in wanted.all(.table) where !kept.contains(SQLName(table.name)) {
      try run(table.definition, .createObject(.table, SQLName(table.name)))
    }
  }

  /// Changes the tables that remain.
  ///
  /// While a parent key has no unique index, SQLite rejects statements that change rows of the
  /// child table or of the parent table. So a new key must be created before the foreign key that
  /// uses it, and a foreign key must be dropped before its parent key. The first order that SQLite
  /// accepts is used.
  mutating func changeTables() throws {
    if try attempt({ try $0.changeTables($0.wantedTables) })
      || attempt({ try $0.changeTables($0.parentsFirst()) })
      || attempt({ try $0.changeTables($0.formerChildrenFirst()) })
    {
      return
    }
    // Throw the error that the usual order causes.
    _ = try changeTables(wantedTables)
  }

  private mutating func changeTables(_ order: [TableFacts]) throws -> Bool {
    let keys = try wantedDB.declaredForeignKeys(in: "main")
    let indexes = Dictionary(
      grouping: wanted.all(.index).filter { isParentKey($0, of: keys) },
      by: { SQLName($0.tableName) })
    for table in order {
      try change(table)
      for index in indexes[table.name] ?? [] {
        if let present = try present().object(.index, SQLName(index.name)) {
          if isWanted(present) { continue }
          try drop(present)
        }
        try create(index)
      }
    }
    return true
  }

  /// The wanted tables, each after those to which it refers.
  private func parentsFirst() throws -> [TableFacts] {
    let keys = try wantedDB.declaredForeignKeys(in: "main")
    return sorted { table in
      keys.filter { SQLName($0.originTable) == table }.map { SQLName($0.destinationTable) }
    }
  }

  /// The wanted tables, each after those that refer to it in the current schema.
  private func formerChildrenFirst() throws -> [TableFacts] {
    let keys = try db.declaredForeignKeys(in: "main")
    return sorted { table in
      keys.filter { SQLName($0.destinationTable) == table }.map { SQLName($0.originTable) }
    }
  }

  /// Sorts the wanted tables so that each follows the given others, except in a cycle.
  private func sorted(after others: (SQLName) -> [SQLName]) -> [TableFacts] {
    var (done, list): (Set<SQLName>, [TableFacts]) = ([], [])
    func add(_ table: TableFacts) {
      guard done.insert(table.name).inserted else { return }
      let first = Set(others(table.name))
      for other in wantedTables where first.contains(other.name) { add(other) }
      list.append(table)
    }
    wantedTables.forEach(add)
    return list
  }

  /// True for a unique index of a table to which a foreign key refers.
  func isParentKey(_ index: SchemaObject, of keys: [ForeignKeyInfo]) -> Bool {
    guard index.kind == .index else { return false }
    let tokens = SQLTokenizer.tokens(of: index.definition).filter { !$0.isTrivia }
    let table = SQLName(index.tableName)
    return tokens.count > 1 && tokens[1].isWord("UNIQUE")
      && !tokens.contains { $0.isWord("WHERE") }
      && keys.contains { SQLName($0.destinationTable) == table }
  }

  /// Creates the indexes, views and triggers that are missing.
  mutating func createRest() throws {
    for kind in [SchemaObjectKind.index, .view, .trigger] {
      for object in try present().all(kind).reversed() where !isWanted(object) { try drop(object) }
      // Triggers run in the reverse order of their creation, so the former order is kept.
      let places = Dictionary(
        former.objects.enumerated().map { ($1.identity, $0) },
        uniquingKeysWith: { first, _ in first })
      let objects = wanted.all(kind).enumerated().sorted { one, other in
        let (place, otherPlace) = (
          places[one.element.identity] ?? Int.max, places[other.element.identity] ?? Int.max
        )
        return (place, one.offset) < (otherPlace, other.offset)
      }
      let there = try present()
      for (_, object) in objects where there.object(kind, SQLName(object.name)) == nil {
        try create(object)
      }
    }
  }

  /// Creates an index, view or trigger.
  private mutating func create(_ object: SchemaObject) throws {
    let name = SQLName(object.name)
    let reason: PlannedStatement.Reason =
      former.object(object.kind, name).map { former in
        ObjectText.areSame(former, object)
          ? .restoreObject(object.kind, name) : .changeObject(object.kind, name)
      } ?? .createObject(object.kind, name)
    try run(object.definition, reason)
  }
}
