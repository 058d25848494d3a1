internal import MigratorSQLite
internal import SQLSyntax

/// A copy of a ledger in memory, on which records are written one after the other to learn the exact
/// SQL of a sequence: what is written next often depends on what was written before.
struct LedgerRehearsal {
  private let ledger: any Ledger
  private let queue: DatabaseQueue
  private(set) var statements: [String] = []
  /// What the copy holds, and what that tells.
  private var held: LedgerRows
  private var state: LedgerState
  /// The identifiers that count as applied now.
  private(set) var appliedIdentifiers: Set<String>

  /// Copies the ledger of a database, which is only read.
  init(_ ledger: any Ledger, of db: Database) throws {
    self.ledger = ledger
    queue = try DatabaseQueue()
    let held = try ledger.rows(db)
    self.held = held
    state = ledger.state(held)
    appliedIdentifiers = Set(state.appliedIdentifiers)
    // Tables first: an index needs its table.
    let objects = try Row.fetchAll(
      db,
      sql: """
        SELECT tbl_name, sql FROM main.sqlite_master
        WHERE sql IS NOT NULL AND type IN ('table', 'index') ORDER BY type = 'index'
        """)
    let names = Set(ledger.tableNames.map(SQLName.init(_:)))
    var creations: [String] = []
    for row in objects {
      let table = try row.decode(String.self, atIndex: 0)
      if names.contains(SQLName(table)) { creations.append(try row.decode(atIndex: 1)) }
    }
    try queue.writeWithoutTransaction { copy in
      for sql in creations { try copy.execute(sql: sql) }
      for (name, table) in held.tables {
        for row in table.rows { try Self.insert(row, into: name, copy) }
      }
      try copy.execute(sql: "PRAGMA user_version = \(held.userVersion)")
    }
  }

  private static func insert(_ row: LedgerRows.Row, into table: String, _ db: Database) throws {
    let names = row.fields.map { $0.0.quotedDatabaseIdentifier }.joined(separator: ", ")
    let values = row.fields.map(\.1.sqlLiteral).joined(separator: ", ")
    try db.execute(
      sql: "INSERT INTO main.\(table.quotedDatabaseIdentifier) (\(names)) VALUES (\(values))")
  }

  /// Makes a change, and keeps its statements.
  mutating func make(_ change: LedgerChange) throws {
    let made = statements(for: change)
    if made.isEmpty { return }
    do {
      hold(
        try queue.writeWithoutTransaction { [ledger, held] db in
          try ledger.outcome(ofRunning: made, holding: held, db)
        })
    } catch {
      throw ledger.blamed(for: error)
    }
    statements += made
  }

  /// Reads what the copy holds now: of a row behind the others that alone, where it tells no more.
  private mutating func hold(_ outcome: LedgerChange.Outcome) {
    held = outcome.rows
    if let row = outcome.added, let identifier = ledger.add(row, to: &state) {
      appliedIdentifiers.insert(identifier)
      return
    }
    state = ledger.state(held)
    appliedIdentifiers = Set(state.appliedIdentifiers)
  }

  private func statements(for change: LedgerChange) -> [String] {
    ledger.statements(for: change, held, .now())
  }

  /// Makes the ledger unless it is there, and records migrations that are not run.
  mutating func mark(_ identifiers: [String]) throws {
    try make(.create)
    if try markByLast(identifiers) { return }
    for identifier in identifiers {
      // One row may stand for two: those of one version, where the ledger has versions alone.
      if appliedIdentifiers.contains(identifier) { continue }
      try make(.baseline(identifier))
    }
  }

  /// Records the last migration alone, where the ledger takes all before it for applied then: it
  /// holds one row, or counts.
  private mutating func markByLast(_ identifiers: [String]) throws -> Bool {
    guard let last = identifiers.last, identifiers.count > 1 else { return false }
    let made = statements(for: .baseline(last))
    let ledger = ledger
    let isEnough = try queue.barrierWriteWithoutTransaction { db in
      var isEnough = false
      try db.inTransaction(.immediate) {
        for statement in made { try db.execute(sql: statement) }
        isEnough = Set(identifiers).isSubset(of: try ledger.state(db).appliedIdentifiers)
        return isEnough ? .commit : .rollback
      }
      return isEnough
    }
    if isEnough {
      statements += made
      hold(LedgerChange.Outcome(rows: try queue.read { [ledger] in try ledger.rows($0) }))
    }
    return isEnough
  }
}
