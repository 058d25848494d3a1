internal import MigratorPlatform
internal import MigratorSQLite
internal import MigratorSchema

extension DatabaseInspection {
  /// Opens an in-memory scratch database with no rows and the part of the schema that scripts may
  /// use.
  ///
  /// That part consists of the objects that the scripts name, with their indexes and triggers. It includes
  /// the objects that its views, triggers and virtual tables name, recursively. Creating the whole
  /// schema would take time quadratic in the number of tables.
  ///
  /// The closure can run migrations of the list. The configuration's purpose becomes `scratch`.
  func onScratchSchema<T>(
    for scripts: [SQLScript], of list: MigrationList, _ configuration: Configuration,
    _ body: (Database) throws -> T
  ) throws -> T {
    let objects = try read { try ReferencedSchema($0, for: scripts).objects }
    var configuration = configuration
    configuration.purpose = .scratch
    return try DatabaseQueue(configuration: configuration).barrierWriteWithoutTransaction { db in
      // Virtual tables create their shadow tables. Objects that cannot be created are later
      // reported as missing.
      try db.withDoubleQuotedStringLiterals(accepted: true) {
        for sql in objects { try? db.execute(sql: sql) }
      }
      return try list.withStringLiterals(on: db) { try body(db) }
    }
  }
}

private struct ReferencedSchema {
  private static let order: [SchemaObjectKind?] = [.table, .index, .view, .trigger]

  /// The `CREATE` statements, in an order in which they can run.
  var objects: [String] {
    found.values.sorted { ($0.rank, $0.rowID) < ($1.rank, $1.rowID) }.map(\.sql)
  }

  private struct Object {
    let rank: Int
    let rowID: Int64
    let sql: String
  }

  private var found: [Int64: Object] = [:]
  /// The rows of the schema table, by the object's name and by its table's name.
  private let rows: [SQLName: [Int64]]
  private let search: WordSearch

  init(_ db: Database, for scripts: [SQLScript]) throws {
    var rows: [SQLName: [Int64]] = [:]
    try db.forEachSchemaRow(where: [.hasSQL, .isNotInternal]) { row in
      let names: Set = [SQLName(try row.name), SQLName(try row.tableName)]
      for name in names { rows[name, default: []].append(row.rowID) }
    }
    self.rows = rows
    search = WordSearch(Set(rows.keys))
    if rows.isEmpty { return }

    // If a script cannot be split, none of its statements are run.
    let statements = scripts.compactMap { try? $0.statements().forms }.joined()
    var names = statements.reduce(into: Set<SQLName>()) { $0.formUnion(search.names(in: $1.sql)) }
    // To rename an object or to drop a column, SQLite parses all views and triggers.
    let alter = WordSearch(["ALTER"])
    if statements.contains(where: { alter.isFound(in: $0.sql) }) {
      names.formUnion(try take(.kind(.view, .trigger), db))
    }
    var done: Set<SQLName> = []
    while !names.isEmpty {
      done.formUnion(names)
      let ids = Set(names.flatMap { rows[$0] ?? [] }).filter { found[$0] == nil }
      names = try take(.rowID(in: ids), db).subtracting(done)
    }
  }

  /// Adds the objects that a condition selects, and returns the names to which they refer.
  private mutating func take(
    _ condition: SchemaCondition, _ db: Database
  ) throws -> Set<SQLName> {
    var named: Set<SQLName> = []
    try db.forEachSchemaRow(where: [.hasSQL, .isNotInternal, condition]) { row in
      guard found[row.rowID] == nil, let sql = try row.sql else { return }
      let rank = Self.order.firstIndex(of: SchemaObjectKind(rawValue: try row.type)) ?? 0
      let object = Object(rank: rank, rowID: row.rowID, sql: sql)
      found[row.rowID] = object
      named.insert(SQLName(try row.tableName))
      if object.rank > 1 || object.sql.containsIgnoringASCIICase("virtual") {
        named.formUnion(search.names(in: object.sql))
      }
    }
    return named
  }
}

extension Database {
  private static let leftOut: Set<SQLName> = [
    "ATTACH", "DETACH", "VACUUM", "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE",
  ]

  /// Runs the schema statements of a script on a database without rows, and compiles the other
  /// statements.
  ///
  /// The closure receives the error of each statement that fails, and returns whether to continue.
  ///
  /// Throws if the script cannot be split into statements.
  func rehearse(
    _ script: SQLScript, compilesRest: Bool = true, _ cancellation: Cancellation?,
    onError: (ScriptError) -> Bool
  ) throws {
    // Until the schema changes, only the first of several statements that differ only in literals
    // is compiled.
    var compiled: Set<StatementShape> = []
    for statement in try script.statements().forms {
      try cancellation?.check()
      let word = SQLTokenizer.firstWord(of: statement.sql) ?? ""
      // Attached files and transaction boundaries do not affect the schema.
      if Self.leftOut.contains(word) || (word == "PRAGMA" && Self.setsProgram(statement.sql)) {
        continue
      }
      do {
        // Schema statements are run, because later statements depend on them.
        if ["CREATE", "ALTER", "DROP"].contains(word) {
          compiled.removeAll()
          let table = TableFromQuery(statement.sql)
          try run(statement, isCompiledOnly: table != nil)
          if let table { try? make(table) }
        } else if compilesRest, compiled.insert(StatementShape(statement.sql)).inserted {
          try run(statement.withoutFurtherRows, isCompiledOnly: true)
        }
      } catch {
        if !onError(error) { return }
      }
    }
  }

  /// Returns `true` if merely compiling the statement affects the whole process.
  private static func setsProgram(_ sql: String) -> Bool {
    PragmaStatement(sql).map { MigrationGuard.pragmasOfProgram.contains($0.name) } ?? false
  }

  /// Creates the table of a `CREATE TABLE … AS` statement without its rows.
  ///
  /// Computing the rows may take arbitrarily long, and SQLite cannot interrupt a single function.
  private func make(_ table: TableFromQuery) throws {
    let name = "\(ProgramName.text) query"
    let view = name.quotedDatabaseIdentifier
    try execute(sql: "CREATE TEMP VIEW \(view) AS \(table.query)")
    defer { try? execute(sql: "DROP VIEW temp.\(view)") }
    let columns = try allColumns(of: name, in: "temp").map(\.name)
    try execute(sql: "\(table.head) (\(columns.identifierList))")
  }
}
