internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// The schema of a database, and the rows of some tables.
struct DatabaseState {
  /// A table and its rows.
  struct Table {
    let facts: TableFacts
    /// The stored columns, in order.
    let columns: [SQLName]
    /// True if the rows are identified by their rowid.
    let hasRowIDs: Bool
    /// The rows: their rowid, if it can be read, and their values.
    let rows: [(rowID: Int64?, values: [DatabaseValue])]
  }

  let schema: StoredSchema
  let tables: [SQLName: Table]
  /// The last AUTOINCREMENT number of each table.
  let sequences: [SQLName: Int64]
  /// The number of rows that violate each foreign key; `nil` if SQLite cannot check one of them.
  let violations: [ForeignKeyInfo: Int]?

  init(_ db: Database, of names: Set<SQLName>, besides ledgers: Set<SQLName>) throws {
    schema = try StoredSchema(db, besides: ledgers)
    var tables: [SQLName: Table] = [:]
    for object in schema.all(.table) where names.contains(SQLName(object.name)) {
      let facts = try TableFacts(db, object)
      if object.isVirtual {
        tables[facts.name] = facts.moduleWithRows == nil ? nil : try? Table(db, facts)
      } else {
        tables[facts.name] = try Table(db, facts)
      }
    }
    self.tables = tables
    var sequences: [SQLName: Int64] = [:]
    if try db.hasSchemaRow(where: [.name("sqlite_sequence")]) {
      for row in try Row.fetchAll(db, sql: "SELECT name, seq FROM sqlite_sequence") {
        sequences[SQLName(try row.decode(String.self, atIndex: 0))] =
          try row.decode(Int64?.self, atIndex: 1) ?? 0
      }
    }
    self.sequences = sequences
    violations = try db.violationCounts()
  }
}

extension DatabaseState.Table {
  fileprivate init(_ db: Database, _ facts: TableFacts) throws {
    self.facts = facts
    columns = facts.columns.map { SQLName($0.name) }
    let key = facts.shape.rowIDName
    hasRowIDs = key != nil
    let list = ([key].compactMap { $0 } + columns.map(\.quoted)).joined(separator: ", ")
    let all = try Row.fetchAll(db, sql: "SELECT \(list) FROM main.\(facts.name.quoted)")
    rows = all.map { row in
      let values = row.databaseValues
      guard key != nil else { return (nil, Array(values)) }
      return (Int64.fromDatabaseValue(values.first ?? .null), Array(values.dropFirst()))
    }
  }
}

extension Database {
  /// The number of rows that violate each foreign key; `nil` if SQLite cannot check one of them.
  fileprivate func violationCounts() throws -> [ForeignKeyInfo: Int]? {
    let keys = try declaredForeignKeys(in: "main")
    var counts = Dictionary(keys.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
    do {
      try foreignKeyViolations().forEach { violation in
        let key = keys.first {
          $0.id == violation.foreignKeyId
            && SQLName($0.originTable) == SQLName(violation.originTable)
        }
        if let key { counts[key, default: 0] += 1 }
      }
      return counts
    } catch ResultCode.SQLITE_ERROR {
      return nil
    }
  }
}

extension TableFacts {
  /// The module of a virtual table if the table itself stores rows that a query can return.
  var moduleWithRows: SQLName? {
    let shadows = ShadowTables(tables: [(name, object.sql)]) { [] }
    guard let module = shadows.module(of: name), !shadows.isContentless(name), !isContentIndex,
      ["fts3", "fts4", "fts5", "rtree", "rtree_i32"].contains(module)
    else { return nil }
    return module
  }

  /// True for an R-tree, whose first column is its rowid.
  var isTree: Bool { moduleWithRows.map { ["rtree", "rtree_i32"].contains($0) } ?? false }
}
