import MigratorSQLite
import Testing

/// The functions that replace `random()` and `randomblob()` in scratch databases.
struct SeededRandomTests {
  private func queue(_ random: SeededRandom = SeededRandom(seed: 1)) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.random = random
    return try DatabaseQueue(configuration: configuration)
  }

  private func values(_ queue: DatabaseQueue, _ sql: String) throws -> [DatabaseValue] {
    try queue.writeWithoutTransaction { try Row.fetchAll($0, sql: sql).flatMap(\.databaseValues) }
  }

  private static let series = """
    WITH series (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM series WHERE n < 1000)
    """

  @Test func `the same seed produces the same values, and another seed produces different ones`()
    throws
  {
    let sql = "\(Self.series) SELECT random(), randomblob(20) FROM series"
    let first = try values(queue(), sql)
    #expect(try values(queue(), sql) == first)
    #expect(try values(queue(SeededRandom(seed: 2)), sql) != first)
  }

  @Test func `connections that share the functions do not repeat values`() throws {
    let random = SeededRandom(seed: 1)
    let sql = "\(Self.series) SELECT randomblob(8) FROM series"
    let all = try (0..<3).flatMap { _ in try values(queue(random), sql) }
    #expect(Set(all).count == 3000)
  }

  @Test func `restoring a saved state makes the functions return the same values again`() throws {
    let random = SeededRandom(seed: 1)
    let queue = try queue(random)
    let kept = random.numbers
    let first = try values(queue, "SELECT random(), random()")
    random.numbers = kept
    #expect(try values(queue, "SELECT random(), random()") == first)
  }

  @Test func `random numbers are positive and negative integers that abs accepts`() throws {
    let row = try values(
      queue(),
      """
      \(Self.series) SELECT count(DISTINCT random()), sum(random() < 0) BETWEEN 400 AND 600,
        min(typeof(random())), max(typeof(random())), min(abs(random())) >= 0 FROM series
      """)
    let integer = "integer".databaseValue
    #expect(row == [1000.databaseValue, 1.databaseValue, integer, integer, 1.databaseValue])
  }

  @Test(arguments: [
    ("0", 1), ("-5", 1), ("NULL", 1), ("'3x'", 3), ("2.9", 2), ("X'34'", 4), ("17", 17),
    ("100000", 100_000),
  ])
  func `random blobs have the same length as in SQLite`(argument: String, length: Int) throws {
    let sql =
      "SELECT typeof(b) = 'blob' AND length(b) = \(length) FROM (SELECT randomblob(\(argument)) AS b)"
    #expect(try values(queue(), sql) == [true.databaseValue])
    #expect(try values(DatabaseQueue(), sql) == [true.databaseValue])
  }

  @Test func `requesting a blob that is too long is an error`() throws {
    let sql = "SELECT randomblob(9223372036854775807)"
    let own = #expect(throws: DatabaseError.self) { try values(queue(), sql) }
    let original = #expect(throws: DatabaseError.self) { try values(DatabaseQueue(), sql) }
    #expect(own?.message == original?.message)
  }

  @Test func `defaults, constraints, triggers and views can use the functions`() throws {
    let queue = try queue()
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          CREATE TABLE t (
            id TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(16)))), n INTEGER,
            CHECK (random() IS NOT NULL AND length(randomblob(4)) = 4));
          CREATE TRIGGER number AFTER INSERT ON t BEGIN UPDATE t SET n = random() WHERE n IS NULL; END;
          CREATE VIEW v AS SELECT random() AS n FROM t;
          INSERT INTO t DEFAULT VALUES;
          INSERT INTO t DEFAULT VALUES;
          """)
      #expect(
        try Int.fetchOne(db, sql: "SELECT count(DISTINCT n) FROM t WHERE length(id) = 32") == 2)
      #expect(try Int.fetchOne(db, sql: "SELECT count(DISTINCT n) FROM v") == 2)
    }
  }

  @Test(arguments: ["CREATE INDEX i ON t (random())", "CREATE TABLE u (a, b AS (randomblob(2)))"])
  func `indexes and generated columns cannot use the functions`(sql: String) throws {
    let queue = try queue()
    try queue.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE t (a)") }
    let error = #expect(throws: DatabaseError.self) { try values(queue, sql) }
    #expect(error?.message?.contains("non-deterministic functions prohibited") == true)
  }
}
