import MigratorEngine
import MigratorSchema
import MigratorTestSupport
import Testing

struct StatementTraceTests {
  private let league = """
    CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id) ON DELETE CASCADE, name TEXT);
    CREATE INDEX player_on_team ON player(teamId);
    INSERT INTO team VALUES (1, 'Reds'), (2, 'Blues');
    INSERT INTO player VALUES (1, 1, 'Ada'), (2, 1, 'Ben'), (3, 2, 'Cléo');
    """

  /// Traces migrations on a copy, and checks that the database is unchanged and the copy deleted.
  private func trace(
    _ migrator: DatabaseMigrator, of identifier: String? = nil, on sql: String? = nil,
    cancellation: Cancellation? = nil, onPause: @escaping (StatementPause) throws -> Void = { _ in }
  ) throws -> (traces: [StatementTrace], report: DryRunReport) {
    let folder = try TemporaryFolder()
    let copies = try TemporaryFolder()
    let path = try folder.makeDatabase(sql: "PRAGMA foreign_keys = OFF;" + (sql ?? league))
    let before = FolderState(of: folder.path)
    var traces: [StatementTrace] = []
    let report = try DryRun.run(
      path: path, migrator: migrator,
      tracing: StatementTracing(of: identifier, onPause: onPause) { traces.append($0) },
      temporaryDirectory: copies.path, cancellation: cancellation)
    #expect(FolderState(of: folder.path) == before)
    #expect(copies.names().isEmpty)
    return (traces, report)
  }

