import Foundation
import MigratorEngine
import Testing

struct DefinitionObjectTests {
  private let fixture: DefinitionFixture

  init() throws {
    fixture = try DefinitionFixture()
    try fixture.execute("CREATE TABLE player (id INTEGER PRIMARY KEY, a TEXT, b TEXT)")
  }

  @Test func `an index can have columns or expressions, options and a condition`() throws {
    let sql = try fixture.define { db in
      try db.create(index: "i1", on: "player", columns: ["a"])
      try db.create(
        index: "i2", on: "player", columns: ["a", "b"], unique: true, ifNotExists: true)
      try db.create(
        index: "i3", on: "player",
        expressions: [Column("a").collating(.nocase), length(Column("b"))],
        options: [.unique, .ifNotExists], condition: Column("a") != nil && Column("b") == "O'Brien")
      try db.create(indexOn: "player", columns: ["b", "a"], options: .unique)
    }
    #expect(
      sql == [
        #"CREATE INDEX "i1" ON "player"("a")"#,
        #"CREATE UNIQUE INDEX "i2" ON "player"("a", "b")"#,
        """
        CREATE UNIQUE INDEX "i3" ON "player"("a" COLLATE NOCASE, LENGTH("b")) \
        WHERE ("a" IS NOT NULL) AND ("b" = 'O''Brien')
        """, #"CREATE UNIQUE INDEX "index_player_on_b_a" ON "player"("b", "a")"#,
      ])
  }

  @Test func `an index is dropped by name, or only if it exists`() throws {
    try fixture.define { db in
      try db.create(index: "i", on: "player", columns: ["a"])
      try db.drop(index: "i")
      try db.drop(index: "i", options: .ifExists)
      #expect(throws: DatabaseError.self) { try db.drop(index: "i") }
    }
    #expect(try fixture.texts("main").count == 1)
  }

  @Test func `an index is dropped by its columns, whatever its name`() throws {
    try fixture.define { db in
      try db.create(index: "mine", on: "player", columns: ["a"])
      try db.create(indexOn: "player", columns: ["a", "b"])
      try db.create(index: "x", on: "player", expressions: [SQL("lower(a)")])
      try db.drop(indexOn: "PLAYER", columns: ["A"])
      try db.drop(indexOn: "player", columns: ["a"])
      try db.drop(indexOn: "player", columns: ["a", "b"])
      #expect(throws: DatabaseError.self) { try db.drop(indexOn: "nowhere", columns: ["a"]) }
    }
    #expect(
      try fixture.texts("main").dropFirst() == [#"CREATE INDEX "x" ON "player"(lower(a))"#])
  }

  @Test func `if two indexes have the same columns, neither is dropped`() throws {
    try fixture.define { db in
      try db.create(index: "one", on: "player", columns: ["a"])
      try db.create(index: "two", on: "player", columns: ["a"], options: .unique)
      try db.drop(indexOn: "player", columns: ["a"])
    }
    #expect(try fixture.texts("main").count == 3)
  }

  @Test func `indexes are rebuilt for an existing collation`() throws {
    try fixture.define { db in
      try db.reindex(collation: .binary)
      let letters = DatabaseCollation("letters") { a, b in
        a == b ? .orderedSame : a < b ? .orderedAscending : .orderedDescending
      }
      db.add(collation: letters)
      try db.create(table: "word") { t in
        t.column("a", .text).collate(letters).indexed()
      }
      try db.create(index: "w", on: "word", expressions: [Column("a").collating(letters)])
      try db.reindex(collation: letters)
      let missing = Database.CollationName(rawValue: "no such; thing")
      #expect(throws: DatabaseError.self) { try db.reindex(collation: missing) }
    }
  }

  @Test func `a view is created from a request or from SQL`() throws {
    let name = "O'Brien"
    let sql = try fixture.define { db in
      try db.create(view: "v1", as: SQLRequest(literal: "SELECT a FROM player WHERE a = \(name)"))
      try db.create(view: "v2", columns: ["x", "y"], asLiteral: "SELECT a, b FROM player")
      try db.create(view: "v2", options: .ifNotExists, as: SQLRequest(sql: "SELECT 1"))
      try db.create(view: "v3", options: .temporary, asLiteral: "SELECT 1")
    }
    #expect(
      sql == [
        #"CREATE VIEW "v1" AS SELECT a FROM player WHERE a = 'O''Brien'"#,
        #"CREATE VIEW "v2" ("x", "y") AS SELECT a, b FROM player"#,
      ])
    #expect(try fixture.texts("temp") == [#"CREATE VIEW "v3" AS SELECT 1"#])
    try fixture.define { db in
      try db.drop(view: "v1")
      try db.drop(view: "v1", options: .ifExists)
      #expect(throws: DatabaseError.self) { try db.drop(view: "v1") }
    }
  }

  @Test func `a trigger can have an event, a condition and statements`() throws {
    let sql = try fixture.define { db in
      try db.create(table: "log") { $0.column("line") }
      try db.create(
        trigger: "renamed", .after, .update(of: ["a", "b"]), on: "player", options: .ifNotExists,
        condition: "OLD.a <> NEW.a OR NEW.a = \("it's")",
        asLiteral: "INSERT INTO log VALUES (OLD.a); INSERT INTO log VALUES (NEW.a) -- done")
      try db.create(
        trigger: "gone", .before, .delete, on: "player", options: .temporary,
        asLiteral: "INSERT INTO log VALUES ('gone');")
    }
    #expect(
      sql.last == """
        CREATE TRIGGER "renamed" AFTER UPDATE OF "a", "b" ON "player" \
        WHEN OLD.a <> NEW.a OR NEW.a = 'it''s' BEGIN \
        INSERT INTO log VALUES (OLD.a); INSERT INTO log VALUES (NEW.a) -- done
        ; END
        """)
    try fixture.execute(
      "INSERT INTO player VALUES (1, 'x', 'y'); UPDATE player SET a = 'z'; DELETE FROM player")
    #expect(try fixture.queue.strings("SELECT line FROM log") == ["x", "z", "gone"])
  }

  @Test func `an INSTEAD OF trigger on a view replaces the change`() throws {
    try fixture.define { db in
      try db.create(view: "v", asLiteral: "SELECT a FROM player")
      try db.create(
        trigger: "t", .insteadOf, .insert, on: "v",
        asLiteral: "INSERT INTO player (a) VALUES (NEW.a)")
      try db.execute(sql: "INSERT INTO v VALUES ('x')")
      try db.drop(trigger: "t")
      try db.drop(trigger: "t", options: .ifExists)
      #expect(throws: DatabaseError.self) { try db.drop(trigger: "t") }
    }
    #expect(try fixture.queue.strings("SELECT a FROM player") == ["x"])
  }

  @Test func `a virtual table is created with its module`() throws {
    let sql = try fixture.define { db in
      try db.create(virtualTable: "place", using: "rtree(id, x0, x1)")
      try db.create(virtualTable: "place", ifNotExists: true, using: "rtree(id, x0, x1)")
      try db.create(virtualTable: "here", options: .temporary, using: "rtree(id, x0, x1)")
    }
    #expect(sql.first == #"CREATE VIRTUAL TABLE "place" USING rtree(id, x0, x1)"#)
    #expect(
      try fixture.texts("temp").first
        == #"CREATE VIRTUAL TABLE "here" USING rtree(id, x0, x1)"#)
  }
}
