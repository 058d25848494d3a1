import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// Detection of the tool for a database and its folder: one format, or a question.
struct FormatDetectionTests {
  struct Case: Sendable {
    let name: String
    var files: [String] = []
    var texts: [String: String] = [:]
    var sql = ""
    /// The detected format, or the formats in the question in any order.
    let answer: [MigrationFormat]
  }

  private static let golang = "CREATE TABLE schema_migrations (version uint64, dirty bool);"
  private static let sqlx = """
    CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description, installed_on, success,
      checksum, execution_time);
    """
  private static let grdb = "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);"
  private static let goose = """
    CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY, version_id, is_applied, tstamp);
    """
  private static let pair = ["1_a.up.sql", "1_a.down.sql"]
  private static let oldDrizzle = """
    CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric);
    """
  private static let newDrizzle = """
    CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash, created_at, name, applied_at);
    """

  static let cases: [Case] = [
    Case(name: "pairs alone", files: pair, answer: [.golangMigrate, .sqlx, .maragudk]),
    Case(
      name: "pairs beside a number in the header", files: pair, sql: "PRAGMA user_version = 1;",
      answer: [.golangMigrate, .sqlx, .maragudk]),
    Case(
      name: "pairs and golang-migrate's row", files: pair, sql: golang, answer: [.golangMigrate]),
    Case(name: "pairs and sqlx's table", files: pair, sql: sqlx, answer: [.sqlx]),
    Case(
      name: "pairs and maragudk's row", files: pair,
      sql: "CREATE TABLE migrations (version text not null);", answer: [.maragudk]),
    Case(
      name: "pairs of a crate", files: pair, texts: ["Cargo.toml": "sqlx = \"0.8\""],
      answer: [.sqlx]),
    Case(
      name: "pairs of a module", files: pair,
      texts: ["go.mod": "github.com/golang-migrate/migrate/v4"], answer: [.golangMigrate]),
    Case(name: "plain files", files: ["001-a.sql", "2_b.sql"], answer: [.grdb]),
    Case(name: "plain files and GRDB's table", files: ["1_a.sql"], sql: grdb, answer: [.grdb]),
    Case(
      name: "plain files and two ledgers", files: ["1_a.sql"], sql: grdb + sqlx,
      answer: [.grdb, .sqlx]),
    Case(name: "two ledgers alone", sql: grdb + goose, answer: [.grdb, .goose]),
    Case(
      name: "marked files and two ledgers", texts: ["migrations/1_a.sql": "-- +goose Up\n"],
      sql: grdb + goose, answer: [.goose]),
    Case(
      name: "marked files that Atlas sealed",
      texts: ["migrations/1_a.sql": "-- +goose Up\n", "migrations/atlas.sum": "h1:\n"],
      answer: [.goose]),
    Case(
      name: "files with the markers of two tools",
      texts: [
        "migrations/1_a.sql": "-- +goose Up\n",
        "migrations/2_b.sql": "-- migrate:up\n-- migrate:down\n",
      ], answer: [.goose, .dbmate]),
    Case(name: "versions of one number", files: ["V1__a.sql"], answer: [.flyway, .refinery]),
    Case(
      name: "versions of one number and a pom file", files: ["V1__a.sql"], texts: ["pom.xml": ""],
      answer: [.flyway]),
    Case(name: "versions of several numbers", files: ["V1_1__a.sql"], answer: [.flyway]),
    Case(
      name: "the table of Rails",
      sql: """
        CREATE TABLE schema_migrations (version varchar NOT NULL PRIMARY KEY);
        CREATE TABLE ar_internal_metadata (key, value, created_at, updated_at);
        """, answer: [.rails]),
    Case(
      name: "the table of dbmate",
      sql: "CREATE TABLE schema_migrations (version varchar(128) primary key);", answer: [.dbmate]),
    Case(
      name: "a table of either tool",
      sql: "CREATE TABLE schema_migrations (version varchar(255) primary key);",
      answer: [.dbmate, .rails]),
    Case(
      name: "a table of an unknown tool next to plain files", files: ["1_a.sql"],
      sql: "CREATE TABLE schema_migrations (version, applied_at);", answer: [.unknown]),
    Case(
      name: "a hand-made table with D1's columns", files: ["1_a.sql"],
      sql: "CREATE TABLE migrations (id INTEGER PRIMARY KEY, name, applied_at);",
      answer: [.unknown]),
    Case(
      name: "the same table below wrangler's settings", files: ["1_a.sql"],
      texts: ["wrangler.toml": ""],
      sql: "CREATE TABLE migrations (id INTEGER PRIMARY KEY, name, applied_at);",
      answer: [.unknown, .d1]),
    Case(
      name: "a table of the app with D1's columns", files: ["1_a.sql"],
      sql: "CREATE TABLE coupon (id INTEGER PRIMARY KEY, name, applied_at);", answer: [.grdb]),
    Case(
      name: "a hand-made table with maragudk's column", files: pair,
      sql: "CREATE TABLE schema_migrations (version text not null);", answer: [.unknown]),
    Case(
      name: "Drizzle", texts: ["migrations/meta/_journal.json": #"{"entries":[]}"#],
      sql: oldDrizzle, answer: [.drizzle]),
    Case(
      name: "a folder of Drizzle 1.0 and the table before it",
      texts: ["migrations/2024_a/migration.sql": "", "migrations/2024_a/snapshot.json": "{}"],
      sql: oldDrizzle, answer: [.drizzleBeta]),
    Case(
      name: "a journal and the table of Drizzle 1.0",
      texts: ["migrations/meta/_journal.json": #"{"entries":[]}"#], sql: newDrizzle,
      answer: [.drizzle]),
    Case(
      name: "a folder of Drizzle and the table of D1", files: ["0000_a.sql"],
      texts: ["migrations/meta/_journal.json": #"{"entries":[]}"#],
      sql: "CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name, applied_at);",
      answer: [.d1]),
    Case(
      name: "a folder of Drizzle that wrangler names",
      files: ["0000_a.sql"],
      texts: [
        "migrations/meta/_journal.json": #"{"entries":[]}"#,
        "wrangler.jsonc":
          #"{ "d1_databases": [{ "binding": "DB", "migrations_dir": "./migrations" }] } // new"#,
      ], answer: [.d1]),
    Case(
      name: "a folder of Drizzle 1.0 that wrangler runs by default",
      texts: [
        "migrations/2024_a/migration.sql": "", "migrations/2024_a/snapshot.json": "{}",
        "wrangler.toml": "[[d1_databases]]\nbinding = \"DB\"\n",
      ], answer: [.d1]),
    Case(
      name: "a folder of Drizzle, and wrangler names another one",
      files: ["0000_a.sql"],
      texts: [
        "migrations/meta/_journal.json": #"{"entries":[]}"#,
        "wrangler.json": #"{ "d1_databases": [{ "migrations_dir": "other" }] }"#,
      ], answer: [.drizzle]),
    Case(
      name: "a folder that wrangler names, and Drizzle's table", files: ["0000_a.sql"],
      texts: [
        "migrations/meta/_journal.json": #"{"entries":[]}"#,
        "wrangler.toml": "[[d1_databases]]\nmigrations_dir = \"migrations\"\n",
      ], sql: oldDrizzle, answer: [.drizzle]),
    Case(
      name: "a folder of migrations for SQLite next to those for others",
      texts: [
        "db/migrations/sqlite/000001_a.up.sql": "SELECT 1;",
        "db/migrations/sqlite/000001_a.down.sql": "",
        "db/migrations/postgres/000001_a.up.sql": "SELECT 1;",
        "go.mod": "github.com/golang-migrate/migrate/v4",
      ], answer: [.golangMigrate]),
    Case(
      name: "migrate/sqlite",
      texts: [
        "migrate/sqlite/0001_a.up.sql": "SELECT 1;", "go.mod": "github.com/maragudk/migrate v0.4.1",
      ], answer: [.maragudk]),
    Case(
      name: "folders counted from 1", texts: ["migrations/01-a/up.sql": "SELECT 1;"],
      answer: [.rusqliteMigration]),
    Case(
      name: "folders counted from 1, and one is missing",
      texts: ["migrations/01-a/up.sql": "SELECT 1;", "migrations/03-c/up.sql": "SELECT 1;"],
      sql: "PRAGMA user_version = 3;", answer: [.rusqliteMigration]),
    Case(
      name: "folders named after times",
      texts: ["migrations/2024-01-01-000000_a/up.sql": "SELECT 1;"],
      answer: [.diesel]),
    Case(
      name: "a number in the header and plain files", files: ["001-a.sql"],
      sql: "PRAGMA user_version = 1;", answer: [.numbered]),
  ]

  @Test(arguments: cases)
  func `detection chooses one format or asks a question`(_ project: Case) throws {
    let folder = try TemporaryFolder()
    for file in project.files { try folder.write("migrations/\(file)", "SELECT 1;\n") }
    for (file, text) in project.texts { try folder.write(file, text) }
    try folder.makeDatabase(sql: project.sql)
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    defer { try? queue.close() }
    let detection = try ProjectDetection(
      databasePath: folder.path("app.sqlite"), tables: try queue.read { try DatabaseTables($0) },
      currentFolder: folder.path("nowhere"))
    let found = detection.isQuestion ? detection.alternatives : detection.choice.map { [$0] } ?? []
    #expect(
      Set(found.map(\.tool.format)) == Set(project.answer),
      "\(project.name): \(found.map(\.evidence))")
  }
}
