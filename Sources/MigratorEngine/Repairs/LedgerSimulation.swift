internal import MigratorSQLite
internal import SQLSyntax

/// An in-memory copy of a ledger on which changes are made to determine their exact SQL.
///
/// The SQL of a change often depends on the earlier ones.
struct LedgerSimulation {
  private static let numbers = "sqlite_sequence"
  private let ledger: any Ledger
  private let queue: DatabaseQueue
  private(set) var statements: [String] = []
  private var held: LedgerRows
  private(set) var appliedIdentifiers: Set<String>

  /// Copies the ledger of a database, which is only read.
  init(_ ledger: any Ledger, of db: Database) throws {
    self.ledger = ledger
    var configuration = Configuration(purpose: .scratch)
    configuration.acceptsDoubleQuotedStringLiterals = true
    queue = try DatabaseQueue(configuration: configuration)
    let held = try ledger.rows(db)
    self.held = held
    appliedIdentifiers = Set(ledger.state(held).appliedIdentifiers)
    let names = Set(ledger.tableNames.map(SQLName.init(_:)))
    // Tables come first because an index needs its table.
    let creations = try [SchemaObjectKind.table, .index].flatMap { kind in
      try db.schemaRows(where: [.kind(kind), .hasSQL]) { row in
        names.contains(SQLName(try row.tableName)) ? try row.sql : nil
      }
    }
    let numbers = (try LedgerRows(of: [Self.numbers], db).tables[Self.numbers]?.rows ?? []).filter {
      $0.text("name").map { names.contains(SQLName($0)) } ?? false
    }
    try queue.writeWithoutTransaction { copy in
      for sql in creations { try copy.execute(sql: sql) }
      for (name, table) in held.tables {
        let written = Set(table.columns.filter { !$0.isGenerated }.map(\.name.asciiLowercased))
        for row in table.rows { try Self.insert(row.keeping(written), into: name, copy) }
      }
      // AUTOINCREMENT numbers continue after deleted rows too.
      if try copy.tableExists(Self.numbers) {
        try copy.execute(sql: "DELETE FROM \(Self.numbers)")
        for row in numbers { try Self.insert(row, into: Self.numbers, copy) }
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

  mutating func make(_ change: LedgerChange) throws {
    let made = ledger.statements(for: change, held, .now())
    if made.isEmpty { return }
    held = try queue.writeWithoutTransaction { [ledger, held] db in
      do {
        return try ledger.outcome(ofRunning: made, holding: held, db).rows
      } catch {
        throw ledger.ledgerError(for: error, db)
      }
    }
    appliedIdentifiers = Set(ledger.state(held).appliedIdentifiers)
    statements += made
  }

  /// Creates the ledger unless it exists, and records migrations without running them.
  mutating func mark(_ identifiers: [String]) throws {
    try make(.create)
    // In one change, because the ledger is read for each change.
    try make(.baseline(identifiers.filter { !appliedIdentifiers.contains($0) }))
  }
}
