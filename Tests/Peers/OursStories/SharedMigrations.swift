#if OURS || GRDB
  #if OURS
    internal import MigratorEngine
  #else
    internal import GRDB
  #endif

  /// Migrations for both engines.
  ///
  /// One target compiles this file with this package's engine, another with GRDB.
  enum SharedMigrations {
    static var migrator: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("clubs") { db in
        try db.create(table: "club") { t in
          t.autoIncrementedPrimaryKey("id")
          t.column("name", .text).notNull()
        }
        try db.create(table: "player") { t in
          t.autoIncrementedPrimaryKey("id")
          t.column("clubId", .integer).references("club", onDelete: .cascade)
          t.column("name", .text)
          t.column("score", .double)
        }
      }
      migrator.registerMigration("new scores") { db in
        try db.execute(
          sql: """
            UPDATE player SET score = score + 1 WHERE score < 3;
            UPDATE player SET name = NULL WHERE id = 2;
            DELETE FROM player WHERE id = 3;
            INSERT INTO player (clubId, name, score) VALUES (1, 'Zoe', 9);
            """)
      }
      migrator.registerMigration("players anew") { db in
        try db.execute(
          sql: """
            CREATE TABLE new_player (id INTEGER PRIMARY KEY, clubId INTEGER REFERENCES club(id), name TEXT);
            INSERT INTO new_player SELECT id, clubId, name FROM player WHERE id <> 1;
            DROP TABLE player;
            ALTER TABLE new_player RENAME TO player;
            CREATE INDEX player_on_name ON player(name);
            """)
      }
      migrator.registerMigration("orphan") { db in
        try db.execute(sql: "INSERT INTO player (clubId, name) VALUES (42, 'Bo')")
      }
      return migrator
    }

    static var endless: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      migrator.registerMigration("endless") { db in
        try db.execute(
          sql: """
            CREATE TABLE big (n INTEGER);
            INSERT INTO big WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
            SELECT n FROM c;
            """)
      }
      return migrator
    }

    static var late: DatabaseMigrator {
      var migrator = DatabaseMigrator()
      for name in ["clubs", "late 1", "late 2", "applied"] {
        migrator.registerMigration(name) { db in
          try db.execute(sql: "CREATE TABLE \"\(name)\" (x)")
        }
      }
      return migrator
    }
  }
#endif
