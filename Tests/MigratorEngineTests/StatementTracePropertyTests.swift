import MigratorEngine
import MigratorSchema
import MigratorTestSupport
import Testing

/// The traces of random migrations, compared with a plain connection and an untraced run.
struct StatementTracePropertyTests {
  @Test(arguments: 0..<2)
  func `a trace matches a run on a plain connection and does not change the result`(
    part: Int
  ) throws {
    var compared = 0
    for seed in RandomCases(15, part: part) {
      compared += try TraceComparison(seed: seed).run()
    }
    #expect(compared > 30)
  }
}

/// A random migration that runs traced, untraced, and statement by statement.
private struct TraceComparison {
  private struct Seen: Equatable {
    var sql: String
    var changedRows: Int64
    var objects: Set<[UInt8]>
    /// `nil` if SQLite cannot check the foreign keys.
    var violations: Int?
    var plan: [String]
  }

  let seed: UInt64

  func run() throws -> Int {
    var world = RandomDatabase(seed: seed)
    let setUp = world.setUp()
    var migration: [String] = []
    for _ in 0..<3 { migration += world.migration() }
    let pieces = migration.joined(separator: ";").split(separator: ";").map { String($0) }
    let statements = pieces.filter { (piece: String) in
      !["ATTACH", "other.", "TRIGGER"].contains { piece.contains($0) } && piece != " END"
    }
    let folder = try TemporaryFolder()
    let path = folder.path("app.sqlite")
    try fill(path, setUp)
    let (before, seen) = try look(setUp, statements)
    let script = seen.map { $0.sql + ";\n" }.joined()
    let migrator = DatabaseMigrator(["1": script])
    var traces: [StatementTrace] = []
    let traced = try DryRun.run(
      path: path, migrator: migrator, tracing: StatementTracing { traces.append($0) })
    let plain = try DryRun.run(path: path, migrator: migrator)
    #expect(traces.count == seen.count, "\(seed): \(script)")
    for (trace, seen) in zip(traces, seen) {
      let place = Comment(rawValue: "\(seed), statement \(trace.index): \(seen.sql)\n\(script)")
      #expect(trace.changedRows == seen.changedRows, place)
      // If rows are counted, SQLite does not use its truncate optimization.
      let isEmptied = seen.sql.hasPrefix("DELETE") && !seen.sql.contains("WHERE")
      #expect(isEmptied || trace.plan.map(\.text) == seen.plan, place)
      #expect(trace.error == nil, place)
      #expect(objects(before, after: trace.changesSoFar) == seen.objects, place)
      if case .counted(let counts) = trace.violations, let count = seen.violations {
        #expect(counts.after == count, place)
      }
    }
    let place = Comment(rawValue: "\(seed): \(script)")
    #expect(traced.steps.count == plain.steps.count, place)
    for (one, other) in zip(traced.steps, plain.steps) {
      #expect(one.rows == other.rows, place)
      #expect(one.violations == other.violations, place)
      #expect(one.newViolations == other.newViolations, place)
      #expect(one.failure == other.failure, place)
      #expect(one.schemaAfter == other.schemaAfter, place)
      #expect(one.statementCount == other.statementCount, place)
      #expect(one.warnings == other.warnings, place)
    }
    return traces.count
  }

  private func fill(_ path: String, _ setUp: [String]) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      for sql in setUp { try? db.execute(sql: sql) }
    }
    try queue.close()
  }

  private func objects(_ db: Database) throws -> Set<[UInt8]> {
    Set(
      try String.fetchAll(
        db,
        sql: """
          SELECT type || ' ' || name FROM sqlite_master
          WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE 'doc^_%' ESCAPE '^'
          """
      ).map { Array($0.utf8) })
  }

  private func objects(_ before: Set<[UInt8]>, after changes: SchemaDiff) -> Set<[UInt8]> {
    // Swift considers some names equal that differ in SQLite.
    func name(_ object: SchemaObject) -> [UInt8] {
      Array("\(object.kind.rawValue) \(object.name)".utf8)
    }
    var removed: Set<[UInt8]> = []
    var added: Set<[UInt8]> = []
    for change in changes.changes {
      switch change {
      case .added(let object): added.insert(name(object))
      case .removed(let object): removed.insert(name(object))
      case .changed(let before, let after, _):
        removed.insert(name(before))
        added.insert(name(after))
      }
    }
    return before.subtracting(removed).union(added)
  }

  /// Runs a statement, and undoes it if it fails.
  ///
  /// `INSERT OR IGNORE` that fails with a datatype mismatch keeps its first rows in a transaction.
  private func succeeds(_ sql: String, _ db: Database) -> Bool {
    // A savepoint of the migration could not be released separately.
    guard ["INSERT", "UPDATE", "DELETE", "REPLACE"].contains(sql.firstWord) else {
      return (try? db.execute(sql: sql)) != nil
    }
    return
      (try? db.inSavepoint {
        try db.execute(sql: sql)
        return .commit
      }) != nil
  }

  /// Runs the statements one by one, and leaves out those that fail.
  private func look(
    _ setUp: [String], _ statements: [String]
  ) throws -> (before: Set<[UInt8]>, seen: [Seen]) {
    let folder = try TemporaryFolder()
    try fill(folder.path("plain.sqlite"), setUp)
    let queue = try DatabaseQueue(path: folder.path("plain.sqlite"))
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE")
      defer { try? db.execute(sql: "ROLLBACK") }
      let before = try objects(db)
      var seen: [Seen] = []
      for statement in statements {
        let sql = statement.trimmingSpaces
        guard !sql.isEmpty else { continue }
        let isPlanned = ![
          "CREATE", "DROP", "ALTER", "PRAGMA", "SAVEPOINT", "ROLLBACK", "RELEASE",
          "REINDEX", "ANALYZE",
        ].contains(sql.firstWord)
        let plan =
          isPlanned
          ? (try? Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(sql)").map {
            try $0.decode(String.self, atIndex: 3)
          }) : []
        let total = db.totalChangesCount
        guard let plan, succeeds(sql, db) else { continue }
        let changed = isPlanned && db.totalChangesCount != total ? Int64(db.changesCount) : 0
        seen.append(
          Seen(
            sql: sql, changedRows: changed,
            objects: try objects(db),
            violations: try? Int.fetchOne(
              db, sql: "SELECT count(*) FROM pragma_foreign_key_check"), plan: plan))
      }
      return (before, seen)
    }
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension String {
  fileprivate var firstWord: String { String(prefix { $0 != " " }) }
}
