import MigratorEngine
import MigratorTestSupport
import Testing

struct MissingFeatureTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      sql: """
        CREATE TABLE post (id INTEGER PRIMARY KEY, title TEXT, slug TEXT);
        INSERT INTO post VALUES (1, 'One', NULL);
        """)
  }

  private func search(
    _ sql: String, configuration: Configuration = Configuration()
  ) throws -> [MissingFeature] {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1", script: SQLScript(file: "1.sql", text: sql))
    return try DatabaseInspection.inspect(path: folder.path("app.sqlite")) {
      try MissingFeature.search(on: $0, migrator: migrator, configuration: configuration)
    }
  }

  @Test func `missing functions, collations and modules are reported with locations`() throws {
    let found = try search(
      """
      UPDATE post SET slug = slugify(title);
      SELECT * FROM post ORDER BY title COLLATE nordic;
      CREATE VIRTUAL TABLE v USING vec0(a);
      UPDATE post SET slug = slugify(slug);
      """)
    #expect(
      found.map(\.description) == [
        "1.sql:1:24: no function \"slugify\"", "1.sql:2:43: no collation \"nordic\"",
        "1.sql:3:30: no module \"vec0\"",
      ])
  }

  @Test(arguments: ["PRAGMA hard_heap_limit = 900000000", "pragma Main.soft_heap_limit(900000000)"])
  func `the search does not change memory limits of the process`(sql: String) throws {
    #expect(try search("\(sql); UPDATE post SET slug = slugify(title)").map(\.name) == ["slugify"])
    let limits = try DatabaseQueue().read { db in
      try ["hard_heap_limit", "soft_heap_limit"].map {
        try Int64.fetchOne(db, sql: "PRAGMA \($0)")
      }
    }
    #expect(limits == [0, 0])
  }

  /// Filling the table could take any time.
  @Test
  func `a table created from a query has its columns but is not filled in the search`() throws {
    let found = try search(
      """
      CREATE TEMP TABLE IF NOT EXISTS "a b" AS -- of the title
      WITH c AS (SELECT title AS t, length(title) FROM post) SELECT *, t, 1 AS [x "y] FROM c;
      CREATE INDEX temp.i ON "a b" (slugify(t));
      UPDATE "a b" SET "length(title)" = slugify("x ""y");
      CREATE TABLE other AS SELECT slugify('one') AS one; SELECT three FROM other;
      CREATE TABLE n AS SELECT CAST(randomblob(1000000000) AS TEXT) AS b; SELECT dehex(b) FROM n
      """)
    #expect(found.map(\.name) == ["slugify", "dehex"])
    #expect(found.first?.location.line == 3)
  }

  @Test
  func `a trigger that the migration creates and then fires is searched for missing functions`()
    throws
  {
    let found = try search(
      """
      CREATE TRIGGER t AFTER INSERT ON post BEGIN UPDATE post SET slug = slugify(new.title); END;
      INSERT INTO post (title) VALUES ('x');
      """)
    #expect(found.map(\.name) == ["slugify"])
    #expect(found.first?.location.line == 2)
  }

  @Test func `a function that the configuration adds is not reported as missing`() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      db.add(function: DatabaseFunction("slugify", argumentCount: 1, pure: true) { $0[0] })
    }
    #expect(
      try search("UPDATE post SET slug = slugify(title)", configuration: configuration) == [])
  }

  @Test func `the search ignores other errors and leaves the database unchanged`() throws {
    let bytes = try folder.bytes("app.sqlite")
    #expect(try search("INSERT INTO nowhere VALUES (1); DELETE FROM post; nonsense") == [])
    #expect(try folder.bytes("app.sqlite") == bytes)
  }

  @Test func `missing functions are found in a file with its own transactions`() throws {
    let found = try search("BEGIN; SELECT a(); COMMIT; BEGIN; CREATE TABLE t (x); SELECT b()")
    #expect(found.map(\.name) == ["a", "b"])
  }

  @Test func `missing functions are found through triggers, views and quoted names`()
    throws
  {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE log (x); CREATE TABLE far (x); CREATE TABLE "odd name" (x);
          CREATE VIEW v AS SELECT * FROM far;
          CREATE TRIGGER t AFTER INSERT ON log BEGIN INSERT INTO far SELECT near(x) FROM v; END;
          CREATE TRIGGER u AFTER UPDATE ON post BEGIN INSERT INTO log VALUES (away(new.id)); END;
          """)
    }
    try queue.close()
    #expect(try search("INSERT INTO 'log' VALUES (1)").map(\.name) == ["near"])
    #expect(try search("UPDATE [post] SET slug = 1").map(\.name) == ["away"])
    #expect(try search("SELECT gone(x) FROM \"ODD NAME\"").map(\.name) == ["gone"])
    #expect(try search("ALTER TABLE far RENAME TO further; INSERT INTO log VALUES (1)").count == 1)
  }

  @Test func `endless queries do not block the search`() throws {
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    let found = try search(
      """
      INSERT INTO post (id) \(endless) SELECT i FROM n;
      CREATE TABLE t AS \(endless) SELECT i FROM n;
      SELECT gone();
      """)
    #expect(found.map(\.name) == ["gone"])
  }

  @Test func `the search attaches and writes no files`() throws {
    let path = folder.path("other.sqlite")
    #expect(try search("ATTACH '\(path)' AS o; VACUUM INTO '\(path)'; CREATE TABLE o.t (x)") == [])
    #expect(throws: (any Error).self) { try folder.bytes("other.sqlite") }
  }

  @Test func `an extension that cannot be loaded is reported, and opening fails`() throws {
    var configuration = Configuration()
    configuration.extensionPaths = [folder.path("gone.so")]
    let error = try #require(throws: DatabaseError.self) {
      try DatabaseQueue(path: folder.path("app.sqlite"), configuration: configuration)
    }
    #expect(error.message?.contains("gone.so cannot be loaded") == true)
  }

  @Test func `SQL cannot load an extension`() throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    #expect(throws: DatabaseError.self) {
      try queue.read { try Row.fetchAll($0, sql: "SELECT load_extension('x.so')") }
    }
  }
}
