internal import MigratorEngine
internal import MigratorSQLite
internal import MigratorSchema
internal import SQLSyntax

/// All rows of a database.
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
  /// The last numbers of AUTOINCREMENT.
  let sequences: [SQLName: Int64]
  /// The number of rows that violate a foreign key.
  let violationCount: Int

  init(_ db: Database, besides ledgers: Set<SQLName>) throws {
    schema = try StoredSchema(db, besides: ledgers)
    var tables: [SQLName: Table] = [:]
    for object in schema.all(.table) {
      let facts = try TableFacts(db, object)
      if object.isVirtual {
        // An index that differs from its table may not be readable.
        tables[facts.name] = facts.hasReadableRows ? try? Table(db, facts) : nil
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
    let sql = "SELECT count(*) FROM pragma_foreign_key_check"
    violationCount = (try? Int.fetchOne(db, sql: sql)) ?? -1
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

extension TableFacts {
  /// True for the virtual tables whose rows a query of the whole table returns.
  fileprivate var hasReadableRows: Bool {
    let shadows = ShadowTables(tables: [(name, object.sql)]) { [] }
    guard let module = shadows.module(of: name), !shadows.isContentless(name) else { return false }
    return ["fts3", "fts4", "fts5", "rtree", "rtree_i32"].contains(module)
  }
}
