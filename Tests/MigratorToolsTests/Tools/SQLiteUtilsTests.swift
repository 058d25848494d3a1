import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

struct SQLiteUtilsTests {
  private static let files = [
    "migrations.py": """
    from sqlite_utils import Database, Migrations

    clubs = Migrations("clubs")
    transfers = Migrations("transfers")


    @clubs()
    def create_clubs(db: Database):
        db["club"].create({"id": int, "name": str}, pk="id")


    @clubs()
    def add_players(db):
        db["player"].create({"id": int, "club": int}, pk="id")


    @transfers(name="first transfers")
    def create_transfers(db):
        db["transfer"].create({"id": int}, pk="id")


    # @clubs()
    # def commented_out(db): ...

    @clubs(transactional=False)
    def vacuum(db):
        db.vacuum()
    """
  ]

  /// The ledger left by `sqlite-utils migrate app.db migrations.py --stop-before clubs:vacuum`
  /// (sqlite-utils 4.2.1, sqlite-migrate 0.2).
  private static let ledger = """
    CREATE TABLE "_sqlite_migrations" (
       "id" INTEGER PRIMARY KEY,
       "migration_set" TEXT,
       "name" TEXT,
       "applied_at" TEXT
    );
    INSERT INTO "_sqlite_migrations" VALUES
      (1,'clubs','create_clubs','2026-11-21 18:40:37.421112+00:00'),
      (2,'clubs','add_players','2026-11-21 18:40:37.444726+00:00'),
      (3,'transfers','first transfers','2026-11-21 18:40:37.467619+00:00');
    CREATE UNIQUE INDEX "idx__sqlite_migrations_migration_set_name"
        ON "_sqlite_migrations" ("migration_set", "name");
    """

  @Test func `sets and their functions are listed in the tool's order`() throws {
    let project = try ToolProject(ReadOnlyTool.sqliteUtils, files: Self.files, sql: Self.ledger)
    // `migrate --list` reports: vacuum of clubs is pending, and all of transfers is applied.
    #expect(
      try project.status().migrations.map { "\($0.state) \($0.identifier) \($0.appliedAt ?? "-")" }
        == [
          "applied clubs:create_clubs 2026-11-21 18:40:37.421112+00:00",
          "applied clubs:add_players 2026-11-21 18:40:37.444726+00:00", "code clubs:vacuum -",
          "applied transfers:first transfers 2026-11-21 18:40:37.467619+00:00",
        ])
    #expect(
      try project.status().obstacle?.remedy
        == "Run `sqlite-utils migrate DATABASE migrations.py` in the project.")
    #expect(throws: MigrationError.self) { try project.step() }
    #expect(
      ReadOnlyTool.sqliteUtils.evidence(in: try project.tree())
        == FolderEvidence(
          words: "4 functions registered in migrations.py", strength: .certain, count: 4))
  }

  @Test func `the older table without an id is read`() throws {
    let project = try ToolProject(
      ReadOnlyTool.sqliteUtils, files: Self.files,
      sql: """
        CREATE TABLE [_sqlite_migrations] ([migration_set] TEXT, [name] TEXT, [applied_at] TEXT,
          PRIMARY KEY ([migration_set], [name]));
        INSERT INTO _sqlite_migrations VALUES ('clubs', 'create_clubs', '2023-01-01 10:00:00'),
          ('clubs', 'gone', NULL);
        """)
    #expect(try project.states()["clubs:create_clubs"] == .applied)
    #expect(try project.states()["clubs:gone"] == .unregistered)
    #expect(try project.status().count(of: .code) == 3)
  }

  @Test func `a name registered twice is refused, as in the tool`() throws {
    let project = try ToolProject(
      ReadOnlyTool.sqliteUtils,
      files: [
        "migrations.py": """
        import sqlite_migrate
        m = sqlite_migrate.Migrations('a')
        @m()
        def one(db): pass
        @other
        @m(name='one')
        async def two(db): pass
        """
      ])
    let failure = #expect(throws: SourceFailure.self) { try project.toolFolder() }
    #expect(failure?.problems.map(\.kind) == [.duplicateVersion])
  }
}
