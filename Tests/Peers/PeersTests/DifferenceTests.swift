#if GRDB
  import GRDBDriver
  import OursDriver
  import PeerModel
  import Testing

  /// The few intentional differences from GRDB.
  struct DifferenceTests {
    /// Runs a scenario with GRDB and with each API of the engine.
    private func play(
      _ scenario: Scenario
    ) throws -> (grdb: Scenario.Entry, ours: [Ours.Style: Scenario.Entry]) {
      let folder = try Folder()
      var ours: [Ours.Style: Scenario.Entry] = [:]
      for style in Ours.Style.allCases {
        ours[style] = try scenario.play(folder.newFile(), by: [Ours(style)]).last
      }
      let grdb = try scenario.play(folder.newFile(), by: [GRDBPeer()]).last
      return (try #require(grdb), ours)
    }

    @Test func `a failed first migration leaves no ledger; GRDB leaves an empty one`() throws {
      let (grdb, ours) = try play(Scenario([.migrate([PeerMigration("bad", sql: "SELEC 1")])]))
      #expect(grdb.dump.ledger == [])
      for (_, end) in ours {
        #expect(end.dump.ledger == nil)
        #expect(end.dump.schema.isEmpty)
        #expect(end.answers == grdb.answers)
      }
    }

    @Test func `a migration that is merged but still registered is refused; GRDB re-runs it`()
      throws
    {
      let first = PeerMigration("v1", .immediate, sql: "CREATE TABLE IF NOT EXISTS v1 (a)")
      let both: MigrationList = [
        first, PeerMigration("all", merging: ["v1"], sql: "CREATE TABLE told (applied)"),
      ]
      let (grdb, ours) = try play(
        Scenario([.migrate([first]), .migrate(both), .migrate(both), .migrate(both)]))
      // Each GRDB run undoes the record of the previous one, so the next would run v1 a third time.
      #expect(grdb.dump.ledger == ["all"])
      for (_, end) in ours {
        #expect(end.failure?.kind == .refused)
        #expect(end.dump.ledger == ["v1"])
      }
    }

    @Test(arguments: ["COMMIT", "END", "ROLLBACK", "BEGIN"])
    func `a body that ends or begins a transaction is refused and leaves nothing behind`(
      sql: String
    ) throws {
      let list = Shop.Mode.immediate.list("DELETE FROM award", sql, "DELETE FROM award")
      let (grdb, ours) = try play(Scenario([.execute(Shop.setup), .migrate(list)]))
      #expect(
        grdb.failure?.message
          == (sql == "BEGIN"
            ? "cannot start a transaction within a transaction" : "Transaction was aborted"))
      // With GRDB, changes committed by the body remain although the migration is not applied.
      let isCommitted = sql == "COMMIT" || sql == "END"
      #expect(grdb.dump.tables["award"]?.count == (isCommitted ? 0 : 1))
      let name = sql == "END" ? "COMMIT" : sql
      for (style, end) in ours {
        #expect(end.failure?.extendedCode == 23)
        #expect(
          end.failure?.message == """
            \(name) is not allowed in migration "change": the migration and its record are \
            committed in one transaction. \
            \(style == .closures
            ? "To roll back a part of it, use inSavepoint."
            : "Remove it, or let the migration run outside a transaction.")
            """)
        #expect(end.dump.tables["award"]?.count == 1)
        #expect(end.dump.ledger == nil)
        #expect(end.dump.pragmas["foreign_keys"] == [[.integer(1)]])
      }
    }

    @Test(arguments: [true, false])
    func `setting WAL mode in a transaction fails as in GRDB`(isFirst: Bool)
      throws
    {
      let wal = PeerMigration("wal", sql: "PRAGMA journal_mode = WAL", "CREATE TABLE t (a)")
      let other = PeerMigration("other", sql: "CREATE TABLE o (a); INSERT INTO o VALUES (1), (2)")
      let (grdb, ours) = try play(Scenario([.migrate(isFirst ? [wal, other] : [other, wal])]))
      #expect(grdb.failure?.message == "cannot change into wal mode from within a transaction")
      #expect(grdb.dump.ledger == (isFirst ? [] : ["other"]))
      for (_, end) in ours {
        #expect(end.failure?.message?.hasSuffix(": \(grdb.failure?.message ?? "")") == true)
        #expect(end.dump.withoutEmptyLedger.ledger == grdb.dump.withoutEmptyLedger.ledger)
        #expect(end.dump.tables["o"]?.count == (isFirst ? nil : 2))
        #expect(end.dump.tables["t"] == nil)
      }
    }

    @Test func `schema_version cannot be set, because that can damage the file`() throws {
      let list: MigrationList = [
        PeerMigration("version") { db, _ in
          try db.execute("CREATE TABLE t (a); PRAGMA schema_version = 4711")
          let isSet = try db.rows("PRAGMA schema_version") == [[.integer(4711)]]
          try db.execute("INSERT INTO t VALUES ('\(isSet)')")
        }
      ]
      let (grdb, ours) = try play(Scenario([.migrate(list)]))
      #expect(grdb.dump.texts("t") == ["true"])
      for (_, end) in ours { #expect(end.dump.texts("t") == ["false"]) }
    }

    @Test func `writing to the schema table is refused`() throws {
      let list = Shop.Mode.immediate.list(
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET sql = replace(sql, 'year', 'YEAR') WHERE name = 'award'")
      let (grdb, ours) = try play(Scenario([.execute(Shop.setup), .migrate(list)]))
      #expect(grdb.failure == nil)
      for (_, end) in ours {
        #expect(
          end.failure?.message?.hasSuffix("table sqlite_master may not be modified") == true)
        #expect(end.dump.ledger == nil)
      }
    }

    @Test func `a script cannot attach other files`() throws {
      let list: MigrationList = [PeerMigration("attach", sql: "ATTACH ':memory:' AS other")]
      let (grdb, ours) = try play(Scenario([.migrate(list)]))
      #expect(grdb.failure == nil)
      #expect(ours[.closures]?.failure == nil)
      for style in [Ours.Style.scripts, .steps] {
        #expect(
          ours[style]?.failure?.message?.hasPrefix("ATTACH and VACUUM INTO are not") == true)
      }
    }

    @Test func `an unterminated statement is reported before anything runs`() throws {
      let list: MigrationList = [PeerMigration("open", sql: "SELECT 1", "SELECT 'never closed")]
      let (grdb, ours) = try play(Scenario([.migrate(list)]))
      #expect(grdb.failure?.message == "unrecognized token: \"'never closed\"")
      #expect(ours[.closures]?.failure == grdb.failure)
      #expect(
        ours[.scripts]?.failure
          == PeerFailure(.refused, "the string that begins here has no closing '"))
    }

    @Test func `an apostrophe in the description of a row is not escaped`() throws {
      let list = Shop.Mode.deferred.list("INSERT INTO player VALUES (5, 'O''Brien', 0, 3)")
      let (grdb, ours) = try play(Scenario([.execute(Shop.setup), .migrate(list)]))
      let words = """
        FOREIGN KEY constraint violation - from player(teamId) to team(id), in \
        [id:5 name:"O'Brien" score:0 teamId:3]
        """
      // GRDB prints the result of `String(reflecting:)`, which depends on the toolchain.
      #expect(
        grdb.failure?.message
          == words.replacing("\"O'Brien\"", with: String(reflecting: "O'Brien")))
      #expect(ours[.closures]?.failure?.message == words)
      #expect(ours[.scripts]?.failure?.message == words)
      #expect(
        ours[.steps]?.failure?.message
          == words)
    }

    @Test(arguments: [
      // A column hides the rowid, and GRDB looks up the row by that column.
      (
        ["CREATE TABLE c (rowid TEXT, a REFERENCES p)", "INSERT INTO c VALUES ('mine', 1)"],
        "FOREIGN KEY constraint violation - from c(a) to p(id), in rowid 1",
        #"FOREIGN KEY constraint violation - from c(a) to p(id), in [rowid:"mine" a:1]"#
      ),
      // An unresolvable foreign key makes GRDB omit the details for all keys of its table.
      (
        [
          "CREATE TABLE c (a REFERENCES nowhere, b REFERENCES p(id))",
          "INSERT INTO c VALUES (NULL, 1)",
        ],
        "FOREIGN KEY constraint violation - from c to p, in rowid 1",
        "FOREIGN KEY constraint violation - from c(b) to p(id), in [a:NULL b:1]"
      ),
      // GRDB truncates text at a NUL character.
      (
        ["CREATE TABLE c (a REFERENCES p)", "INSERT INTO c VALUES ('one' || char(0) || 'two')"],
        #"FOREIGN KEY constraint violation - from c(a) to p(id), in [a:"one"]"#,
        #"FOREIGN KEY constraint violation - from c(a) to p(id), in [a:"one\0two"]"#
      ),
    ])
    func `some violations are described in more detail than in GRDB`(
      sql: [String], words: String, better: String
    ) throws {
      let list = Shop.Mode.deferred.list(["CREATE TABLE p (id TEXT PRIMARY KEY)"] + sql)
      let (grdb, ours) = try play(Scenario([.migrate(list)]))
      #expect(grdb.failure?.message == words)
      #expect(ours[.closures]?.failure?.message == better)
      #expect(ours[.scripts]?.failure?.message == better)
    }
  }
#endif
