#if GRDB
  import PeerModel
  import Testing

  /// Tables that are re-created, renamed and altered, with dependent objects.
  struct RecreationTests {
    /// SQLite's own procedure for changes that ALTER TABLE does not support.
    static let recreation = [
      """
      CREATE TABLE new_team (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE,
        city TEXT DEFAULT 'nowhere')
      """,
      "INSERT INTO new_team (id, name) SELECT id, name FROM team",
      "DROP TABLE team",
      "ALTER TABLE new_team RENAME TO team",
    ]

    @Test(arguments: Shop.Mode.allCases)
    func `re-creating a parent keeps its children unless checks are immediate`(
      mode: Shop.Mode
    ) throws {
      let end = try expectSame(mode.list(Self.recreation), after: Shop.setup)
      if mode == .immediate {
        // DROP TABLE deletes the rows first: two players are deleted with team 1, and award 1
        // blocks the rest.
        #expect(end.failure?.extendedCode == 787)
        #expect(end.dump.tables["player"]?.count == 4)
      } else {
        #expect(end.failure == nil)
        #expect(end.dump.tables["player"]?.count == 4)
        #expect(end.dump.tables["team"]?[0].count == 3)
      }
    }

    @Test(arguments: Shop.Mode.allCases)
    func `with immediate checks, dropping a parent deletes its children by cascade`(
      mode: Shop.Mode
    ) throws {
      let setup = Shop.setup + ["DELETE FROM award"]
      let end = try expectSame(mode.list(Self.recreation), after: setup)
      #expect(end.failure == nil)
      #expect(end.dump.tables["player"]?.count == (mode == .immediate ? 1 : 4))
    }

    @Test(arguments: Shop.Mode.allCases)
    func `losing a parent row in a re-creation is an error if keys are checked`(mode: Shop.Mode)
      throws
    {
      var recreation = Self.recreation
      recreation[1] += " WHERE id = 1"
      let end = try expectSame(mode.list(recreation), after: Shop.setup)
      #expect(end.failure?.extendedCode == (mode == .disabled ? nil : 787))
    }

    @Test(arguments: Shop.Mode.allCases)
    func `a child is re-created with its indexes and triggers`(mode: Shop.Mode) throws {
      let setup =
        Shop.setup + [
          """
          CREATE TRIGGER player_ai AFTER INSERT ON player BEGIN
            UPDATE team SET name = name || '+' WHERE id = new.teamId;
          END
          """
        ]
      let end = try expectSame(
        mode.list(
          "CREATE TABLE new_player (id INTEGER PRIMARY KEY, name TEXT, teamId INTEGER NOT NULL "
            + "DEFAULT 1 REFERENCES team(id) ON DELETE SET NULL ON UPDATE CASCADE)",
          "INSERT INTO new_player SELECT id, name, ifnull(teamId, 2) FROM player",
          "DELETE FROM award", "DROP TABLE player", "ALTER TABLE new_player RENAME TO player",
          "CREATE INDEX player_on_teamId ON player(teamId, name)",
          "UPDATE player SET teamId = 2 WHERE id = 4"), after: setup)
      #expect(end.failure == nil)
      #expect(end.dump.schema.contains { $0[1] == .text("player_ai") } == false)
    }

    @Test(arguments: Shop.Mode.allCases, ["OFF", "ON"])
    func `tables and columns can be renamed while foreign keys refer to them`(
      mode: Shop.Mode, legacy: String
    ) throws {
      let setup =
        Shop.setup + [
          "CREATE VIEW ranking AS SELECT p.name, t.name AS team FROM player p JOIN team t "
            + "ON t.id = p.teamId",
          "CREATE TRIGGER team_au AFTER UPDATE OF name ON team BEGIN "
            + "INSERT INTO award SELECT id, 1999 FROM player WHERE teamId = new.id; END",
        ]
      let options = PeerOptions(
        preparation: ["PRAGMA synchronous = OFF", "PRAGMA legacy_alter_table = \(legacy)"])
      try expectSame(
        mode.list(
          "ALTER TABLE team RENAME TO club", "ALTER TABLE player RENAME COLUMN teamId TO clubId",
          "UPDATE club SET name = 'x' WHERE id = 2"), options: options, after: setup)
      try expectSame(
        mode.list("ALTER TABLE team RENAME COLUMN id TO teamId"), options: options, after: setup)
      try expectSame(mode.list(Self.recreation), options: options, after: setup)
    }

    @Test(arguments: Shop.Mode.allCases)
    func `a view on a re-created table makes the rename fail`(mode: Shop.Mode) throws {
      let setup = Shop.setup + ["DELETE FROM award", "CREATE VIEW v AS SELECT * FROM main.team"]
      let end = try expectSame(mode.list(Self.recreation), after: setup)
      #expect(end.failure?.message == "error in view v: no such table: main.team")
      try expectSame(
        mode.list(
          ["DROP VIEW v"] + Self.recreation + ["CREATE VIEW v AS SELECT id, city FROM team"]),
        after: setup)
    }

    @Test(arguments: Shop.Mode.allCases)
    func `columns can be added, dropped and generated`(mode: Shop.Mode) throws {
      let end = try expectSame(
        mode.list(
          "ALTER TABLE player ADD COLUMN rank INTEGER NOT NULL DEFAULT 7",
          "ALTER TABLE player ADD COLUMN coachId INTEGER REFERENCES player(id)",
          "ALTER TABLE player ADD COLUMN loud TEXT AS (upper(name)) VIRTUAL",
          "UPDATE player SET coachId = 1 WHERE id > 1",
          "DROP INDEX player_on_teamId", "CREATE INDEX loud ON player(loud) WHERE rank > 3",
          "ALTER TABLE award DROP COLUMN year", "INSERT INTO award VALUES (2)"), after: Shop.setup)
      #expect(end.failure == nil)
      #expect(end.dump.tables["player"]?[1].last == .text("BARBARA"))
    }

    @Test func `tables of every kind can be migrated`() throws {
      let end = try expectSame([
        PeerMigration(
          "kinds",
          sql: "CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT, v)",
          "INSERT INTO counted (v) VALUES (1.5), (x'00'), ('text'), (NULL), (9223372036854775807)",
          "DELETE FROM counted WHERE id = 5",
          "CREATE TABLE pairs (a TEXT, b INT, PRIMARY KEY (b DESC, a)) WITHOUT ROWID",
          "INSERT INTO pairs VALUES ('x', 1), ('y', 2), ('a', 2)",
          "CREATE TABLE strict (i INTEGER, r REAL, t TEXT, b BLOB, a ANY) STRICT",
          "INSERT INTO strict VALUES (1, 2, 'three', x'04', '5')",
          "CREATE VIRTUAL TABLE words USING fts5(body)",
          "INSERT INTO words VALUES ('so many words'), ('few')",
          "CREATE TEMP TABLE passing (a)", "INSERT INTO passing VALUES (1)",
          "CREATE TABLE copied AS SELECT * FROM pairs, passing",
          "ANALYZE", "PRAGMA user_version = 42", "PRAGMA application_id = 7"),
        PeerMigration("after", .immediate, sql: "INSERT INTO counted (v) VALUES ('sixth')"),
      ])
      #expect(end.failure == nil)
      #expect(end.dump.tables["counted"]?.last?[0] == .integer(6))
      #expect(end.dump.pragmas["user_version"] == [[.integer(42)]])
    }

    @Test func `a file in WAL mode can be migrated`() throws {
      let ends = try expectSame(
        Scenario([
          .execute(["PRAGMA journal_mode = WAL"] + Shop.setup),
          .migrate(Shop.Mode.deferred.list(Self.recreation)),
          .migrate(Shop.Mode.immediate.list("INSERT INTO award VALUES (99, 1)")),
        ]))
      #expect(ends.last?.dump.pragmas["journal_mode"] == [[.text("wal")]])
      #expect(ends[1].failure == nil)
    }
  }
#endif
