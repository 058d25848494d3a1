import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

struct CodeRepairTests {
  private static let collation = DatabaseCollation("backwards") {
    $1 < $0 ? .orderedAscending : $0 < $1 ? .orderedDescending : .orderedSame
  }

  /// A session with three migrations whose tables use a collation of the app.
  private func session(_ path: String) -> MigrationSession {
    var migrator = DatabaseMigrator()
    for name in ["club", "player", "league"] {
      migrator.registerMigration(name) { db in
        try db.execute(
          sql: "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, name TEXT COLLATE backwards)")
      }
    }
    var configuration = MigrationSession.waitingConfiguration
    configuration.prepareDatabase { $0.add(collation: Self.collation) }
    return MigrationSession(
      database: path, migrations: migrator, configuration: configuration, history: .none)
  }

  private func make(_ folder: TemporaryFolder) throws -> String {
    let path = folder.path("app.sqlite")
    var configuration = Configuration()
    configuration.prepareDatabase { $0.add(collation: Self.collation) }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT COLLATE backwards);
          CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT COLLATE backwards);
          INSERT INTO club VALUES (1, 'Rovers');
          """)
    }
    try queue.close()
    return path
  }

  @Test func `a database without a ledger is adopted with the app's collations`() throws {
    let folder = try TemporaryFolder()
    let session = session(try make(folder))
    let offers = try session.repairs()
    let repair = try #require(offers.repairs.first)
    #expect(repair.kind == .adopt && repair.identifier == "player")
    #expect(repair.title == "adopt 2 migrations up to player")
    _ = try session.repair(repair, of: offers, keepsBackup: false)
    #expect(
      try session.overview().status.migrations.map(\.state) == [.applied, .applied, .pending])
  }

  @Test(arguments: [true, false])
  func `a cancelled repair changes nothing and leaves no backup`(keepsBackup: Bool) throws {
    let folder = try TemporaryFolder()
    let session = session(try make(folder))
    let offers = try session.repairs()
    let repair = try #require(offers.repairs.first)
    let names = folder.names()
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect {
      try session.repair(repair, of: offers, keepsBackup: keepsBackup, cancellation: cancellation)
    } throws: {
      ($0 as? DatabaseError)?.resultCode == .SQLITE_INTERRUPT
    }
    #expect(try session.repairs().repairs == offers.repairs)
    #expect(folder.names() == names)
  }

  @Test func `migrations are marked as applied without running them`() throws {
    let folder = try TemporaryFolder()
    let session = session(try make(folder))
    let offers = try session.repairs(selected: "league")
    let repair = try #require(offers.repairs.first { $0.kind == .markApplied })
    #expect(
      repair.statements.last == "INSERT INTO main.grdb_migrations (identifier) VALUES ('league')")
    _ = try session.repair(repair, of: offers, keepsBackup: false)
    #expect(
      try session.overview().status.migrations.allSatisfy { $0.state == .applied })
    #expect(try !session.schema().objects.contains { $0.name == "league" })
    #expect(try session.repairs().repairs == [])
  }
}
