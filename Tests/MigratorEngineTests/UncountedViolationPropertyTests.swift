import MigratorEngine
import MigratorTestSupport
import Testing

/// Random statements on databases with old violations that were not counted before.
///
/// The results are compared with the violations before and after.
struct UncountedViolationPropertyTests {
  private struct Violation: Hashable {
    let table: String
    let row: String
    let key: Int
    let value: String
  }

  private static let schema = """
    PRAGMA foreign_keys = OFF;
    CREATE TABLE club (id INTEGER PRIMARY KEY, code TEXT UNIQUE, n);
    CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club, captain INTEGER REFERENCES player, n);
    CREATE TABLE fan (code TEXT REFERENCES club (code), n);
    CREATE TABLE badge (name TEXT PRIMARY KEY, club INTEGER REFERENCES club, n) WITHOUT ROWID;
    CREATE TRIGGER gone AFTER DELETE ON club BEGIN UPDATE badge SET n = n + 1 WHERE club = old.id; END;
    CREATE TRIGGER moved AFTER UPDATE OF n ON fan BEGIN UPDATE fan SET code = 'c9' WHERE new.n = 3; END;

    """
  /// The tables with the columns of their foreign keys, in reverse order of declaration.
  private static let keys = [
    "player": ["captain", "club"], "fan": ["code"], "badge": ["club"],
  ]

  private static func rows(_ random: inout SeededGenerator) -> String {
    func number(_ count: Int) -> Int { Int.random(in: 1...count, using: &random) }
    return (0..<number(14)).map { _ in
      switch number(4) {
      case 1: "INSERT OR IGNORE INTO club VALUES (\(number(6)), 'c\(number(6))', \(number(3)));"
      case 2: "INSERT OR IGNORE INTO player VALUES (\(number(6)), \(number(8)), \(number(8)), 0);"
      case 3: "INSERT INTO fan VALUES ('c\(number(8))', \(number(3)));"
      default: "INSERT OR IGNORE INTO badge VALUES ('b\(number(4))', \(number(8)), 0);"
      }
    }.joined(separator: "\n")
  }

  private static func statements(_ random: inout SeededGenerator) -> String {
    func number(_ count: Int) -> Int { Int.random(in: 1...count, using: &random) }
    return (0..<number(3)).map { _ in
      switch number(14) {
      case 1: "CREATE TABLE t\(number(1000)) (x);"
      case 2: "ALTER TABLE player ADD COLUMN c\(number(1000)) INTEGER REFERENCES club;"
      case 3:
        "INSERT OR REPLACE INTO player (id, club, captain, n) VALUES (\(number(6)), \(number(8)), \(number(8)), 1);"
      case 4: "UPDATE player SET club = \(number(8)) WHERE id = \(number(6));"
      case 5: "UPDATE player SET n = n + 1;"
      case 6: "DELETE FROM club WHERE id = \(number(6));"
      case 7: "INSERT OR IGNORE INTO club VALUES (\(number(8)), 'c\(number(8))', 1);"
      case 8: "UPDATE OR REPLACE club SET id = id + \(number(2)) WHERE id = \(number(6));"
      case 9: "UPDATE OR IGNORE club SET code = 'c\(number(8))' WHERE id = \(number(6));"
      case 10: "UPDATE fan SET n = \(number(3)) WHERE rowid = \(number(4));"
      case 11: "DELETE FROM fan WHERE rowid = \(number(4));"
      case 12: "UPDATE badge SET club = \(number(8)) WHERE name = 'b\(number(4))';"
      case 13: "CREATE INDEX i\(number(1000)) ON player (club);"
      default: "REPLACE INTO club VALUES (\(number(6)), 'c\(number(6))', 2);"
      }
    }.joined(separator: "\n")
  }

  /// The violations found by a query, which must be as many as SQLite's own check finds.
  private static func violations(_ db: Database) throws -> Set<Violation> {
    try keys.reduce(into: []) { found, table in
      let rowID = table.key == "badge" ? "name" : "rowid"
      for column in table.value {
        let target =
          ["captain": "player (id)", "club": "club (id)", "code": "club (code)"][column] ?? ""
        let parts = target.split(separator: " ")
        let rows = try Row.fetchAll(
          db,
          sql: """
            SELECT \(rowID), \(column) FROM \(table.key) AS c WHERE \(column) IS NOT NULL AND NOT EXISTS
              (SELECT 1 FROM \(parts[0]) AS p WHERE p.\(parts[1].dropFirst().dropLast()) = c.\(column))
            """)
        for row in rows {
          found.insert(
            Violation(
              table: table.key, row: "\(try row.decode(DatabaseValue.self, atIndex: 0))",
              key: table.value.firstIndex(of: column) ?? 0,
              value: "\(try row.decode(DatabaseValue.self, atIndex: 1))"))
        }
      }
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a step fails if and only if it adds violations`(mode: String) throws {
    var verdicts: [Bool: Int] = [:]
    for seed in RandomCases(90, part: mode == "WAL" ? 0 : 1) {
      var random = SeededGenerator(seed: seed)
      let (rows, sql) = (Self.rows(&random), Self.statements(&random))
      let folder = try TemporaryFolder()
      let path = try folder.makeDatabase(journalMode: mode, sql: Self.schema + rows)
      let (before, after, isAgreed) = try DatabaseQueue().inDatabase { db in
        try db.execute(sql: Self.schema + rows)
        let before = try Self.violations(db)
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM pragma_foreign_key_check")
        // The query is only valid if it agrees with SQLite's own check.
        let isAgreed = count == before.count
        try db.execute(sql: sql)
        return (before, try Self.violations(db), isAgreed)
      }
      #expect(isAgreed, "\(rows)")
      let isNew = !after.subtracting(before).isEmpty
      verdicts[isNew, default: 0] += 1
      var migrator = DatabaseMigrator(["1": sql])
      migrator.foreignKeyPolicy = .newViolationsOnly
      let queue = try DatabaseQueue(path: path)
      let report = try #require(try migrator.step(queue, observe: .changedRows))
      #expect((report.failure != nil) == isNew, "\(rows)\n--\n\(sql)\n\(report.failure as Any)")
      let left = try queue.read { try Self.violations($0) }
      #expect(left == (isNew ? before : after), "\(rows)\n--\n\(sql)")
      try queue.close()
    }
    #expect(verdicts.values.allSatisfy { $0 > 20 } && verdicts.count == 2, "\(verdicts)")
  }
}
