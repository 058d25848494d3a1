/// The initial inputs for fuzzing: ordinary ones and regression cases.
enum FuzzSeeds {
  /// Tokens to insert into SQL.
  static let words = [
    "'", "\"", "`", "[", "]", "--", "/*", "*/", ";", "(", ")", "\0", "\r", "\u{1B}[31m", "\u{202E}",
    "BEGIN;", "COMMIT;", "ROLLBACK;", "SAVEPOINT a;", "END;", "CREATE TABLE t (x);",
    "CREATE TRIGGER r AFTER INSERT ON club BEGIN DELETE FROM player; END;", "DROP TABLE club;",
    "PRAGMA foreign_keys = ON;", "PRAGMA writable_schema = ON;", "PRAGMA journal_mode = WAL;",
    "VACUUM;", "ATTACH 'x' AS y;", "DETACH main;", "REINDEX;", "INSERT OR REPLACE INTO ",
    "REFERENCES club(id) ON DELETE CASCADE", "WITHOUT ROWID", "GENERATED ALWAYS AS (1)", "STRICT",
    "COLLATE NOCASE", "9223372036854775808", "-9223372036854775808", "1e999", "x'00'",
    "zeroblob(9)",
    "theme = light\n", "read-only = on\n", "[keys]\n", "[colours]\n", "# ", "\r\n", "=",
    "-- migtui: accept lost-data -- a\n", "-- migtui: no-transaction\n",
    "-- migtui: foreign-keys immediate\n", "-- +goose Up\n",
    "-- +goose StatementBegin\n", "-- migrate:up\n", "grdb_migrations", "sqlite_master", "é", "大江",
  ]

  /// Migrations.
  ///
  /// After the first few, each is a regression case.
  static let migrations = [
    "CREATE TABLE league (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\nINSERT INTO league VALUES (1, 'a');",
    "ALTER TABLE club ADD COLUMN country TEXT;\nUPDATE club SET country = name;",
    """
    CREATE TABLE new_player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), name TEXT);
    INSERT INTO new_player SELECT id, clubId, name FROM player;
    DROP TABLE player;
    ALTER TABLE new_player RENAME TO player;
    """,
    "CREATE TRIGGER t AFTER UPDATE ON club BEGIN\n  SELECT 1; -- ;\n  SELECT ';';\nEND;",
    // Never ends.
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c;",
    // Deletes or changes ledger rows.
    "DELETE FROM grdb_migrations; INSERT INTO club VALUES (99, 'again');",
    "UPDATE grdb_migrations SET identifier = 'z';", "DROP TABLE grdb_migrations;",
    // Ends its transaction.
    "COMMIT; PRAGMA foreign_keys=OFF; BEGIN; DROP TABLE club;",
    // Adds rows to shadow tables that did not exist before.
    "CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('a'); DROP TABLE f;",
    "CREATE VIRTUAL TABLE g USING fts4(body); INSERT INTO g VALUES ('a');",
    "ALTER TABLE player RENAME COLUMN name TO title; ALTER TABLE player RENAME TO person;",
    "DROP TABLE player; ALTER TABLE club RENAME TO player;",
    // Calls a function that could run code, and writes to other files.
    "SELECT fts3_tokenizer('z', x'4141414141414141');", "VACUUM INTO 'elsewhere.sqlite';",
    "ATTACH 'file:elsewhere.sqlite?vfs=unix' AS e; CREATE TABLE e.t (x);",
    "-- migtui: no-transaction\nPRAGMA journal_mode = WAL;\nVACUUM;\nPRAGMA page_size = 8192;",
    "CREATE TABLE \"Ärger\" (x); CREATE TABLE \"ärger\" (x); DELETE FROM \"Ärger\";",
    "INSERT INTO club VALUES (1000, zeroblob(1000000)), (1001, '\u{1B}]0;title\u{7}');",
    "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE TABLE club (x' WHERE name = 'club';",
    "", ";", "--", "\u{FEFF}SELECT 1;", "SELECT 'not ended", "SELECT \"not ended", "/* not ended",
    String(repeating: "(", count: 2000), "SELECT " + String(repeating: "1+", count: 2000) + "1;",
  ]

  /// Settings files.
  static let settings = [
    "", "theme = dark\nmouse = off\nread-only = on\n",
    "ascii = yes\nreduced-motion = on # a comment\n",
    "[colours]\ndanger = #ff5f5f bold\ndanger = red\n[keys]\ndry-run = d F6\nfix = x\nquit = q q\n",
    "\u{FEFF}read-only = maybe\r\n[no section]\nx = 1\n",
    "theme\n= light\n[keys]\nnone = \u{1B}[31m\n",
    String(repeating: "mouse = on\n", count: 2_000),
    "read-only = on" + String(repeating: " ", count: 1_000_000),
  ]

  /// The SQL that creates the databases.
  ///
  /// After the first, each is a regression case.
  static let databases = [
    TrialCommand.schema,
    """
    CREATE TABLE parent (a TEXT COLLATE NOCASE, b, PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE child (a, b, c INTEGER GENERATED ALWAYS AS (a || b), FOREIGN KEY (a, b) REFERENCES parent);
    CREATE TABLE mismatch (x REFERENCES parent(b));
    """,
    """
    CREATE TABLE gone (x REFERENCES nowhere(id)); INSERT INTO gone VALUES (1), ('1'), (x'31');
    CREATE TABLE self (id INTEGER PRIMARY KEY, up REFERENCES self); INSERT INTO self VALUES (1, 2);
    """,
    """
    CREATE VIRTUAL TABLE f USING fts5(body); INSERT INTO f VALUES ('a b c');
    CREATE VIRTUAL TABLE r USING rtree(id, a, b); INSERT INTO r VALUES (1, 2, 3);
    CREATE VIEW v AS SELECT * FROM f, r; CREATE VIEW broken AS SELECT * FROM nowhere;
    """,
    """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1_country'), (x'00'), (''), ('\u{1B}[31m');
    """,
    "CREATE TABLE grdb_migrations (name TEXT); INSERT INTO grdb_migrations VALUES (NULL);",
    "CREATE TABLE schema_migrations (version uint64, dirty bool); INSERT INTO schema_migrations VALUES (NULL, 'x');",
    "CREATE TABLE _prisma_migrations (id TEXT, checksum BLOB, finished_at, migration_name, logs, rolled_back_at, started_at, applied_steps_count); INSERT INTO _prisma_migrations VALUES (1, 2, 3, x'ff', 5, 6, 7, 8);",
    "CREATE TABLE t (x DEFAULT (1), CHECK (x > abs(random()))); CREATE INDEX i ON t(x) WHERE x LIKE 'a%';",
  ]
}
