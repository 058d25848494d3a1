import MigratorEngine
import Testing

struct DefinitionFullTextTests {
  private let fixture: DefinitionFixture

  init() throws {
    fixture = try DefinitionFixture()
    try fixture.execute(
      """
      CREATE TABLE document (id INTEGER PRIMARY KEY, title TEXT, "the body" TEXT);
      INSERT INTO document VALUES (1, 'Été', 'long ago'), (2, 'Winter', 'is coming');
      """)
  }

  private func first(_ body: (Database) throws -> Void) throws -> String? {
    try fixture.define(body).first
  }

  private func found(_ word: String) throws -> [Int] {
    try fixture.queue.read { db in
      try Int.fetchAll(
        db, sql: "SELECT rowid FROM ft WHERE ft MATCH ? ORDER BY rowid", arguments: [word])
    }
  }

  @Test func `an FTS5 table has columns and options`() throws {
    let sql = try first { db in
      try db.create(virtualTable: "ft", options: .ifNotExists, using: FTS5()) { t in
        t.column("title")
        t.column("the body").notIndexed()
        t.tokenizer = .porter(
          wrapping: .unicode61(diacritics: .remove, separators: ["X"], tokenCharacters: ["-", "'"]))
        t.prefixes = [3, 2]
        t.columnSize = 0
        t.detail = "column"
        t.content = ""
      }
    }
    #expect(
      sql == """
        CREATE VIRTUAL TABLE "ft" USING fts5(title, "the body" UNINDEXED, \
        tokenize='''porter'' ''unicode61'' ''remove_diacritics'' ''2'' ''separators'' ''X'' \
        ''tokenchars'' ''''''-''', content='', prefix='2 3', columnSize=0, detail=column)
        """)
  }

  @Test func `an FTS4 or FTS3 table has columns and options`() throws {
    let four = try first { db in
      try db.create(virtualTable: "four", using: FTS4()) { t in
        t.column("title")
        t.column("note").notIndexed()
        t.column("language").asLanguageId()
        t.tokenizer = .unicode61(diacritics: .keep, separators: ["x"])
        t.matchinfo = "fts3"
        t.prefixes = [2, 4]
      }
    }
    #expect(
      four == """
        CREATE VIRTUAL TABLE "four" USING fts4(title, note, notindexed=note, \
        languageid="language", tokenize=unicode61 "remove_diacritics=0" "separators=x", \
        matchinfo="fts3", prefix="2,4")
        """)
    let three = try first { db in
      try db.create(virtualTable: "three", using: FTS3()) { t in
        t.column("title")
        t.tokenizer = .porter
      }
    }
    #expect(three == #"CREATE VIRTUAL TABLE "three" USING fts3(title, tokenize=porter)"#)
  }

  @Test(arguments: [4, 5])
  func `a synchronized table follows all changes, even after its content table is re-created`(
    _ version: Int
  ) throws {
    try fixture.define { db in
      if version == 5 {
        try db.create(virtualTable: "ft", using: FTS5()) { t in
          t.synchronize(withTable: "document")
          t.column("title")
          t.column("the body")
        }
      } else {
        try db.create(virtualTable: "ft", using: FTS4()) { t in
          t.synchronize(withTable: "document")
          t.column("title")
          t.column("the body")
        }
      }
    }
    #expect(try found("ago") == [1])
    try fixture.define { db in
      try db.recreate(table: "document") { t in
        t.primaryKey("id", .integer)
        t.column("title", .text).notNull()
        t.column("the body", .text).notNull()
      }
    }
    try fixture.execute(
      """
      INSERT INTO document VALUES (3, 'Spring', 'ago');
      UPDATE document SET title = 'ago' WHERE id = 2;
      DELETE FROM document WHERE id = 1;
      """)
    #expect(try found("ago") == [2, 3])
    #expect(try found("winter").isEmpty)
    try fixture.define { db in
      try db.drop(table: "ft")
      try db.dropFTS5SynchronizationTriggers(forTable: "ft")
      try db.dropFTS4SynchronizationTriggers(forTable: "ft")
    }
    try fixture.execute("DELETE FROM document")
  }

  @Test func `an invalid definition is refused and creates nothing`() throws {
    #expect(
      try fixture.refusal { db in try db.create(virtualTable: "ft", using: FTS5()) } == .noColumns)
    let temporary = try fixture.refusal { db in
      try db.create(virtualTable: "ft", options: .temporary, using: FTS5()) { t in
        t.synchronize(withTable: "document")
        t.column("title")
      }
    }
    #expect(temporary == .temporarySynchronization)
    #expect(try fixture.texts("temp").isEmpty)
    #expect(throws: BodyError.self) {
      try fixture.define { db in
        try db.create(virtualTable: "ft", using: FTS4()) { _ in throw BodyError() }
      }
    }
    #expect(try fixture.texts("main").count == 1)
  }
}
