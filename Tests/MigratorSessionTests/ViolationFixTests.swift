import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

/// Statements that fix all violations of a foreign key: their SQL, their effect on a copy, and the
/// migration made from them.
struct ViolationFixTests {
  let folder: TemporaryFolder
  var database: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          CREATE TABLE "the club" (id INTEGER PRIMARY KEY, name TEXT COLLATE NOCASE UNIQUE);
          INSERT INTO "the club" VALUES (1, 'Rovers');
          CREATE TABLE player (
            id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES "the club"(id),
            captain INTEGER NOT NULL REFERENCES player(id),
            clubName TEXT REFERENCES "the club"(name), lost INTEGER REFERENCES nowhere(id));
          INSERT INTO player VALUES
            (1, 1, 1, 'ROVERS', NULL), (2, 7, 1, 'united', NULL), (3, 7, 9, NULL, 5), (4, NULL, 4, NULL, NULL);
          """)
    }
    try queue.close()
  }

  private var session: MigrationSession {
    MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")),
      history: .none)
  }

  private func violations() throws -> [ForeignKeyInfo: Int] {
    var counts: [ForeignKeyInfo: Int] = [:]
    try session.violations {
      counts[$0.foreignKey, default: 0] += 1
      return true
    }
    return counts
  }

  @Test func `each statement fixes all violations of its key and changes no other row`() throws {
    let counts = try violations()
    #expect(counts.values.sorted() == [1, 1, 1, 2])
    let before = try folder.bytes("app.sqlite")
    let options = try session.fixOptions(of: Array(counts.keys))
    for (key, count) in counts {
      let ways = try #require(options[key])
      let possible: [FixAction.Kind] =
        switch key.originColumns {
        // A NOT NULL column cannot be set to NULL.
        case ["captain"]: [.addParents, .map, .delete]
        case ["lost"]: [.release, .delete]
        default: FixAction.Kind.allCases
        }
      #expect(ways.filter { $0.obstacle == nil }.map(\.kind) == possible, "\(key)")
      for way in ways where way.obstacle == nil {
        let action: FixAction? =
          switch way.kind {
          case .map: way.parents.first.map { .map(to: $0.key) }
          case .addParents:
            .addParents(way.neededColumns.map { ParentValue(column: $0, expression: "1") })
          default: way.action
          }
        let trial = try session.tryFixes([FixChoice(key, try #require(action))])
        let report = trial.reports[0]
        let sql = trial.fixes[0].sql
        #expect(report.failure == nil, "\(sql)")
        let player = report.rows.first { $0.table == "player" }
        let parents = report.rows.first { $0.table == key.destinationTable }
        switch way.kind {
        case .release, .map: #expect(Int(player?.updated ?? 0) == count, "\(sql)")
        case .delete: #expect(Int(player?.deleted ?? 0) == count, "\(sql)")
        // Two rows refer to the same missing club.
        case .addParents: #expect(parents?.inserted == 1, "\(sql)")
        }
        let left = try #require(report.violations)
        // Deleting a row also removes the violations of its other keys.
        #expect(left.added == 0 && left.after <= left.before - count, "\(sql)")
        #expect(way.kind == .delete || left.after == left.before - count, "\(sql)")
      }
    }
    #expect(try folder.bytes("app.sqlite") == before)
  }

  /// Values are compared as in SQLite's own check: with the affinity of the parent column and the
  /// collation of its index, not with those of the child column.
  @Test(arguments: [
    ("code TEXT PRIMARY KEY", "code", "('1')", "(1, 1), (2, 5)"),
    ("code TEXT PRIMARY KEY", "code INTEGER", "('01')", "(1, 1), (2, 5)"),
    ("code PRIMARY KEY", "code TEXT", "(1)", "(1, '1'), (2, '5')"),
    ("code INTEGER PRIMARY KEY", "code TEXT", "(1)", "(1, '1'), (2, '01'), (3, '5')"),
    ("code TEXT, PRIMARY KEY (code COLLATE NOCASE)", "code", "('a')", "(1, 'A'), (2, 'b')"),
    (
      "code TEXT, PRIMARY KEY (code COLLATE NOCASE)) WITHOUT ROWID", "code", "('a')",
      "(1, 'A'), (2, 'b')"
    ),
  ])
  func `a fix changes exactly the rows that SQLite's own check reports`(
    parent: String, child: String, parents: String, children: String
  ) throws {
    for end in [")", ") WITHOUT ROWID"] {
      let folder = try TemporaryFolder()
      let close = parent.hasSuffix("ROWID") ? "" : ")"
      let path = try folder.makeDatabase(
        sql: """
          PRAGMA foreign_keys = OFF;
          CREATE TABLE parent (\(parent)\(close);
          CREATE TABLE child (id INTEGER PRIMARY KEY, \(child) REFERENCES parent\(end);
          INSERT INTO parent VALUES \(parents);
          INSERT INTO child VALUES \(children);
          """)
      let session = MigrationSession(
        database: path, migrations: DatabaseMigrator(), history: .none)
      let queue = try DatabaseQueue(path: path)
      let expected = try queue.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM pragma_foreign_key_check('child')")
      }
      try queue.close()
      var found: [ForeignKeyInfo] = []
      try session.violations {
        found.append($0.foreignKey)
        return true
      }
      #expect(found.count == expected && expected != 0)
      let key = try #require(found.first)
      for action in [FixAction.release, .delete, .addParents([])] {
        let trial = try session.tryFixes([FixChoice(key, action)])
        let rows = trial.reports[0].rows.first { $0.table == "child" }
        if action.kind != .addParents {
          #expect(
            Int((action == .release ? rows?.updated : rows?.deleted) ?? 0) == expected,
            "\(trial.script)")
        }
        #expect(trial.violationsAfter == 0, "\(trial.script)")
      }
    }
  }

  @Test func `deleting rows that refer to each other adds no violations`() throws {
    // Rows 1 to 3 are deleted. Only rows 1 and 2 refer to one of them as their captain.
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction { db in
      try db.execute(
        sql: "PRAGMA foreign_keys = OFF; UPDATE player SET clubId = 8 WHERE id = 1;")
    }
    try queue.close()
    let key = try #require(try violations().keys.first { $0.originColumns == ["clubId"] })
    let report = try session.tryFixes([FixChoice(key, .delete)]).reports[0]
    #expect(report.rows.first { $0.table == "player" }?.deleted == 3)
    #expect(report.violations?.added == 0)
  }

  @Test(arguments: [
    ("1_first.sql", "CREATE TABLE a (b);", "2_fix_the_rows.sql"),
    (
      "20200101000000_first.sql",
      "-- +goose Up\nCREATE TABLE a (b);\n-- +goose Down\nDROP TABLE a;",
      "_fix_the_rows.sql"
    ),
  ])
  func `a fix is written to a new pending migration in the project's format`(
    first: String, text: String, name: String
  ) throws {
    try folder.write("Migrations/\(first)", text)
    let sql = "DELETE FROM player\nWHERE clubId = 7;"
    let paths = try session.writeMigration(titled: "fix the rows", sql: sql)
    #expect(paths.count == 1)
    #expect(paths[0].hasSuffix(name))
    let overview = try session.overview()
    let last = try #require(overview.registered.last?.script)
    #expect(try last.statements().map(\.sql).contains { $0.hasPrefix("DELETE FROM player") })
    #expect(overview.status.count(of: .pending) == 2)
    // Existing files are not replaced: the next file has another number.
    if name.hasPrefix("2") {
      #expect(try session.writeMigration(titled: "fix the rows", sql: sql)[0].contains("3_fix"))
    }
  }

  @Test func `a title is not mistaken for a marker of the down section`() throws {
    try folder.write(
      "Migrations/20200101000000_first.sql",
      "-- migrate:up\nCREATE TABLE a (b);\n\n-- migrate:down\n")
    let dbmate = try session.writeMigration(titled: "shut down", sql: "SELECT 1;")
    #expect(
      try String(contentsOfFile: dbmate[0], encoding: .utf8) == """
        -- migrate:up
        SELECT 1;

        -- migrate:down
        -- This migration cannot be undone.

        """)
    let plain = try TemporaryFolder()
    try plain.makeDatabase(sql: "CREATE TABLE a (b)")
    try plain.write("Migrations/001_first.sql", "-- first\nCREATE TABLE b (c);")
    let database = plain.path("app.sqlite")
    let session = MigrationSession(
      database: database,
      migrations: ProjectSource(databasePath: database, currentFolder: folder.path("nowhere")),
      history: .none)
    let paths = try session.writeMigration(titled: "remove markdown", sql: "SELECT 1;")
    #expect(try String(contentsOfFile: paths[0], encoding: .utf8).hasSuffix("SELECT 1;\n"))
  }

  @Test func `no file is written if all migrations are in code`() throws {
    let code = MigrationSession(database: database, migrations: DatabaseMigrator(), history: .none)
    #expect(throws: MigrationWriteFailure.self) {
      try code.writeMigration(titled: "x", sql: "SELECT 1;")
    }
  }
}
