import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

@testable import MigratorTools

/// Given statements in the files of each tool.
struct WrittenStatementsTests {
  private static let up = [
    """
    CREATE TABLE "данные" (
      id INTEGER PRIMARY KEY, -- the key; not a string
      note TEXT DEFAULT 'a; b -- c',
      "x y" TEXT CHECK ("x y" <> ';'))
    """,
    """
    -- The trigger; it ends with END.
    CREATE TRIGGER "t;1" AFTER INSERT ON "данные" BEGIN
      UPDATE "данные" SET note = (CASE WHEN new.note IS NULL THEN ';' ELSE 'END;' END);
      DELETE FROM "данные" WHERE note = 'x';
    END
    """,
    "INSERT INTO \"данные\" (note) VALUES ('line\n;\nEND;'), ('--'), ('O''Brien')",
    "CREATE TABLE marks (m TEXT DEFAULT ' -- m' CHECK (CASE WHEN m = '' THEN 0 ELSE 1 END))",
    "CREATE INDEX ix ON \"данные\" (note) WHERE note <> ''",
    "PRAGMA defer_foreign_keys = ON",
  ]
  private static let down = ["DROP INDEX ix", "DROP TRIGGER \"t;1\"", "DROP TABLE \"данные\""]

  private func plain(_ statements: [String]) throws -> [String] {
    try statements.flatMap { try SQLScript(file: "", text: $0).statements() }.map { statement in
      statement.sql.hasSuffix(";") ? String(statement.sql.dropLast()) : statement.sql
    }
  }

  private func schema(_ project: ToolProject) throws -> [String] {
    try project.rows(
      "SELECT type, name, sql FROM sqlite_master WHERE name IN ('данные', 't;1', 'ix') ORDER BY 2")
  }

  /// A statement without white space, which D1's triggers have more of.
  private static func bare(_ sql: String) -> String { sql.filter { !$0.isWhitespace } }

  @Test(arguments: WrittenProject.all)
  func `the statements of a new file are read back with the same effect`(_ one: WrittenProject)
    throws
  {
    let project = try one.project()
    try project.stepAll()
    let before = try project.toolFolder().migrations.count
    for file in try one.files(NewStatements(up: Self.up, down: Self.down), in: project) {
      #expect(file.isReplacement == (try project.tree()).contains(file.path))
      try project.folder.write("migrations/\(file.path)", file.text)
    }
    let migrations = try project.toolFolder().migrations
    #expect(migrations.count == before + 1)
    let written = try #require(migrations.last)
    let own = ["BEGIN", "COMMIT", "PRAGMA user_version = 2"]
    let found = try plain(try #require(written.script).statements().map(\.sql))
    #expect(
      try found.filter { !own.contains($0) }.map(Self.bare) == plain(Self.up).map(Self.bare))
    try project.stepAll()
    #expect(try project.states()[written.identifier] == .applied)
    let plainFolder = try ToolProject(PlainFiles(), files: [:])
    try plainFolder.sql(Self.up.map { $0 + ";" }.joined(separator: "\n"))
    #expect(try schema(project).map(Self.bare) == schema(plainFolder).map(Self.bare))
    let rows = "SELECT id, note FROM \"данные\""
    #expect(try project.rows(rows) == plainFolder.rows(rows))
    guard one.hasDown else { return }
    let script = try #require(written.down?.script(in: try project.tree()))
    #expect(try plain(try script.statements().map(\.sql)) == Self.down)
  }

  @Test(arguments: WrittenProject.all)
  func `a down script is written only if there are statements that undo the migration`(
    _ one: WrittenProject
  ) throws {
    let project = try one.project()
    let files = try one.files(NewStatements(up: ["CREATE TABLE a (b)"]), in: project)
    for file in files.dropFirst() where file.path.hasSuffix(".sql") {
      Issue.record("\(file.path) is written")
    }
    for file in files { try project.folder.write("migrations/\(file.path)", file.text) }
    #expect(try project.toolFolder().migrations.last?.down?.script(in: project.tree()) == nil)
  }

  /// Statements that only some tools cannot have, with their formats.
  private static let special: [(String, Set<MigrationFormat>)] = [
    ("INSERT INTO old VALUES ('${x}')", []),
    ("INSERT INTO old VALUES ('a\n--> statement-breakpoint\nb')", [.drizzle, .drizzleBeta]),
    ("INSERT INTO old VALUES ('a\r\nb')", [.goose, .yoyo]),
    ("INSERT INTO old\r\nVALUES (1)", []),
    ("INSERT INTO old VALUES ('\n-- +goose Down\n')", [.goose]),
    ("INSERT INTO old VALUES ('\n-- migrate:down\n')", [.dbmate]),
    (
      "CREATE TRIGGER t AFTER INSERT ON old BEGIN\n SELECT CASE 1 WHEN 1 THEN 2 END;\nEND",
      [.d1]
    ),
    ("create trigger t after insert on old begin\n delete from old;\nend", []),
    ("CREATE TEMP TABLE t (a)", [.d1]),
    ("DELETE FROM temp.t", [.d1]),
    ("SELECT 1", [.rusqliteMigration]),
    ("PRAGMA foreign_key_check", [.rusqliteMigration]),
    ("DELETE FROM old RETURNING a", [.rusqliteMigration]),
    ("UPDATE sqlite_sequence SET seq = 1", [.sqldelight]),
    ("INSERT INTO old VALUES ('" + String(repeating: "x", count: 100_000) + "')", [.d1]),
  ]

