import MigratorTestSupport
import Testing

@testable import MigratorSQLite

struct NamedObjectTests {
  @Test(arguments: [
    ("INSERT INTO nowhere VALUES (1);", "nowhere"),
    ("SELECT 1 FROM player JOIN Nowhere ON 1;", "Nowhere"),
    ("DROP TABLE nowhere;", "nowhere"),
    ("DROP INDEX idx_none;", "idx_none"),
    ("CREATE TABLE player (b);", "player"),
    ("CREATE INDEX player_a ON player(a);", "player_a"),
    ("CREATE VIRTUAL TABLE v USING nomodule(x);", "nomodule"),
    ("ALTER TABLE player RENAME TO player;", "player"),
    ("SELECT 'nowhere', nowhere_else.x FROM nowhere;", "nowhere"),
  ])
  func `an error about a name is located at the name`(sql: String, name: String) throws {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE player (a); CREATE INDEX player_a ON player(a)")
      let error = #expect(throws: ScriptError.self) {
        try db.run(SQLScript(file: "a.sql", text: "SELECT 1;\n" + sql))
      }
      let location = try #require(error?.location)
      let rest = String(decoding: Array(sql.utf8).dropFirst(location.offset - 10), as: UTF8.self)
      #expect(location.line == 2)
      #expect(rest.hasPrefix(name), "\(rest)")
    }
  }

  @Test func `an error has no location if its statement does not contain the name`() {
    func offset(of message: String, in sql: String) -> Int? {
      let place = ScriptLocation(file: "a.sql", line: 1, column: 1, offset: 0)
      return NamedObject(message)?.offset(in: ScriptStatement(sql: sql, location: place))
    }
    #expect(offset(of: "no such table: main.gone", in: "SELECT * FROM v") == nil)
    #expect(offset(of: "disk I/O error", in: "SELECT * FROM v") == nil)
    #expect(offset(of: "no such table: main.gone", in: "SELECT * FROM \"gone\"") == 14)
    #expect(offset(of: "no such table: gone", in: "SELECT 'gone' /* gone */ FROM [Gone]") == 30)
    #expect(offset(of: "no such table: main.a.b", in: "SELECT * FROM main.\"a.b\"") == 19)
    #expect(offset(of: "table \"player\" already exists", in: "CREATE TABLE player (a)") == 13)
    #expect(offset(of: "error in view v: no such function: f", in: "SELECT f FROM v") == nil)
  }
}
