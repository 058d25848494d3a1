import Foundation
import MigratorTestSupport
import Testing

/// Compares `dry-run --trace` with the same statements in SQLite's shell.
struct TraceTests {
  private let folder: TemporaryFolder
  private let statements = [
    "CREATE TABLE new_player (id INTEGER PRIMARY KEY, clubId INTEGER NOT NULL REFERENCES club(id));",
    "INSERT INTO new_player SELECT id, clubId FROM player WHERE clubId IN (SELECT id FROM club);",
    "DROP TABLE player;",
    "ALTER TABLE new_player RENAME TO player;",
    "DELETE FROM club WHERE id > 38;",
    "UPDATE player SET clubId = 8 WHERE clubId > 38;",
    "CREATE INDEX player_on_club ON player(clubId);",
    "DELETE FROM player WHERE clubId = 8;",
  ]

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: """
        PRAGMA foreign_keys = OFF;
        CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id));
        CREATE INDEX player_on_club ON player(clubId);
        CREATE TABLE report (id INTEGER PRIMARY KEY, playerId INTEGER REFERENCES player(id));
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
        INSERT INTO club SELECT i, 'club ' || i FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
        INSERT INTO player SELECT i, i % 40 + 1 FROM n;
        INSERT INTO player VALUES (2000, 99);
        INSERT INTO report SELECT id, id FROM player WHERE id <= 700;
        """)
    try folder.write("Migrations/1_need.sql", "-- Clubs.\n" + statements.joined(separator: "\n"))
  }

  private struct Seen: Equatable {
    var changedRows: Int
    var violations: Int
    var objects: [String]
    var plan: [String]
  }

  private func shell() throws -> [Seen] {
    let script = statements.map { sql in
      let isPlanned = !["CREATE", "DROP", "ALTER"].contains { sql.hasPrefix($0) }
      return """
        \(isPlanned ? "EXPLAIN QUERY PLAN " + sql : "")
        SELECT '=before', total_changes();
        \(sql)
        SELECT '=after', total_changes();
        SELECT '=violations', count(*) FROM pragma_foreign_key_check;
        SELECT '=objects', group_concat(name) FROM (SELECT name FROM sqlite_master ORDER BY name);
        """
    }
    try folder.write(
      "shell.sql",
      """
      .mode list
      .explain off
      PRAGMA foreign_keys = OFF;
      BEGIN;
      \(script.joined(separator: "\n"))
      ROLLBACK;
      """)
    let outcome = try Program.run(
      ["sh", "-c", "sqlite3 app.sqlite < shell.sql"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    var seen: [Seen] = []
    var plan: [String] = []
    var before = 0
    for line in outcome.output.split(separator: "\n").map(String.init) {
      let parts = line.split(separator: "|", maxSplits: 1).map(String.init)
      switch parts[0] {
      case "=before": before = Int(parts[1]) ?? -1
      case "=after":
        seen.append(
          Seen(
            changedRows: (Int(parts[1]) ?? -1) - before, violations: -1, objects: [], plan: plan))
        plan = []
      case "=violations": seen[seen.count - 1].violations = Int(parts[1]) ?? -1
      case "=objects":
        seen[seen.count - 1].objects = parts[1].split(separator: ",").map(String.init)
      // A row of the query plan: ID, parent, unused, detail.
      default: plan.append(line.split(separator: "|").last.map { String($0) } ?? "")
      }
    }
    return seen
  }

  @Test func `the trace of each statement matches the results of SQLite's shell`() throws {
    let before = try folder.bytes("app.sqlite")
    let outcome = try BuiltProgram.run(
      ["dry-run", "--trace", "--json", "app.sqlite"], in: folder.path)
    // The reports of deleted players make the foreign key check fail.
    #expect(outcome.status == 2, "\(outcome.errors)")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let traces = try #require(json["trace"] as? [[String: Any]])
    #expect(traces.map { $0["sql"] as? String } == statements)
    #expect(traces.map { $0["line"] as? Int } == Array(2..<10))
    #expect(traces.allSatisfy { $0["error"] is NSNull && $0["migration"] as? String == "1_need" })

    let shell = try shell()
    #expect(shell.count == statements.count)
    var objects = ["club", "player", "player_on_club", "report"]
    for (trace, seen) in zip(traces, shell) {
      #expect(trace["changedRows"] as? Int == seen.changedRows)
      #expect((trace["violations"] as? [String: Any])?["after"] as? Int == seen.violations)
      let plan = (trace["plan"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
      #expect(plan == seen.plan)
      let changes = (trace["schema"] as? [String: Any])?["changes"] as? [[String: Any]]
      for change in changes ?? [] {
        let name = try #require(change["name"] as? String)
        switch change["change"] as? String {
        case "added": objects.append(name)
        case "removed": objects.removeAll { $0 == name }
        default:
          objects.removeAll { $0 == change["formerName"] as? String }
          objects.append(name)
        }
      }
      #expect(objects.sorted() == seen.objects)
    }
    #expect(shell.map(\.violations) == [1, 1, 700, 0, 60, 0, 0, 52])
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(folder.names().filter { $0.hasPrefix("app.") } == ["app.sqlite"])
  }

  @Test func `the text report shows each statement with its line, and a failed one with its error`()
    throws
  {
    try folder.write(
      "Migrations/1_need.sql",
      "CREATE TABLE\n  coach (id);\nDELETE FROM report WHERE id < 3;\nDELETE FROM player WHERE id = 2000;"
    )
    try folder.write("Migrations/2_wrong.sql", "INSERT INTO nowhere VALUES (1);")
    let outcome = try BuiltProgram.run(
      ["dry-run", "--trace", "--all", "app.sqlite"], in: folder.path)
    #expect(outcome.status == 2)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    for line in [
      "1_need  statement by statement:", "  1:1  CREATE TABLE …", "      coach: + table",
      "  3:1  DELETE FROM report WHERE id < 3;", "      report: 2 deleted",
      "      violations: 1 before, 1 after, 0 new",
      "      plan  SEARCH report USING INTEGER PRIMARY KEY (rowid<?)",
      "2_wrong  statement by statement:", "      fails: no such table: nowhere",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    let plain = try BuiltProgram.run(["dry-run", "--all", "app.sqlite"], in: folder.path)
    #expect(!plain.output.contains("statement by statement"))
  }
}
