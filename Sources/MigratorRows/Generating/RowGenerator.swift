internal import MigratorSchema
package import MigratorSQLite

/// A table for which no row could be generated.
package struct EmptyTable: Sendable, Hashable {
  /// The name of the table.
  package let table: String
  /// SQLite's last error message.
  package let reason: String

  /// Creates a value from its properties.
  package init(table: String, reason: String) {
    self.table = table
    self.reason = reason
  }
}

/// How many rows a table gets, and for what purpose.
package enum RowAmount: Sendable, Hashable {
  /// About this many rows, and further rows that combine usual values, to reveal faults.
  case batch(Int)
  /// This many rows with unique values, as far as the schema allows, to measure times.
  case many(Int)

  /// The number of rows below which a table gets more.
  var minimum: Int {
    switch self {
    case .batch(let count), .many(let count): max(1, count)
    }
  }

  /// The number of rows above which a table gets no more.
  var maximum: Int {
    switch self {
    case .batch: 60
    case .many(let count): max(1, count)
    }
  }
}

/// A row that was inserted with given values.
struct InsertedRow {
  let table: String
  let columns: [String]
  let cells: [GeneratedCell]
}

/// Inserts rows that the schema allows.
///
/// The rows depend only on the seed and the schemas: the same calls insert the same rows.
package struct RowGenerator {
  private let seed: UInt64
  let valueClass: GeneratedClass
  private let amount: RowAmount
  private let history: SchemaHistory
  private let tables: Set<SQLName>?
  private var tokens: OwnTokens
  private var fillCount: UInt64 = 0
  /// The tables that earlier calls have seen.
  private var known: Set<SQLName> = []
  private var cache: [SQLName: GeneratedTable] = [:]
  /// The number of rows of each table after the last call.
  private var counts: [SQLName: Int] = [:]
  /// The numbers of rows of the tables that accept no more rows, such as tables that are limited to
  /// one row.
  private var limits: [SQLName: (table: GeneratedTable, count: Int)] = [:]

  /// The tokens that were inserted, each in one cell only.
  ///
  /// If such a value no longer occurs anywhere, a migration has lost it.
  package private(set) var ownValues: Set<DatabaseValue> = []

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - seed: The seed.
  ///   - class: Whether the inserted values include unlikely ones.
  ///   - amount: The number of rows in each table.
  ///   - history: The versions of the schema.
  ///   - tables: The tables that get rows; `nil` for all.
  package init(
    seed: UInt64, class: GeneratedClass, amount: RowAmount = .batch(6), history: SchemaHistory,
    tables: Set<SQLName>? = nil
  ) {
    self.tables = tables
    self.seed = seed
    valueClass = `class`
    self.amount = amount
    self.history = history
    tokens = OwnTokens(seed: seed)
  }

  /// Full-text tables that contain copies of other tables, and therefore no rows of their own.
  var fedTables: Set<SQLName> { history.fedTextTables }

  /// Adds rows to tables that are new, changed or nearly empty.
  ///
  /// Constraints and triggers are active, and foreign keys are enforced. Afterwards, no inserted row
  /// is an orphan. A table gets at most ``RowAmount/maximum`` rows.
  ///
  /// - Parameters:
  ///   - db: A connection outside any transaction.
  ///   - changed: The tables that changed since the last call; `nil` for all.
  ///   - written: The tables whose rows may have changed since the last call; `nil` for all.
  ///   - excluded: Tables that get no rows, such as the ledger.
  /// - Returns: The tables that are still empty.
  /// - Throws: ``DatabaseError`` for failures that are not about a row.
  /// - Complexity: O(*n*) for *n* columns of the tables that get rows.
  package mutating func fill(
    _ db: Database, changed: Set<SQLName>?, written: Set<SQLName>? = nil,
    excluding excluded: Set<SQLName>
  ) throws -> [EmptyTable] {
    let (tables, canRollBack) = try readTables(db, excluding: excluded)
    fillCount += 1
    defer { known.formUnion(tables.keys) }
    var counts: [SQLName: Int] = [:]
    var batches: [SQLName: TableFiller.Batch] = [:]
    for (name, table) in tables {
      let count = try count(name, db, isKnown: written.map { !$0.contains(name) } ?? false)
      counts[name] = count
      if let limit = limits[name], limit.table === table, count >= limit.count { continue }
      switch amount {
      case .many: if count < amount.minimum { batches[name] = .many }
      case .batch where count < amount.minimum: batches[name] = .full
      case .batch where !known.contains(name) || changed?.contains(name) ?? true:
        batches[name] = known.contains(name) || count > 30 ? .refreshing : .full
      case .batch: break
      }
    }
    self.counts = counts
    if batches.isEmpty { return [] }

    let (valueClass, amount, seed) = (valueClass, amount, seed &+ fillCount)
    let inserter = try inserting(db, tables, counts, canRollBack: canRollBack) {
      inserter, ownsTransaction in
      let run = FillRun(
        db: db, tables: tables, inserter: inserter, valueClass: valueClass, amount: amount,
        seed: seed)
      try run.fill(batches, ownsTransaction: ownsTransaction, enforcesKeys: true)
      // SQLite rejects all writes to tables with an invalid foreign key, unless foreign keys are
      // off.
      let blocked = batches.filter { name, _ in inserter.isBlocked(name) }
      if ownsTransaction, !blocked.isEmpty {
        try db.execute(sql: "PRAGMA foreign_keys = OFF")
        let empty = batches.filter { name, _ in inserter.counts[name] ?? 0 <= 0 }
        try run.fill(empty, ownsTransaction: true, enforcesKeys: false)
      }
    }
    for name in batches.keys {
      guard let count = inserter.counts[name], let table = tables[name] else { continue }
      limits[name] = count > 0 && count < amount.minimum ? (table, count) : nil
    }
    return batches.keys.filter { inserter.counts[$0] ?? 0 <= 0 }.sorted().map { name in
      EmptyTable(
        table: name.text, reason: inserter.reasons[name] ?? "no row was accepted")
    }
  }

  /// Calls a closure with an inserter, while foreign keys are enforced.
  private mutating func inserting(
    _ db: Database, _ tables: [SQLName: GeneratedTable], _ counts: [SQLName: Int],
    canRollBack: Bool, _ body: (RowInserter, Bool) throws -> Void
  ) throws -> RowInserter {
    let enforces = try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") ?? false
    let ownsTransaction = !db.isInsideTransaction
    let cells = CellMaker(db, tables: tables, tokens: tokens, parentLimit: amount.maximum)
    let inserter = RowInserter(
      db, cells: cells, ownValues: ownValues, counts: counts, commitsEachRow: canRollBack,
      ownsTransaction: ownsTransaction, seed: seed &+ fillCount)
    // Keep no second reference, so that these large sets are not copied when they change.
    (tokens, ownValues) = (OwnTokens(seed: seed), [])
    let result = Result {
      if ownsTransaction { try db.execute(sql: "PRAGMA foreign_keys = ON") }
      try body(inserter, ownsTransaction)
    }
    if ownsTransaction {
      if case .failure = result { try? db.rollback() }
      try db.execute(sql: "PRAGMA foreign_keys = \(enforces ? "ON" : "OFF")")
    }
    tokens = cells.tokens
    ownValues = inserter.ownValues
    self.counts = inserter.counts
    try result.get()
    return inserter
  }

  /// Inserts rows with given values in some columns.
  ///
  /// - Parameters:
  ///   - rows: The values of each row, by table and column; other columns get values of their own.
  ///   - db: A connection outside any transaction.
  ///   - excluded: Tables that get no rows.
  /// - Returns: The rows that the schema allows and that were inserted.
  /// - Throws: ``DatabaseError`` for failures that are not about a row.
  mutating func insert(
    _ rows: [(table: SQLName, values: [SQLName: DatabaseValue])], _ db: Database,
    excluding excluded: Set<SQLName>
  ) throws -> [InsertedRow] {
    let (tables, canRollBack) = try readTables(db, excluding: excluded)
    fillCount += 1
    var inserted: [InsertedRow] = []
    _ = try inserting(db, tables, counts, canRollBack: canRollBack) { inserter, _ in
      try inserter.begin()
      for (ordinal, row) in rows.enumerated() {
        guard let table = tables[row.table] else { continue }
        let given = table.columns.map { row.values[$0.name] }
        let cells = inserter.cells.row(table, ordinal) { position in
          given[position].map { .cell(GeneratedCell(value: $0)) } ?? .own
        }
        let fixed = Set(given.indices.filter { given[$0] != nil })
        guard let cells = try inserter.insert(table, cells, fixed: fixed) else { continue }
        inserted.append(
          InsertedRow(
            table: table.name.text, columns: table.columns.map(\.info.name), cells: cells))
      }
      try db.commit()
    }
    return inserted
  }

  /// The number of rows of a table, up to a limit.
  private func count(_ name: SQLName, _ db: Database, isKnown: Bool) throws -> Int {
    if isKnown, let count = counts[name] { return count }
    let sql =
      "SELECT count(*) FROM (SELECT 1 FROM main.\(name.quoted) LIMIT \(amount.maximum + 40))"
    return try Int.fetchOne(db, sql: sql) ?? 0
  }

  /// Reads the tables that get rows, and whether a constraint or a trigger may roll back.
  private mutating func readTables(
    _ db: Database, excluding excluded: Set<SQLName>
  ) throws -> (tables: [SQLName: GeneratedTable], canRollBack: Bool) {
    var names: [SQLName] = []
    var stored: [SQLName: String] = [:]
    var sqls: [(name: SQLName, sql: String?)] = []
    var parts: [SQLName: [SchemaObject]] = [:]
    var canRollBack = false
    try db.forEachSchemaRow(sortedByName: true) { row in
      guard let kind = SchemaObjectKind(rawValue: try row.type) else { return }
      let (name, sql) = (SQLName(try row.name), try row.sql)
      let table = SQLName(try row.tableName)
      if let sql, kind == .table || kind == .trigger,
        sql.containsIgnoringASCIICase("rollback")
      {
        canRollBack = true
      }
      if kind == .table {
        sqls.append((name, sql))
        let isStored = row.rootPage > 0 || sql.map(ShadowTables.storesText) ?? false
        if isStored, !name.isInternal, !fedTables.contains(name), !excluded.contains(name),
          self.tables?.contains(name) ?? true, let sql
        {
          names.append(name)
          stored[name] = sql
        }
      } else if kind != .view {
        parts[table, default: []].append(
          SchemaObject(kind: kind, name: name.text, tableName: table.text, sql: sql))
      }
    }
    let shadows = try ShadowTables(tables: sqls) {
      Set(try db.tableList(in: "main", .shadow).map { SQLName($0.name) })
    }
    var tables: [SQLName: GeneratedTable] = [:]
    for name in names where shadows.owner(of: name) == nil {
      guard let sql = stored[name] else { continue }
      let own = parts[name] ?? []
      if let old = cache[name], old.sql.hasSameBytes(as: sql), old.parts == own {
        tables[name] = old
      } else {
        tables[name] = try GeneratedTable(db, name, sql: sql, parts: own, history: history)
      }
    }
    cache = tables
    return (tables, canRollBack)
  }
}
