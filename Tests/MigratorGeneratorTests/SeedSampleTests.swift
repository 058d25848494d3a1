import Foundation
import MigratorEngine
import MigratorRecords
import MigratorTestSupport
import Testing

/// The samples of Lighter's documentation on migrations with generated code, unchanged except for
/// the folder.
struct SeedSampleTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `the version of the code is compared with that of the file`() throws {
    let database = try BodiesDB.bootstrap(into: folder.path)
    let fileVersion = try database.get(pragma: "user_version", as: Int.self)
    #expect(fileVersion == 3)
    #expect(fileVersion == BodiesDB.userVersion)
    if fileVersion != BodiesDB.userVersion {
      Issue.record("The database version has changed!")
    }
  }

  /// The app of the sample, with throwing calls instead of `try!`.
  private struct BodiesApp {
    let database: BodiesDB
    let wasOutdated: Bool

    init(cachesDirectory: String) throws {
      database = try BodiesDB.bootstrap(into: cachesDirectory)
      let schemaVersion =
        try database.get(pragma: "user_version", as: Int.self)
      wasOutdated = schemaVersion != BodiesDB.userVersion
      if schemaVersion != BodiesDB.userVersion {
        // Dumping cache, the version is outdated.
        _ = try BodiesDB.bootstrap(into: cachesDirectory, overwrite: true)
      }
    }
  }

  @Test func `an outdated cache is re-created before it is used`() throws {
    let old = try DatabaseQueue(path: folder.path("BodiesDB.sqlite3"))
    try old.execute("CREATE TABLE body (id); INSERT INTO body VALUES (1); PRAGMA user_version = 2")
    try old.close()
    let app = try BodiesApp(cachesDirectory: folder.path)
    #expect(app.wasOutdated)
    #expect(try app.database.read { try BodiesDB.SolarBody.fetchAll($0) } == [])
    #expect(try !BodiesApp(cachesDirectory: folder.path).wasOutdated)
  }

  @Test func `a database can be created in a standard folder of the user`() throws {
    // Unchanged from the documentation. The test removes the file.
    let filename = "migtui-test-\(UUID().uuidString)-\(BodiesDB.userVersion).sqlite3"
    let database =
      try BodiesDB.bootstrap(into: .cachesDirectory, filename: filename)
    defer {
      try? database.close()
      try? FileManager.default.removeItem(atPath: database.connection.path)
    }
    #expect(database.connection.path.hasSuffix("/" + filename))
    #expect(try database.versionCheck() == .same)
  }

  @Test func `files with different versions in their names can coexist`() throws {
    let filename = "BodiesDB-\(BodiesDB.userVersion).sqlite3"
    let database =
      try BodiesDB.bootstrap(into: folder.path, filename: filename)
    #expect(folder.names().contains("BodiesDB-3.sqlite3"))
    #expect(try database.read { try BodiesDB.SolarBody.fetchCount($0) } == 0)
  }

  @Test func `overwriting creates a clean database with the latest schema`() throws {
    let body = BodiesDB.SolarBody(id: "terre", name: "Earth", isPlanet: true)
    try BodiesDB.bootstrap(into: folder.path).write { _ = try body.insert($0) }
    let kept = try BodiesDB.bootstrap(into: folder.path)
    #expect(try kept.read { try BodiesDB.SolarBody.fetchAll($0) } == [body])
    #expect(try kept.read { try BodiesDB.Planet.fetchAll($0).map(\.name) } == ["Earth"])
    let clean = try BodiesDB.bootstrap(into: folder.path, overwrite: true)
    #expect(try clean.read { try BodiesDB.SolarBody.fetchAll($0) } == [])
  }

  @Test func `the files of a group are combined, including indexes`() throws {
    let database = try BodiesDB.bootstrap(into: folder.path)
    #expect(BodiesDB.scripts.map(\.file) == ["BodiesDB.sql", "BodiesDB-create-indices.sql"])
    #expect(
      try database.read { db in
        try db.indexes(on: "solar_bodies").map(\.name).contains("solar_bodies_on_orbits")
      })
  }

  @Test
  func `a database of an older version gets the missing versions and keeps its rows`() throws {
    let path = folder.path("contacts.sqlite3")
    let old = try DatabaseQueue(path: path)
    try old.execute(ContactsDB.scripts[0].text)
    try old.execute("INSERT INTO contact VALUES (1, 'Ada')")
    try old.close()

    let mismatch = try #require(throws: VersionMismatch.self) { try ContactsDB.open(at: path) }
    #expect(mismatch.check == .older(found: 1, expected: 2, pending: ["ContactsDB-002"]))
    #expect(
      mismatch.description
        == "\(path): The database has version 1, but this program expects 2: pending: ContactsDB-002."
    )

    let database = try ContactsDB.open(at: path, migrating: true)
    #expect(
      try database.read { try ContactsDB.Contact.fetchAll($0) }
        == [ContactsDB.Contact(id: 1, name: "Ada")])
    try database.close()
    #expect(try ContactsDB.open(at: path).versionCheck() == .same)
  }

  @Test func `a database of a newer version is reported and not changed`() throws {
    let path = folder.path("contacts.sqlite3")
    try DatabaseQueue(path: path).execute("PRAGMA user_version = 5")
    for isMigrating in [false, true] {
      let mismatch = try #require(throws: VersionMismatch.self) {
        try ContactsDB.open(at: path, migrating: isMigrating)
      }
      #expect(mismatch.check == .newer(found: 5, expected: 2))
    }
    #expect(try DatabaseQueue(path: path).get(pragma: "user_version", as: Int.self) == 5)
  }

  @Test func `opening a missing file is an error, unless migrating creates the file`() throws {
    let path = folder.path("new/contacts.sqlite3")
    #expect(throws: DatabaseError.self) { try ContactsDB.open(at: path) }
    #expect(folder.names().isEmpty)
    #expect(try ContactsDB.open(at: path, migrating: true).versionCheck() == .same)
  }

  @Test func `an in-memory database is created without a file`() throws {
    let database = try ContactsDB.open(at: ":memory:", migrating: true)
    #expect(
      try database.read { try String.fetchAll($0, sql: "SELECT file FROM pragma_database_list") }
        == [""])
    #expect(try database.versionCheck() == .same)
  }

  @Test func `a database of an older version without a migration path is reported`() throws {
    let path = folder.path("bodies.sqlite3")
    try DatabaseQueue(path: path).execute("CREATE TABLE a (x); PRAGMA user_version = 1")
    let mismatch = try #require(throws: VersionMismatch.self) {
      try BodiesDB.open(at: path, migrating: true)
    }
    #expect(mismatch.check == .older(found: 1, expected: 3, pending: []))
  }

  @Test func `records of two versions can coexist, and old ones can be converted`() throws {
    let old = try OldContactsDB.bootstrap(into: folder.path)
    let new = try NewContactsDB.bootstrap(into: folder.path)
    try old.write { db in
      _ = try OldContactsDB.Contact(id: 1, name: "Ada", note: "first").insert(db)
      _ = try OldContactsDB.Contact(id: 2, name: "Bob").insert(db)
    }
    let contacts = try old.read { try OldContactsDB.Contact.fetchAll($0) }
    try new.write { db in
      for contact in contacts { _ = try Contact(contact, since: "1843").insert(db) }
    }
    #expect(
      try new.read { try Contact.fetchAll($0) } == [
        Contact(id: 1, name: "Ada", note: "first", since: "1843"),
        Contact(id: 2, name: "Bob", note: "none", since: "1843"),
      ])
  }
}
