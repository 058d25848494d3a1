import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// A dump of tables written by yoyo 9.0.0, and the project it was made for.
struct YoyoLedgerTests {
  private static let files = [
    "0001_init.sql": """
    -- The beginning
    -- depends:

    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TRIGGER club_name AFTER INSERT ON club BEGIN
      UPDATE club SET name = trim(name) WHERE id = new.id;
      UPDATE club SET name = coalesce(name, '') WHERE id = new.id;
    END;

    """,
    "0002_goals.sql": """
    -- depends: 0003_players
    CREATE TABLE goal (id INTEGER PRIMARY KEY, player INTEGER REFERENCES player);

    """,
    "0003_players.sql": """
    -- depends: 0001_init
    -- transactional: false
    CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club);

    """,
    "0003_players.rollback.sql": "DROP TABLE player;\n",
    "0004_python.py": """
    from yoyo import step
    __depends__ = {"0002_goals"}
    steps = [step("CREATE TABLE cup (id INTEGER PRIMARY KEY)", "DROP TABLE cup")]

    """,
    "0005_last.sql": """
    -- depends: 0004_python
    CREATE TABLE last (id INTEGER PRIMARY KEY);

    """,
  ]

  /// Created by `yoyo apply -r 0003_players` of yoyo 9.0.0, dumped by Python's `iterdump`.
  private static let dump = """
    CREATE TABLE "_yoyo_log" (
                "id" VARCHAR(36),
                "migration_hash" VARCHAR(64),
                "migration_id" VARCHAR(255),
                "operation" VARCHAR(10),
                "username" VARCHAR(255),
                "hostname" VARCHAR(255),
                "comment" VARCHAR(255),
                "created_at_utc" TIMESTAMP,
                PRIMARY KEY ("id")
            );
    INSERT INTO "_yoyo_log" VALUES('fb81c85c-e5de-11f1-be78-02fc00000001','80d448607e02943553d30e6a2c6d4a83577f3ce023dce3651fe886a405b75d3d','0001_init','apply','root','localhost',NULL,'2026-11-21T19:08:49.032371');
    INSERT INTO "_yoyo_log" VALUES('fb8a34e2-e5de-11f1-be78-02fc00000001','0d68a18d25e92a484548f9060bff29206b6eea49965f6fa9ab6eb67673ea5606','0003_players','apply','root','localhost',NULL,'2026-11-21T19:08:49.083706');
    CREATE TABLE "_yoyo_migration" (
                "migration_hash" VARCHAR(64),
                "migration_id" VARCHAR(255),
                "applied_at_utc" TIMESTAMP,
                PRIMARY KEY ("migration_hash")
            );
    INSERT INTO "_yoyo_migration" VALUES('80d448607e02943553d30e6a2c6d4a83577f3ce023dce3651fe886a405b75d3d','0001_init','2026-11-21T19:08:49.049671');
    INSERT INTO "_yoyo_migration" VALUES('0d68a18d25e92a484548f9060bff29206b6eea49965f6fa9ab6eb67673ea5606','0003_players','2026-11-21T19:08:49.103336');
    CREATE TABLE "_yoyo_version" (
                "version" INT NOT NULL PRIMARY KEY,
                "installed_at_utc" TIMESTAMP
            );
    INSERT INTO "_yoyo_version" VALUES(2,'2026-11-21 19:08:48.990090');
    CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE player (id INTEGER PRIMARY KEY, club INTEGER REFERENCES club);
    CREATE TABLE "yoyo_lock" ("locked" INT DEFAULT 1, "ctime" TIMESTAMP,"pid" INT NOT NULL,PRIMARY KEY ("locked"));
    CREATE TRIGGER club_name AFTER INSERT ON club BEGIN
      UPDATE club SET name = trim(name) WHERE id = new.id;
      UPDATE club SET name = coalesce(name, '') WHERE id = new.id;
    END;
    """

  @Test func `the states match those that yoyo lists`() throws {
    let project = try ToolProject(Yoyo(), files: Self.files, sql: Self.dump)
    let status = try project.status()
    #expect(
      status.lines
        == [
          "applied 0001_init", "applied 0003_players", "pending 0002_goals", "code 0004_python",
          "pending 0005_last",
        ])
    #expect(status.migrations[1].appliedAt == "2026-11-21T19:08:49.103336")
    #expect(status.next?.identifier == "0002_goals")
  }

  @Test func `the tables created by a first step have the same columns as yoyo's`() throws {
    let columns = """
      SELECT m.name, t.name, t.type, t."notnull", t.dflt_value, t.pk
      FROM sqlite_master AS m, pragma_table_info(m.name) AS t
      WHERE m.name LIKE '%yoyo%' AND m.type = 'table' ORDER BY m.name, t.cid
      """
    let theirs = try ToolProject(Yoyo(), files: Self.files, sql: Self.dump)
    let ours = try ToolProject(Yoyo(), files: Self.files)
    try ours.step()
    #expect(try ours.rows(columns) == theirs.rows(columns))
    #expect(try ours.rows(columns).count == 16)
  }

  @Test func `rows written by a step have the same format as yoyo's`() throws {
    let project = try ToolProject(Yoyo(), files: Self.files, sql: Self.dump)
    try project.step()
    for sql in [
      """
      SELECT typeof(id), length(id), typeof(migration_hash), length(migration_hash), operation,
        typeof(username), typeof(hostname), comment, typeof(created_at_utc),
        length(created_at_utc) FROM _yoyo_log
      """,
      """
      SELECT typeof(migration_hash), typeof(migration_id), typeof(applied_at_utc),
        length(applied_at_utc) FROM _yoyo_migration
      """,
    ] {
      let forms = try project.rows(sql)
      #expect(forms.count == 3 && Set(forms).count == 1)
    }
  }
}