  @Test(arguments: WrittenProject.all)
  func `a new statement is refused if the tool would change or refuse it`(
    _ one: WrittenProject
  ) throws {
    for (statement, formats) in Self.special {
      let reason = try one.refusal(["CREATE TABLE a (b)", statement])
      #expect(
        (reason != nil) == formats.contains(one.tool.format),
        "\(statement.prefix(60)): \(reason ?? "written")")
    }
  }

  @Test func `keywords in a trigger are written in capitals for D1`() throws {
    let one = try WrittenProject[.d1]
    let trigger = "create trigger t after insert on old\r\nbegin\r\n delete from old;\r\nend"
    let file = try one.files(NewStatements(up: [trigger]), in: one.project())[0]
    #expect(
      file.text.hasSuffix("create trigger t after insert on old\nBEGIN\n delete from old;\nEND;\n"))
  }

  @Test func `a table with more columns than D1 allows is refused`() throws {
    let one = try WrittenProject[.d1]
    let sql = "CREATE TABLE wide (" + (0...100).map { "c\($0)" }.joined(separator: ", ") + ")"
    let schema = SchemaSnapshot(objects: [
      SchemaObject(kind: .table, name: "wide", tableName: "wide", sql: sql)
    ])
    let refusal = #expect(throws: WriteRefusal.self) {
      try one.files(NewStatements(up: [sql], schema: schema), in: one.project())
    }
    #expect(refusal?.description == "Cloudflare D1 allows 100 columns, but wide would have 101.")
  }

  @Test func `Flyway's placeholders are switched off for a file that contains one`() throws {
    let one = try WrittenProject[.flyway]
    let project = try one.project()
    let files = try one.files(NewStatements(up: ["INSERT INTO old VALUES ('${x}')"]), in: project)
    #expect(files.map(\.path) == ["V2__add_more.sql", "V2__add_more.sql.conf"])
    #expect(files.last?.text == "placeholderReplacement=false\n")
    #expect(
      try one.files(NewStatements(up: ["DELETE FROM old"]), in: project).map(\.path)
        == ["V2__add_more.sql"])
  }

  @Test func `Prisma's file begins its own transaction, and can turn foreign keys off`() throws {
    let one = try WrittenProject[.prisma]
    let two = ["DELETE FROM old", "DROP TABLE old"]
    let project = try one.project()
    #expect(
      try one.files(NewStatements(up: two), in: project)[0].text
        == "BEGIN;\nDELETE FROM old;\nDROP TABLE old;\nCOMMIT;\n")
    #expect(
      try one.files(NewStatements(up: ["DROP TABLE old"]), in: project)[0].text
        == "DROP TABLE old;\n")
    #expect(
      try one.files(NewStatements(up: two, turnsForeignKeysOff: true), in: project)[0].text == """
        PRAGMA foreign_keys = OFF;
        BEGIN;
        DELETE FROM old;
        DROP TABLE old;
        COMMIT;
        PRAGMA foreign_keys = ON;

        """)
  }

  @Test func `a new Lighter file sets the version in the transaction of its statements`() throws {
    let one = try WrittenProject[.lighter]
    #expect(
      try one.files(NewStatements(up: ["DELETE FROM old"]), in: one.project()) == [
        MigrationFile(
          path: "App-002.sql",
          text: "-- Add more\n\nBEGIN;\nDELETE FROM old;\nPRAGMA user_version = 2;\nCOMMIT;\n")
      ])
  }

  @Test func `a new golang-migrate file has a transaction if the existing files do`() throws {
    let one = WrittenProject(
      tool: GolangMigrate(), files: ["1_a.up.sql": "BEGIN;\nCREATE TABLE old (a);\nCOMMIT;\n"])
    let up = ["DELETE FROM old", "DROP TABLE old"]
    #expect(
      try one.files(NewStatements(up: up), in: one.project())[0].text
        == "BEGIN;\nDELETE FROM old;\nDROP TABLE old;\nCOMMIT;\n")
  }

  @Test func `Atlas's sum file includes the new file, unless the sum was already wrong`() throws {
    let one = try WrittenProject[.atlas]
    let project = try one.project()
    let files = try one.files(NewStatements(up: ["DELETE FROM old"]), in: project)
    #expect(files.map(\.isReplacement) == [false, true])
    for file in files { try project.folder.write("migrations/\(file.path)", file.text) }
    #expect(try project.status().obstacle == nil)
    try project.folder.write("migrations/20240101000000_a.sql", "CREATE TABLE other (a);")
    #expect(throws: WriteRefusal.self) {
      try one.files(NewStatements(up: ["DELETE FROM old"]), in: project)
    }
  }

  @Test func `a title that the tool reads as a directive is refused`() throws {
    #expect(
      try WrittenProject[.grdb].refusal(["DELETE FROM old"], titled: "migtui: no-transaction")
        == "SQL files, grdb_migrations would run the file outside a transaction.")
    #expect(
      try WrittenProject[.sqlx].refusal(["DELETE FROM old"], titled: "no-transaction") != nil)
  }

  @Test func `the SQL of a fix is split into statements that keep their comments`() {
    #expect(
      NewStatements(sql: "-- a; b\nDELETE FROM a;\n\n DELETE FROM b WHERE c = ';' ; -- end\n").up
        == ["-- a; b\nDELETE FROM a", "DELETE FROM b WHERE c = ';'"])
    #expect(NewStatements(sql: "SELECT 'open").up == ["SELECT 'open"])
  }
}
