#if GRDB
  import PeerModel
  import Testing

  /// Several migrations folded into one, from every starting point.
  struct MergedMigrationTests {
    /// Creates each table whose migration is not applied yet.
    private static func folded(
      _ identifier: String, merging merged: Set<String>, tables: [String]
    ) -> PeerMigration {
      PeerMigration(identifier, merging: merged) { db, applied in
        for table in tables where !applied.contains(table) {
          try db.execute("CREATE TABLE \(table) (a)")
        }
        try db.execute("CREATE TABLE IF NOT EXISTS told (applied)")
        try db.execute("INSERT INTO told VALUES ('\(applied.sorted().joined(separator: " "))')")
      }
    }

    private static let old = MigrationList(
      (1...5).map { PeerMigration("v\($0)", sql: "CREATE TABLE v\($0) (a)") })

    @Test(arguments: 0...5)
    func `a merged migration can reuse the name of the last one`(start: Int) throws {
      let new = MigrationList([
        Self.old.migrations[0],
        Self.folded("v4", merging: ["v2", "v3"], tables: ["v2", "v3", "v4"]),
        Self.old.migrations[4],
      ])
      let own = MigrationList([
        Self.old.migrations[0],
        Self.folded("v4", merging: ["v2", "v3", "v4"], tables: ["v2", "v3", "v4"]),
        Self.old.migrations[4],
      ])
      for list in [new, own] {
        let ends = try expectSame(
          Scenario([.migrate(Self.old.prefix(start)), .migrate(list), .migrate(list)]))
        #expect(ends.allSatisfy { $0.failure == nil })
        #expect(Set(ends[1].dump.ledger ?? []) == ["v1", "v4", "v5"])
        #expect((1...5).allSatisfy { ends[1].dump.tables["v\($0)"] != nil })
        #expect(ends[1].answers == ends[2].answers)
      }
    }

    @Test(arguments: 0...5)
    func `a merged migration can have a new name`(start: Int) throws {
      let list = MigrationList([
        Self.old.migrations[0],
        Self.folded("v4bis", merging: ["v2", "v3", "v4"], tables: ["v2", "v3", "v4"]),
        Self.old.migrations[4],
      ])
      let ends = try expectSame(
        Scenario([
          .migrate(Self.old.prefix(start)), .migrate(list, upTo: start == 5 ? nil : "v4bis"),
          .migrate(list),
        ]))
      #expect(ends.allSatisfy { $0.failure == nil })
      #expect(Set(ends[2].dump.ledger ?? []) == ["v1", "v4bis", "v5"])
    }

    @Test func `if a merged migration fails, the old records are kept`() throws {
      let list: MigrationList = [
        PeerMigration("all", merging: ["v1", "v2"]) { db, applied in
          try db.execute("DROP TABLE v1")
          throw BodyError(applied.sorted().joined())
        }
      ]
      let ends = try expectSame(Scenario([.migrate(Self.old.prefix(2)), .migrate(list)]))
      #expect(ends[1].failure?.message == "BodyError(reason: \"v1v2\")")
      #expect(ends[1].dump.ledger == ["v1", "v2"])
      #expect(ends[1].answers?.isSuperseded == true)
    }

    @Test func `if a merged migration leaves a violation, the old records are kept`() throws {
      let list: MigrationList = [
        PeerMigration(
          "all", merging: ["v1"],
          sql: "CREATE TABLE p (a PRIMARY KEY)", "CREATE TABLE c (a REFERENCES p)",
          "INSERT INTO c VALUES (1)")
      ]
      let ends = try expectSame(Scenario([.migrate(Self.old.prefix(2)), .migrate(list)]))
      #expect(ends[1].failure?.extendedCode == 787)
      #expect(ends[1].dump.ledger == ["v1", "v2"])
    }

    @Test func `merged names that were never applied are ignored`() throws {
      let list = MigrationList(
        [Self.folded("all", merging: ["v1", "v2", "never"], tables: [])]
          + Self.old.migrations[2...4])
      let ends = try expectSame(
        Scenario([.migrate(Self.old.prefix(1)), .migrate(list), .migrate(list)]))
      #expect(ends[2].dump.ledger == ["all", "v3", "v4", "v5"])
      #expect(ends[2].dump.texts("told") == ["v1"])
    }
  }
#endif
