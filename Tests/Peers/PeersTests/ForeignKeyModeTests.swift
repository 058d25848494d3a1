#if GRDB
  import PeerModel
  import Testing

  /// The three modes of foreign key checks.
  struct ForeignKeyModeTests {
    @Test(arguments: Shop.Mode.allCases)
    func `a violation that is fixed before the end causes a failure only with immediate checks`(
      mode: Shop.Mode
    ) throws {
      let end = try expectSame(
        mode.list(
          "INSERT INTO player VALUES (5, 'David', 0, 3)", "INSERT INTO team VALUES (3, 'Green')"),
        after: Shop.setup)
      #expect(end.failure?.extendedCode == (mode == .immediate ? 787 : nil))
      #expect(end.dump.tables["player"]?.count == (mode == .immediate ? 4 : 5))
    }

    @Test(arguments: Shop.Mode.allCases)
    func `a violation at the end is accepted only without checks`(mode: Shop.Mode) throws {
      let end = try expectSame(
        mode.list("INSERT INTO player VALUES (5, 'David', 0, 3)"), after: Shop.setup)
      let words: String? =
        switch mode {
        case .deferred:
          """
          SQLite error 19: FOREIGN KEY constraint violation - from player(teamId) to team(id), in \
          [id:5 name:"David" score:0 teamId:3]
          """
        case .immediate:
          """
          SQLite error 19: FOREIGN KEY constraint failed - while executing `INSERT INTO player \
          VALUES (5, 'David', 0, 3)`
          """
        case .disabled: nil
        }
      #expect(end.failure?.description == words)
      #expect(end.dump.pragmas["foreign_key_check"]?.count == (mode == .disabled ? 1 : 0))
      #expect(end.dump.pragmas["foreign_keys"] == [[.integer(1)]])
    }

    @Test(arguments: Shop.Mode.allCases)
    func `a violation that existed before blocks a migration only with deferred checks`(
      mode: Shop.Mode
    ) throws {
      let orphan = [
        "PRAGMA foreign_keys = OFF", "INSERT INTO player VALUES (9, 'Orphan', 0, 99)",
      ]
      let end = try expectSame(
        mode.list("CREATE TABLE unrelated (a)"), after: Shop.setup + orphan)
      #expect((end.failure == nil) == (mode != .deferred))
      #expect((end.dump.tables["unrelated"] == nil) == (mode == .deferred))
    }

    @Test(arguments: Shop.Mode.allCases)
    func `nothing is checked if the configuration turns off foreign keys`(
      mode: Shop.Mode
    ) throws {
      let end = try expectSame(
        mode.list("INSERT INTO player VALUES (5, 'David', 0, 3)", "DELETE FROM team"),
        options: PeerOptions(foreignKeysEnabled: false), after: Shop.setup)
      #expect(end.failure == nil)
      #expect(end.dump.tables["player"]?.count == 5)
      #expect(end.dump.pragmas["foreign_keys"] == [[.integer(0)]])
      #expect(end.dump.pragmas["foreign_key_check"]?.isEmpty == false)
    }

    @Test(arguments: Shop.Mode.allCases)
    func `foreign key actions are performed only with immediate checks`(mode: Shop.Mode) throws {
      let end = try expectSame(mode.list("DELETE FROM team WHERE id = 1"), after: Shop.setup)
      #expect((end.failure == nil) == (mode != .deferred))
      #expect(end.dump.tables["player"]?.count == (mode == .immediate ? 2 : 4))
    }

    @Test(arguments: Shop.Mode.allCases)
    func `with immediate checks, a row cannot be deleted while another one refers to it`(
      mode: Shop.Mode
    ) throws {
      let end = try expectSame(mode.list("DELETE FROM player WHERE id = 3"), after: Shop.setup)
      #expect(end.failure?.extendedCode == (mode == .disabled ? nil : 787))
    }

    @Test(arguments: Shop.Mode.allCases)
    func `with immediate checks, a violated deferred constraint makes the commit fail`(
      mode: Shop.Mode
    ) throws {
      let setup = [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p DEFERRABLE INITIALLY DEFERRED)",
      ]
      let end = try expectSame(mode.list("INSERT INTO c VALUES (1, 7)"), after: setup)
      #expect(end.failure?.extendedCode == (mode == .disabled ? nil : 787))
      if mode == .immediate {
        #expect(
          end.failure?.description
            == "SQLite error 19: FOREIGN KEY constraint failed - while executing `COMMIT TRANSACTION`"
        )
      }
      #expect(end.dump.ledger == (mode == .disabled ? ["change"] : []))
    }

    @Test(arguments: Shop.Mode.allCases, [true, false])
    func `a pragma can defer immediate checks but cannot turn them off`(
      mode: Shop.Mode, mended: Bool
    ) throws {
      for pragma in ["PRAGMA defer_foreign_keys = ON", "PRAGMA foreign_keys = OFF"] {
        let mend = mended ? ["INSERT INTO team VALUES (3, 'Green')"] : []
        let end = try expectSame(
          mode.list([pragma, "INSERT INTO player VALUES (5, 'David', 0, 3)"] + mend),
          after: Shop.setup)
        let passes =
          mode == .disabled || (mended && (mode == .deferred || pragma.contains("defer_")))
        #expect((end.failure == nil) == passes)
        #expect(end.dump.pragmas["foreign_keys"] == [[.integer(1)]])
      }
    }

    @Test(arguments: Shop.Mode.allCases)
    func `a missing parent index causes a failure only with deferred checks`(mode: Shop.Mode) throws
    {
      let end = try expectSame(
        mode.list("CREATE TABLE bad (a REFERENCES player(score))"), after: Shop.setup)
      #expect((end.failure == nil) == (mode != .deferred))
      if mode == .deferred {
        #expect(end.failure?.message == "foreign key mismatch - \"bad\" referencing \"player\"")
      }
    }

    @Test(arguments: Shop.Mode.allCases)
    func `a missing parent table has the same effect in both engines`(mode: Shop.Mode) throws {
      for clause in ["REFERENCES nowhere", "REFERENCES nowhere(id)"] {
        let end = try expectSame(
          mode.list("CREATE TABLE bad (a \(clause))", "INSERT INTO bad VALUES (NULL), (1)"),
          after: Shop.setup)
        #expect((end.failure == nil) == (mode == .disabled))
      }
    }

    @Test func `migrations with all three modes can be registered together`() throws {
      let list = MigrationList(
        [
          PeerMigration("1", .deferred, sql: Shop.setup.joined(separator: ";")),
          PeerMigration("2", .immediate, sql: "DELETE FROM team WHERE id = 1"),
          PeerMigration("3", .deferred, sql: "INSERT INTO team VALUES (1, 'Red again')"),
          PeerMigration("4", .deferred, sql: "INSERT INTO player VALUES (7, 'Orphan', 0, 77)"),
          PeerMigration("5", .immediate, sql: "INSERT INTO team VALUES (6, 'Grey')"),
          PeerMigration("6", .immediate, sql: "INSERT INTO player VALUES (8, 'Orphan 2', 0, 78)"),
          PeerMigration("7", .deferred, sql: "INSERT INTO team VALUES (7, 'Never')"),
        ], uncheckedFrom: 3)
      let end = try expectSame(list)
      #expect(end.failure?.extendedCode == 787)
      #expect(end.answers?.applied == ["1", "2", "3", "4", "5"])
      let checked = try expectSame(MigrationList(list.migrations))
      #expect(checked.answers?.applied == ["1", "2", "3"])
    }

    @Test func `the error of a check describes composite keys and WITHOUT ROWID tables`() throws {
      let end = try expectSame([
        PeerMigration(
          "composite",
          sql: "CREATE TABLE parent (a TEXT, b TEXT, PRIMARY KEY (a, b))",
          "CREATE TABLE child (x TEXT, y TEXT, FOREIGN KEY (x, y) REFERENCES parent)",
          "INSERT INTO child VALUES ('1', NULL), ('é', x'00FF'), (1.5, 'b')")
      ])
      #expect(
        end.failure?.message == """
          FOREIGN KEY constraint violation - from child(x, y) to parent(a, b), in \
          [x:"é" y:Data(2 bytes)]
          """)
      let without = try expectSame([
        PeerMigration(
          "without rowid", sql: "CREATE TABLE parent (a PRIMARY KEY)",
          "CREATE TABLE child (a PRIMARY KEY REFERENCES parent) WITHOUT ROWID",
          "INSERT INTO child VALUES (1)")
      ])
      #expect(
        without.failure?.message
          == "FOREIGN KEY constraint violation - from child(a) to parent(a)")
    }
  }
#endif