  @Test func `each statement is traced with location, rows, schema, violations and plan`() throws {
    let (traces, report) = try trace(
      DatabaseMigrator([
        "1": """
        -- Players without a team.
        CREATE TABLE coach (id INTEGER PRIMARY KEY);
          UPDATE player SET name = upper(name) WHERE teamId = 1; INSERT INTO player VALUES (9, 7, 'Di');
        DELETE FROM player WHERE id = 9;
        DROP INDEX player_on_team;
        """
      ]))
    #expect(report.failure == nil)
    #expect(traces.map(\.index) == [0, 1, 2, 3, 4])
    #expect(traces.allSatisfy { $0.count == 5 && $0.identifier == "1" && $0.error == nil })
    #expect(traces.map(\.location?.line) == [2, 3, 3, 4, 5])
    #expect(traces.map(\.location?.column) == [1, 3, 58, 1, 1])
    #expect(traces[1].sql == "UPDATE player SET name = upper(name) WHERE teamId = 1;")
    #expect(traces.map(\.changedRows) == [0, 2, 1, 1, 0])
    #expect(
      traces.map(\.rows) == [
        [], [.init(table: "player", updated: 2)], [.init(table: "player", inserted: 1)],
        [.init(table: "player", deleted: 1)], [],
      ])
    #expect(
      traces[4].rowsSoFar == [.init(table: "player", inserted: 1, updated: 2, deleted: 1)])
    #expect(
      traces.map(\.changes.summaryLines.first) == [
        "coach: + table", nil, nil, nil, "player: - index player_on_team",
      ])
    #expect(traces[3].changesSoFar.summaryLines == ["coach: + table"])
    #expect(traces[4].changesSoFar.summaryLines.count == 2)
    let violations = [0, 0, 1, 0, 0].map {
      StatementTrace.Violations.counted(ViolationCounts(before: 0, after: $0, added: $0))
    }
    #expect(traces.map(\.violations) == violations)
    #expect(traces[0].plan.isEmpty && traces[4].plan.isEmpty)
    #expect(
      traces[1].plan.map(\.text) == ["SEARCH player USING INDEX player_on_team (teamId=?)"])
  }

  /// `EXPLAIN` of a write sets `changes()` to 0, which the next statement may read.
  @Test(arguments: [
    "UPDATE player SET name = 'x' WHERE id = 1; INSERT INTO team SELECT 9, 'none' WHERE changes() = 0;",
    "INSERT INTO team VALUES (5, 'x'); DELETE FROM player WHERE changes() = 1;",
  ])
  func `a migration that calls changes() has the same result when traced`(sql: String) throws {
    let migrator = DatabaseMigrator(["1": sql])
    let folder = try TemporaryFolder()
    let plain = try DryRun.run(path: folder.makeDatabase(sql: league), migrator: migrator)
    #expect(try trace(migrator).report.steps.map(\.rows) == plain.steps.map(\.rows))
  }

  @Test func `earlier migrations run first, and only the requested one is traced`() throws {
    let migrator = DatabaseMigrator([
      "1": "CREATE TABLE coach (id INTEGER PRIMARY KEY)", "2": "INSERT INTO coach VALUES (1), (2)",
      "3": "DELETE FROM coach",
    ])
    let (traces, report) = try trace(migrator, of: "2")
    #expect(traces.map(\.identifier) == ["2"])
    #expect(traces[0].rows == [.init(table: "coach", inserted: 2)])
    #expect(report.steps.map(\.identifier) == ["1", "2", "3"])
    #expect(try trace(migrator).traces.map(\.identifier) == ["1", "2", "3"])
  }

  @Test
  func `rows deleted by cascade are traced by table but do not count for the statement`()
    throws
  {
    let (traces, _) = try trace(
      DatabaseMigrator(["1": "DELETE FROM team WHERE id = 1"], foreignKeyChecks: .immediate))
    #expect(traces[0].changedRows == 1)
    #expect(
      traces[0].rows == [
        .init(table: "player", deleted: 2, cascaded: 2), .init(table: "team", deleted: 1),
      ])
  }

  @Test func `changed rows are counted for renamed tables and for virtual tables`()
    throws
  {
    let (traces, _) = try trace(
      DatabaseMigrator([
        "1": """
        CREATE TABLE new_team (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
        INSERT INTO new_team SELECT id, name, NULL FROM team;
        DROP TABLE team;
        ALTER TABLE new_team RENAME TO team;
        CREATE VIRTUAL TABLE note USING fts5(text);
        INSERT INTO note VALUES ('one'), ('two');
        """
      ]))
    #expect(traces[3].rows.isEmpty)
    #expect(traces[1].rowsSoFar == [.init(table: "new_team", inserted: 2)])
    #expect(traces[3].rowsSoFar == [.init(table: "team", inserted: 2, isRecreated: true)])
    #expect(
      traces[3].changesSoFar.summaryLines == ["team: ~ column name: NOT NULL → NULL, + column city"]
    )
    #expect(traces[5].changedRows == 2)
    #expect(traces[5].rows == [.init(table: "note", inserted: 2)])
    // Without the parent table, the child rows are orphans for one statement.
    #expect(
      traces[2].violations == .counted(ViolationCounts(before: 0, after: 3, added: 3)))
    #expect(
      traces[3].violations == .counted(ViolationCounts(before: 0, after: 0, added: 0)))
  }

  @Test func `if migtui forbids a statement, the trace says so`() throws {
    let (traces, report) = try trace(
      DatabaseMigrator([
        "1": "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = upper(sql)"
      ]))
    #expect(traces.last?.error?.hasPrefix("migtui forbids writes to the schema table") == true)
    #expect(traces.last?.error == report.failure?.message)
  }

  @Test func `a failed statement ends the trace with its error`() throws {
    var places: [StatementPause.Place] = []
    let (traces, report) = try trace(
      DatabaseMigrator([
        "1": "DELETE FROM player;\nINSERT INTO nowhere VALUES (1);\nDROP TABLE team"
      ])
    ) { places.append($0.place) }
    #expect(traces.count == 2)
    #expect(traces[1].error == "no such table: nowhere")
    #expect(traces[1].violations == .notCounted(.failed))
    #expect(traces[1].rowsSoFar == [.init(table: "player", deleted: 3)])
    #expect(places.last == .failed(index: 1))
    #expect(report.failure?.location?.line == 2)
  }

  @Test func `a trace can pause before each statement and after the last`() throws {
    var places: [StatementPause.Place] = []
    let (traces, _) = try trace(
      DatabaseMigrator(["1": "DELETE FROM player; DELETE FROM team"])
    ) { places.append($0.place) }
    guard case .before(0, "DELETE FROM player;", let first?, let plan) = places.first,
      case .before(1, _, _, _) = places[1]
    else {
      Issue.record("\(places)")
      return
    }
    #expect(first.line == 1)
    #expect(plan == traces[0].plan)
    #expect(places.last == .afterLast(count: 2))
    #expect(places.count == 3)
  }

  /// Queries a copy on which `DELETE FROM player WHERE id < 3` ran without a commit.
  private func ask(_ queries: [String]) throws -> [Result<QueryAnswer, any Error>] {
    var answers: [Result<QueryAnswer, any Error>] = []
    let (_, report) = try trace(
      DatabaseMigrator(["1": "DELETE FROM player WHERE id < 3; UPDATE player SET name = 'x'"])
    ) { pause in
      guard case .before(1, _, _, _) = pause.place else { return }
      answers = queries.map { sql in Result { try pause.query(sql, limit: 2) } }
    }
    // The queries do not affect the migration.
    #expect(report.failure == nil)
    #expect(report.steps[0].rows.map(\.deleted) == [2])
    return answers
  }

  @Test func `a paused copy answers read-only queries in its current state`() throws {
    let answers = try ask([
      "SELECT name, id FROM player", "WITH n(i) AS (SELECT 1) SELECT i FROM n",
      "SELECT 1 WHERE 0", "VALUES (1), (2), (3)", "PRAGMA table_info(player)",
      "EXPLAIN QUERY PLAN DELETE FROM player WHERE id = 3", "PRAGMA user_version;",
      "SELECT count(*) FROM pragma_foreign_key_check",
    ]).map { try $0.get() }
    #expect(answers[0].columns == ["name", "id"])
    #expect(
      answers[0].rows == [[ValueExcerpt("Cléo".databaseValue), ValueExcerpt(3.databaseValue)]])
    #expect(answers.map(\.rows.count) == [1, 1, 0, 2, 2, 1, 1, 1])
    #expect(answers.map(\.isTruncated) == [false, false, false, true, true, false, false, false])
  }

  @Test(arguments: [
    "DELETE FROM player", "INSERT INTO team VALUES (9, 'x')", "UPDATE team SET name = 'y'",
    "WITH n(i) AS (SELECT 1) DELETE FROM team", "CREATE TABLE a (b)", "DROP TABLE team",
    "CREATE TEMP TABLE a (b)", "COMMIT", "ROLLBACK", "SAVEPOINT a", "RELEASE a", "BEGIN",
    "ATTACH ':memory:' AS other", "DETACH main", "VACUUM", "REINDEX", "ANALYZE",
    "PRAGMA user_version = 7", "PRAGMA foreign_keys = ON", "PRAGMA writable_schema = ON",
    "PRAGMA journal_mode = wal", "PRAGMA optimize", "PRAGMA wal_checkpoint", "PRAGMA shrink_memory",
    "PRAGMA incremental_vacuum", "EXPLAIN PRAGMA user_version = 7", "SELECT load_extension('a')",
    "SELECT 1; DELETE FROM player", "SELECT ?", "", "-- nothing", "nonsense",
  ])
  func `a paused copy refuses all other statements`(sql: String) throws {
    let answer = try #require(try ask([sql, "SELECT count(*) FROM player"]).first)
    #expect(throws: DatabaseError.self) { try answer.get() }
  }

  @Test func `a query that takes too long is stopped, and the migration continues`() throws {
    let answer = try #require(
      try ask([
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
      ]).first)
    let error = #expect(throws: DatabaseError.self) { try answer.get() }
    #expect(error?.message == "the query took longer than 5 s")
  }

  @Test func `a run cancelled during a pause is rolled back and its copy deleted`() throws {
    let cancellation = Cancellation()
    let (traces, report) = try trace(
      DatabaseMigrator(["1": "DELETE FROM player; DELETE FROM team"]), cancellation: cancellation
    ) { pause in
      if case .before(1, _, _, _) = pause.place { cancellation.cancel() }
    }
    #expect(traces.count == 1)
    #expect(report.failure?.isCancellation == true)
    #expect(report.schemaAfter == report.schemaBefore)
  }

  @Test func `a rollback to a savepoint also reverts traced rows, schema and violations`() throws {
    let (traces, report) = try trace(
      DatabaseMigrator([
        "1": """
        SAVEPOINT one;
        INSERT INTO player VALUES (9, 7, 'Di');
        CREATE TABLE coach (id);
        ROLLBACK TO one;
        RELEASE one;
        SAVEPOINT two;
        INSERT INTO player VALUES (9, 7, 'Di');
        ROLLBACK TO two;
        UPDATE player SET name = 'x' WHERE id = 1;
        """
      ]))
    #expect(report.failure == nil)
    func count(_ after: Int) -> StatementTrace.Violations {
      .counted(ViolationCounts(before: 0, after: after, added: after))
    }
    #expect(traces.map(\.violations) == [0, 1, 1, 0, 0, 0, 1, 0, 0].map(count))
    #expect(traces[2].changesSoFar.summaryLines == ["coach: + table"])
    #expect(traces[3].changes.summaryLines == ["coach: - table"])
    #expect(traces[4].changesSoFar.isEmpty)
    #expect(traces[4].rowsSoFar.isEmpty)
  }

  @Test func `statements from Swift code are traced as they run if they may write`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { db in
      let names = try String.fetchAll(db, sql: "SELECT name FROM team")
      try db.create(table: "coach") { $0.primaryKey("id", .integer) }
      for (index, _) in names.enumerated() {
        try db.execute(sql: "INSERT INTO coach VALUES (?)", arguments: [index])
      }
      try? db.execute(sql: "INSERT INTO coach VALUES (0)")
      let statement = try db.makeStatement(sql: "UPDATE player SET teamId = ? WHERE id = 1")
      try statement.execute(arguments: [7])
      try statement.execute(arguments: [1])
    }
    var places: [StatementPause.Place] = []
    let (traces, report) = try trace(migrator) { places.append($0.place) }
    #expect(report.failure == nil)
    #expect(
      traces.map(\.sql.firstWord) == ["CREATE", "INSERT", "INSERT", "INSERT", "UPDATE", "UPDATE"])
    #expect(traces.allSatisfy { $0.count == nil && $0.location == nil })
    #expect(traces.map(\.changedRows) == [0, 1, 1, 0, 1, 1])
    #expect(traces[3].error == "UNIQUE constraint failed: coach.id")
    #expect(traces[4].plan.map(\.text) == ["SEARCH player USING INTEGER PRIMARY KEY (rowid=?)"])
    // A statement executed again without recompiling is traced, too.
    #expect(
      traces.suffix(2).map(\.violations)
        == [1, 0].map { .counted(ViolationCounts(before: 0, after: $0, added: $0)) })
    #expect(places.count == 7)
    #expect(places.last == .afterLast(count: 6))
  }
}

extension String {
  fileprivate var firstWord: String { String(prefix { $0 != " " }) }
}
