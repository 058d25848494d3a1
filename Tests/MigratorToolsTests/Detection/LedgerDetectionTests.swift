import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Which table is the ledger, and which tool owns it.
struct LedgerDetectionTests {
  private static let goose = "(id INTEGER PRIMARY KEY, version_id, is_applied, tstamp);"

  private func project(_ project: ToolProject, table: String? = nil) throws -> Project {
    try Project(
      databasePath: project.databasePath,
      request: ProjectDetection.Request(
        folder: project.folder.path("migrations"), table: table),
      currentFolder: project.folder.path("nowhere"))
  }

  @Test func `two ledgers of one tool raise a question`() throws {
    let made = try ToolProject(
      Goose(), files: ["1_a.sql": "-- +goose Up\nCREATE TABLE a (id);\n"],
      sql: "CREATE TABLE goose_db_version \(Self.goose) CREATE TABLE other_version \(Self.goose)")
    let question = #expect(throws: AmbiguousLedgerError.self) { try project(made) }
    #expect(question?.tables == ["goose_db_version", "other_version"])
    #expect(question?.description.contains("--ledger other_version") == true)
    #expect(try project(made, table: "other_version").folder.ledger.name == "other_version")
  }

  @Test(arguments: [
    (
      MigrationFormat.dbmate, "1_a.sql", "-- migrate:up\n-- migrate:down\n", ".env",
      "# theirs\nexport DBMATE_MIGRATIONS_TABLE=\"mine\"\n"
    ),
    (
      .yoyo, "1_a.sql", "-- depends:\nSELECT 1;\n", "yoyo.ini",
      "[DEFAULT]\nsources = migrations\nmigration_table = mine\n"
    ),
    (.flyway, "V1_1__a.sql", "SELECT 1;", "flyway.toml", "[flyway]\ntable = \"mine\"\n"),
    (.flyway, "V1_1__a.sql", "SELECT 1;", "flyway.conf", "flyway.table=mine\n"),
    (.flyway, "V1_1__a.sql", "SELECT 1;", "application.properties", "spring.flyway.table=mine\n"),
  ])
  func `the ledger table named in the project's settings is used`(
    format: MigrationFormat, file: String, text: String, settings: String, lines: String
  ) throws {
    let tool = try #require(MigrationTools.tool(format))
    let made = try ToolProject(tool, files: [file: text])
    try made.folder.write(settings, lines)
    try made.stepAll()
    #expect(try made.rows("SELECT count(*) FROM mine") == ["1"])
    #expect(try project(made).folder.ledger.name == "mine")
  }

  @Test
  func `if settings contain several databases, they do not determine the ledger table`() throws {
    let made = try ToolProject(
      D1(), files: ["1_a.sql": "SELECT 1;"],
      sql: "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name, applied_at);")
    try made.folder.write(
      "wrangler.toml",
      "[[d1_databases]]\nmigrations_table = \"one\"\n[[d1_databases]]\nmigrations_table = \"two\"\n"
    )
    #expect(try project(made).folder.ledger.name == "d1_migrations")
  }

  @Test func `if the settings name a ledger table, another table is not used`() throws {
    let made = try ToolProject(
      Goose(), files: ["1_a.sql": "-- migrate:up\nCREATE TABLE a (id);\n-- migrate:down\n"],
      sql: "CREATE TABLE schema_migrations (version varchar(128) primary key);")
    try made.folder.write(".env", "DBMATE_MIGRATIONS_TABLE=mine\n")
    #expect(try project(made).folder.ledger.name == "mine")
  }

  @Test func `files are not matched with an app's ledger without confirmation`() throws {
    let made = try ToolProject(
      PlainFiles(), files: ["1_a.sql": "CREATE TABLE a (id);"],
      sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
        + "INSERT INTO grdb_migrations VALUES ('one'), ('two');")
    func obstacle(_ table: String? = nil) throws -> String? {
      let migrator = try project(made, table: table).migrator()
      return try DatabaseInspection.inspect(path: made.databasePath) {
        try $0.status(of: migrator).obstacle?.description
      }
    }
    #expect(
      try obstacle()?.contains("records 2 migrations (one, two), but none of these files") == true)
    #expect(try obstacle("grdb_migrations") == nil)
    try made.sql("INSERT INTO grdb_migrations VALUES ('1_a')")
    try made.folder.write("migrations/2_b.sql", "CREATE TABLE b (id);")
    #expect(try obstacle() == nil)
  }

  @Test func `a GRDB ledger without files is not assigned to SQL files`() throws {
    let made = try ToolProject(
      PlainFiles(), files: [:],
      sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);")
    let found = try Project(
      databasePath: made.databasePath, currentFolder: made.folder.path("nowhere"))
    #expect(found.evidence == "GRDB: grdb_migrations(identifier)")
  }

  @Test(arguments: ["TEXT PRIMARY KEY", "TEXT NOT NULL"])
  func `maragudk's table is recognized with and without a key, and go_mod at any level`(
    column: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("go.mod", "require maragu.dev/migrate v0.6.0\n")
    try folder.write("a/b/c/d/e/f/migrations/1-a.up.sql", "CREATE TABLE a (id);")
    try folder.write("a/b/c/d/e/f/migrations/1-a.down.sql", "DROP TABLE a;")
    for sql in ["CREATE TABLE migrations (version \(column));", "CREATE TABLE x (id);"] {
      try folder.makeDatabase(sql: sql)
      let project = try Project(
        databasePath: folder.path("app.sqlite"),
        request: ProjectDetection.Request(folder: folder.path("a/b/c/d/e/f/migrations")),
        currentFolder: folder.path("nowhere"))
      #expect(project.folder.tool.format == .maragudk)
      DatabaseCopy.remove(folder.path("app.sqlite"))
    }
  }

  @Test func `files above the repository's root folder are ignored`() throws {
    let folder = try TemporaryFolder()
    try folder.write("go.mod", "require github.com/golang-migrate/migrate/v4 v4.0.0\n")
    try folder.write("app/.git/HEAD", "")
    try folder.write("app/migrations/1_a.up.sql", "")
    let tree = try FolderTree(path: folder.path("app/migrations"))
    #expect(tree.ancestorFile("go.mod") == nil)
    #expect(GolangMigrate().evidence(in: tree)?.strength == .shared)
  }
}
