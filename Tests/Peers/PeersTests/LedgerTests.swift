#if GRDB
  import GRDBDriver
  import OursDriver
  import PeerModel
  import Testing

  /// The ledger's content and the migrations that run as a result.
  struct LedgerTests {
    /// Creates migrations that each create one table, named by their numbers.
    static func tables(_ names: String...) -> MigrationList {
      MigrationList(names.map { PeerMigration($0, sql: "CREATE TABLE \"t\($0)\" (a)") })
    }

    @Test func `migrating without registered migrations creates nothing`() throws {
      let end = try expectSame([])
      #expect(end.dump.schema.isEmpty)
      #expect(end.answers?.hasCompleted == true)
    }

    @Test func `a run with upTo stops at its target, even when it is repeated`() throws {
      let list = Self.tables("1", "2", "3")
      let ends = try expectSame(
        Scenario([
          .migrate(list, upTo: "2"), .migrate(list, upTo: "2"), .migrate(list, upTo: "3"),
          .migrate(list), .migrate(list, upTo: "3"),
        ]))
      #expect(
        ends.map(\.dump.ledger) == [["1", "2"], ["1", "2"]]
          + Array(repeating: ["1", "2", "3"], count: 3))
      #expect(ends.allSatisfy { $0.failure == nil })
    }

    @Test func `if migrations are added, only the new ones run`() throws {
      let ends = try expectSame(
        Scenario((1...4).map { .migrate(Self.tables("1", "2", "3", "4").prefix($0)) }))
      #expect(ends.last?.dump.ledger == ["1", "2", "3", "4"])
    }

    @Test func `migrations registered between applied ones run out of order`() throws {
      let ends = try expectSame(
        Scenario([
          .migrate(Self.tables("a", "d")), .migrate(Self.tables("a", "c", "d", "e")),
          .migrate(Self.tables("0", "a", "b", "c", "d"), upTo: "d"),
          .migrate(Self.tables("d", "c", "b", "a")),
        ]))
      #expect(ends[1].dump.ledger == ["a", "d", "c", "e"])
      #expect(ends[2].dump.ledger == ["a", "d", "c", "e", "0", "b"])
      #expect(ends[2].answers?.isSuperseded == true)
      #expect(ends.allSatisfy { $0.failure == nil })
    }

    @Test func `the applied migrations are reported in every state`() throws {
      // Each pair contains the applied and the registered identifiers.
      let states: [(applied: [String], registered: [String])] = [
        ([], []), ([], ["1"]), (["1"], []), (["1"], ["1"]), (["1"], ["1", "2"]),
        (["1", "2"], ["1"]), (["1", "3"], ["1", "2", "3"]), (["2"], ["1", "2"]),
        (["2", "1"], ["1", "2"]), (["1", "x"], ["1", "2"]), (["x"], ["1"]),
        (["1", "2", "x"], ["1", "2"]), (["3", "1"], ["3", "2", "1"]),
      ]
      for (applied, registered) in states {
        let setup =
          ["CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"]
          + applied.map { "INSERT INTO grdb_migrations VALUES ('\($0)')" }
        let list = MigrationList(registered.map { PeerMigration($0, sql: "SELECT 1") })
        let failing = MigrationList(registered.map { PeerMigration($0, sql: "SELEC 1") })
        let ends = try expectSame(
          Scenario([.execute(setup), .migrate(failing), .migrate(list)]))
        #expect(Set(ends[1].answers?.identifiers ?? []) == Set(applied))
        #expect(ends[2].answers?.hasCompleted == true)
      }
    }

    @Test func `identifiers with unusual characters are recorded`() throws {
      let names = [
        "o'brien", "say \"hi\"", "back`tick", "[bracket]", "semi;colon", "new\nline", "tab\t",
        " leading and trailing ", "", "naïve", "日本語", "👩‍👩‍👧", "e\u{301}", "%_?1:a$b@c", "null",
        "\u{202E}",
        "-- comment", "/* open", "\\", String(repeating: "long ", count: 1000),
      ]
      let list = MigrationList(
        names.enumerated().map { PeerMigration($1, sql: "CREATE TABLE t\($0) (a)") })
      let ends = try expectSame(Scenario([.migrate(list.prefix(7)), .migrate(list)]))
      #expect(ends[1].failure == nil)
      #expect(ends[1].dump.ledger?.count == names.count)
      for end in ends {
        #expect(end.dump.ledger == Array(names.prefix(end.dump.ledger?.count ?? 0)))
      }
    }

    @Test func `migrations can use names of tables and columns with unusual characters`() throws {
      let end = try expectSame([
        PeerMigration(
          "odd",
          sql: #"CREATE TABLE "the ""parent"";" ("a b" TEXT PRIMARY KEY, [c;d] INT, `e``f`)"#,
          #"CREATE TABLE "子;--" ("o clock" REFERENCES "the ""parent"";"("a b"), "sélect")"#,
          #"CREATE INDEX "in;dex" ON "子;--"("o clock")"#,
          #"INSERT INTO "the ""parent"";" VALUES ('it''s; -- not', 2, x'03')"#,
          #"INSERT INTO "子;--" VALUES ('it''s; -- not', '/*')"#),
        PeerMigration("orphan", sql: #"INSERT INTO "子;--" VALUES ('none', '-- "')"#),
      ])
      #expect(
        end.failure?.message
          == #"FOREIGN KEY constraint violation - from 子;--(o clock) to the "parent";(a b), "#
          + #"in [o clock:"none" sélect:"-- \""]"#)
      #expect(end.answers?.applied == ["odd"])
    }

    @Test(arguments: [
      "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY, extra TEXT)",
      "CREATE TABLE GRDB_Migrations (Identifier TEXT)",
      "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID",
    ])
    func `a ledger created by another program is used`(table: String) throws {
      let list = Self.tables("1", "2", "3")
      let ends = try expectSame(
        Scenario([
          .execute([table, "INSERT INTO grdb_migrations (identifier) VALUES ('2')"]),
          .migrate(list, upTo: "2"), .migrate(list),
        ]))
      #expect(ends.allSatisfy { $0.failure == nil })
      #expect(ends[2].answers?.identifiers == ["1", "2", "3"])
      #expect(ends[2].dump.tables["t2"] == nil)
    }

    @Test func `a table that only resembles the ledger is an error`() throws {
      let table = "CREATE TABLE grdb_migrations (something)"
      let messages = try [GRDBPeer() as any Peer, Ours(), Ours(.scripts)].map { peer in
        let folder = try Folder()
        return try peer.connect(folder.newFile(), PeerOptions()) { connection in
          try connection.access { try $0.execute(table) }
          return connection.migrate(Self.tables("1"), upTo: nil)?.message
        }
      }
      // GRDB passes SQLite's message on. This engine explains it and suggests what to do.
      #expect(messages[0] == "no such column: identifier")
      #expect(
        Set(messages[1...])
          == [
            "grdb_migrations has no identifier column, so migtui cannot determine what is "
              + "applied."
          ])
    }
  }
#endif
