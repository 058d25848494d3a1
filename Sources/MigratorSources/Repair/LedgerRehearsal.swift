import MigratorEngine

/// A copy of a ledger in memory, on which records are written one after the other to learn the exact
/// SQL of a sequence: what is written next often depends on what was written before.
struct LedgerRehearsal {
  private let rule: any LedgerRule
  private let queue: DatabaseQueue
  private(set) var statements: [String] = []

  /// Copies the ledger of a database.
  ///
  /// - Parameters:
  ///   - rule: The rule of the ledger.
  ///   - db: The database, which is only read.
  /// - Throws: `DatabaseError`.
  init(rule: any LedgerRule, of db: Database) throws {
    self.rule = rule
    queue = try DatabaseQueue()
    let contents = try LedgerContents(of: rule.tableNames, db)
    // Tables first: an index needs its table.
    let objects = try Row.fetchAll(
      db,
      sql: """
        SELECT tbl_name, sql FROM main.sqlite_master
        WHERE sql IS NOT NULL AND type IN ('table', 'index') ORDER BY type = 'index'
        """)
    let names = Set(rule.tableNames.map { $0.lowercased() })
    var creations: [String] = []
    for row in objects {
      let table = try row.decode(String.self, at: 0)
      if names.contains(table.lowercased()) { creations.append(try row.decode(at: 1)) }
    }
    try queue.writeWithoutTransaction { copy in
      for sql in creations { try copy.execute(sql: sql) }
      for (name, table) in contents.tables {
        for row in table.rows { try Self.insert(row, into: name, copy) }
      }
      try copy.execute(sql: "PRAGMA user_version = \(contents.userVersion)")
    }
  }

  private static func insert(
    _ row: [String: DatabaseValue], into table: String, _ db: Database
  ) throws {
    let fields = row.sorted { $0.key < $1.key }
    let names = fields.map { $0.key.quotedDatabaseIdentifier }.joined(separator: ", ")
    let values = fields.map(\.value.sqlLiteral).joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO main.\(table.quotedDatabaseIdentifier) (\(names)) VALUES (\(values))")
  }

  /// What the ledger holds now.
  func contents() throws -> LedgerContents {
    try queue.read { try LedgerContents(of: rule.tableNames, $0) }
  }

  /// Runs statements and keeps them.
  mutating func run(_ more: [String]) throws {
    try queue.writeWithoutTransaction { db in
      for statement in more { try db.execute(sql: statement) }
    }
    statements += more
  }

  /// Makes the ledger unless it is there, and records migrations that are not run.
  mutating func mark(_ migrations: [ToolMigration]) throws {
    try run(rule.creation(contents()))
    if try markByLast(migrations) { return }
    for migration in migrations {
      // One row may stand for two: those of one version, where the ledger has versions alone.
      let reading = rule.reading(of: migrations, try contents())
      if reading.appliedIdentifiers.contains(migration.identifier) { continue }
      try run(rule.marking(migration, contents(), RecordStamp(time: .now)))
    }
  }

  /// Records the last migration alone, where the ledger takes all before it for applied then: it
  /// holds one row, or counts.
  private mutating func markByLast(_ migrations: [ToolMigration]) throws -> Bool {
    guard let last = migrations.last, migrations.count > 1 else { return false }
    let statements = rule.marking(last, try contents(), RecordStamp(time: .now))
    let identifiers = Set(migrations.map(\.identifier))
    let rule = rule
    let isEnough = try queue.barrierWriteWithoutTransaction { db in
      var isEnough = false
      try db.inTransaction(.immediate) {
        for statement in statements { try db.execute(sql: statement) }
        let reading = rule.reading(
          of: migrations, try LedgerContents(of: rule.tableNames, db))
        isEnough = identifiers.isSubset(of: reading.appliedIdentifiers)
        return isEnough ? .commit : .rollback
      }
      return isEnough
    }
    if isEnough { self.statements += statements }
    return isEnough
  }
}
