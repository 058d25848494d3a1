import MigratorEngine
import Testing

/// The samples about foreign keys in GRDB's guide to migrations, with omitted parts filled in.
struct ForeignKeyGuideSampleTests {
  private let fixture: LeagueFixture
  private var dbQueue: DatabaseQueue { fixture.queue }
  private static let breaking = "INSERT INTO goal (playerId) VALUES (99)"

  init() throws {
    fixture = try LeagueFixture(
      """
      CREATE TABLE team (id INTEGER PRIMARY KEY);
      CREATE TABLE player (
        id INTEGER PRIMARY KEY, teamId INTEGER REFERENCES team(id), name TEXT, score INTEGER);
      CREATE TABLE goal (id INTEGER PRIMARY KEY, playerId INTEGER REFERENCES player(id));
      """)
  }

  private func addOrphan() throws {
    try dbQueue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          INSERT INTO player VALUES (1, 2, 'O''Brien', 1000);
          PRAGMA foreign_keys = ON
          """)
    }
  }

  @Test func `with immediate checks, foreign keys are on, and the statement fails`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("make it faster please", foreignKeyChecks: .immediate) { db in
      try db.create(table: "medal") { t in
        t.belongsTo("player")
      }
      #expect(try Bool.fetchOne(db, sql: "PRAGMA foreign_keys") == true)
    }
    try migrator.migrate(dbQueue)
    migrator.registerMigration("breaking", foreignKeyChecks: .immediate) { db in
      #expect(throws: DatabaseError.self) { try db.execute(sql: Self.breaking) }
      throw BodyError()
    }
    #expect(throws: BodyError.self) { try migrator.migrate(dbQueue) }
    #expect(try dbQueue.ledger() == ["make it faster please"])
  }

  @Test func `a deferred migration with a violation fails at its end and is rolled back`() throws {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("checked") { db in
      try db.execute(sql: Self.breaking)
      try db.create(table: "medal") { $0.column("x") }
    }
    let error = #expect(throws: DatabaseError.self) { try migrator.migrate(dbQueue) }
    #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY)
    #expect(try !dbQueue.read { try $0.tableExists("medal") })
  }

  @Test func `migrations registered after deferred checks are disabled are not checked`() throws {
    var migrator = DatabaseMigrator()
    migrator = migrator.disablingDeferredForeignKeyChecks()

    // From now on, migrations are unchecked!
    migrator.registerMigration("fast but unchecked") { db in try db.execute(sql: Self.breaking) }
    try migrator.migrate(dbQueue)
    #expect(try dbQueue.count("SELECT count(*) FROM goal") == 1)
  }

  @Test func `disabling deferred checks does not affect immediate ones`() throws {
    var migrator = DatabaseMigrator()
    migrator = migrator.disablingDeferredForeignKeyChecks()
    migrator.registerMigration("unchecked") { db in try db.execute(sql: Self.breaking) }
    migrator.registerMigration("checked", foreignKeyChecks: .immediate) { db in
      try db.execute(sql: Self.breaking)
    }
    #expect(throws: DatabaseError.self) { try migrator.migrate(dbQueue) }
    #expect(try dbQueue.ledger() == ["unchecked"])
    #expect(try dbQueue.count("SELECT count(*) FROM goal") == 1)
  }

  @Test func `a migration can check a single table, and a violation stops the run`() throws {
    var migrator = DatabaseMigrator()
    migrator = migrator.disablingDeferredForeignKeyChecks()
    migrator.registerMigration("partially checked") { db in
      try db.execute(sql: Self.breaking)

      // Throws an error and stops migrations if there exists a
      // foreign key violation in the 'player' table.
      try db.checkForeignKeys(in: "player")
    }
    migrator.registerMigration("after it") { _ in }
    // The violation is in another table.
    try migrator.migrate(dbQueue)
    #expect(try dbQueue.ledger() == ["partially checked", "after it"])

    try addOrphan()
    migrator.registerMigration("partially checked again") { db in
      try db.checkForeignKeys(in: "player")
    }
    migrator.registerMigration("last") { _ in }
    #expect(throws: DatabaseError.self) { try migrator.migrate(dbQueue) }
    #expect(try dbQueue.ledger() == ["partially checked", "after it"])
  }

  @Test func `all foreign keys can be checked at the end`() throws {
    var migrator = DatabaseMigrator().disablingDeferredForeignKeyChecks()
    migrator.registerMigration("unchecked") { db in try db.execute(sql: Self.breaking) }

    try migrator.migrate(dbQueue)

    // Throws an error if there exists any foreign key violation.
    let error = #expect(throws: DatabaseError.self) {
      try dbQueue.read { db in
        try db.checkForeignKeys()
      }
    }
    #expect(error?.message?.hasPrefix("FOREIGN KEY constraint violation - from goal") == true)
  }

  @Test func `the error of a check describes the row`() throws {
    try addOrphan()
    let error = #expect(throws: DatabaseError.self) {
      try dbQueue.read { db in
        // SQLite error 19: FOREIGN KEY constraint violation - from player(teamId) to team(id),
        // in [id:1 teamId:2 name:"O'Brien" score:1000]
        try db.checkForeignKeys()
      }
    }
    #expect(
      error?.description == "SQLite error 19: FOREIGN KEY constraint violation - from "
        + #"player(teamId) to team(id), in [id:1 teamId:2 name:"O'Brien" score:1000]"#)
  }

  @Test func `violations are fetched one by one`() throws {
    try addOrphan()
    var count = 0
    let error = #expect(throws: DatabaseError.self) {
      try dbQueue.read { db in
        let violations = try db.foreignKeyViolations()
        while let violation = try violations.next() {
          count += 1
          // The name of the table that contains the `REFERENCES` clause
          #expect(violation.originTable == "player")

          // The rowid of the row that contains the invalid `REFERENCES` clause, or
          // nil if the origin table is a `WITHOUT ROWID` table.
          #expect(violation.originRowID == 1)

          // The name of the table that is referred to.
          #expect(violation.destinationTable == "team")

          // The id of the specific foreign key constraint that failed. This id
          // matches `ForeignKeyInfo.id`. See `Database.foreignKeys(on:)` for more
          // information.
          #expect(
            try violation.foreignKeyId == db.foreignKeys(on: violation.originTable).first?.id)

          // Plain description:
          // "FOREIGN KEY constraint violation - from player to team, in rowid 1"
          #expect(
            String(describing: violation)
              == "FOREIGN KEY constraint violation - from player to team, in rowid 1")

          // Rich description:
          // "FOREIGN KEY constraint violation - from player(teamId) to team(id),
          //  in [id:1 teamId:2 name:"O'Brien" score:1000]"
          #expect(
            try violation.failureDescription(db)
              == "FOREIGN KEY constraint violation - from player(teamId) to team(id), "
              + #"in [id:1 teamId:2 name:"O'Brien" score:1000]"#)

          // Turn violation into a DatabaseError
          throw violation.databaseError(db)
        }
      }
    }
    #expect(count == 1)
    #expect(error?.resultCode == .SQLITE_CONSTRAINT)
  }

  @Test func `a violation in a table without rowid has no rowid`() throws {
    try dbQueue.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          CREATE TABLE seat (id PRIMARY KEY, teamId REFERENCES team(id)) WITHOUT ROWID;
          INSERT INTO seat VALUES ('A', 3)
          """)
      let violation = try #require(try db.foreignKeyViolations().next())
      #expect(violation.originRowID == nil)
      #expect("\(violation)" == "FOREIGN KEY constraint violation - from seat to team")
    }
  }
}
