import MigratorEngine
import Testing

/// The samples of Lighter's documentation on migrations, with omitted parts filled in.
///
/// Leaves out samples that require generated code or bundles.
struct LighterSampleTests {
  private let fixture: DefinitionFixture
  private var database: DatabaseQueue { fixture.queue }

  private enum BodiesDB {
    static let userVersion = 2
  }

  private static let files = [
    "ContactsDB-001.sql": """
    CREATE TABLE contact (
        id   INT  NOT NULL PRIMARY KEY,
        name TEXT NOT NULL
    );
    PRAGMA user_version = 1; -- tag the schema version
    """,
    "ContactsDB-002.sql": """
    ALTER TABLE contact ADD COLUMN age INT NULL;
    PRAGMA user_version = 2; -- tag the new schema version
    """,
  ]

  init() throws { fixture = try DefinitionFixture() }

  private func leftpad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private func upgrade() throws {
    let fileVersion = try database.get(pragma: "user_version", as: Int.self)
    guard fileVersion < BodiesDB.userVersion else { return }

    for i in (fileVersion + 1)...BodiesDB.userVersion {
      let filename = "ContactsDB-\(leftpad(i, 3)).sql"  // ;-)
      let sql = try #require(Self.files[filename])
      try database.execute(sql)
    }
  }

  @Test func `the version of the file is compared with that of the code`() throws {
    func hasChanged() throws -> Bool {
      let fileVersion = try database.get(pragma: "user_version", as: Int.self)
      if fileVersion != BodiesDB.userVersion {
        // The database version has changed!
        return true
      }
      return false
    }
    try database.execute(try #require(Self.files["ContactsDB-001.sql"]))
    let fileVersion = try database.get(pragma: "user_version", as: Int.self)
    #expect(fileVersion == 1)
    #expect(try hasChanged())
    try database.execute(try #require(Self.files["ContactsDB-002.sql"]))
    #expect(try database.get(pragma: "user_version", as: Int.self) == 2)
    #expect(try !hasChanged())
  }

  @Test func `a new database gets all versions, and an old one gets the missing ones`() throws {
    try upgrade()
    #expect(try fixture.columns("contact") == ["id", "name", "age"])
    try upgrade()
    #expect(try database.get(pragma: "user_version", as: Int.self) == 2)

    let old = try LighterSampleTests()
    try old.database.execute(try #require(Self.files["ContactsDB-001.sql"]))
    try old.database.execute("INSERT INTO contact VALUES (1, 'Ada')")
    try old.upgrade()
    #expect(try old.fixture.columns("contact") == ["id", "name", "age"])
    #expect(try old.database.count("SELECT count(*) FROM contact WHERE age IS NULL") == 1)
  }

  @Test func `an upgraded database has the same schema as a new one`() throws {
    try upgrade()
    let other = try DefinitionFixture()
    try other.execute(
      """
      CREATE TABLE contact (
          id   INT  NOT NULL PRIMARY KEY,
          name TEXT NOT NULL,
          age  INT  NULL
      );
      """)
    let described = { (db: Database) in
      try db.columns(in: "contact").map { "\($0.name) \($0.type) \($0.isNotNull)" }
    }
    #expect(try database.read(described) == other.queue.read(described))
  }

  @Test func `a version is rolled back if its file fails`() throws {
    try upgrade()
    #expect(throws: DatabaseError.self) {
      try database.execute("CREATE TABLE a(x); PRAGMA user_version = 3; SELEC")
    }
    #expect(try database.get(pragma: "user_version", as: Int.self) == 2)
    #expect(try !database.read { try $0.tableExists("a") })
  }

  @Test func `reading an unknown pragma is an error, not zero`() throws {
    #expect(throws: DatabaseError.self) { try database.get(pragma: "no_such", as: Int.self) }
  }
}
