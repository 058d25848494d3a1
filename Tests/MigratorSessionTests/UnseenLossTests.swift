import MigratorEngine
import MigratorRows
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

/// Columns that statements read before they are dropped, so that their values may be elsewhere.
struct UnseenLossTests {
  private func findings(
    _ change: String, generating: GeneratedCheck.Options?
  ) throws -> [CheckFinding] {
    let folder = try TemporaryFolder()
    try folder.write(
      "m/001_create.sql",
      """
      CREATE TABLE pets (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL,
        kind TEXT CHECK (kind IN ('cat', 'dog', 'owl')));
      CREATE TABLE kinds (kind TEXT);
      """)
    try folder.write("m/002_move.sql", change)
    let database = try folder.makeDatabase("app.sqlite", sql: "")
    let source = ProjectSource(
      databasePath: database, request: ProjectDetection.Request(folder: folder.path("m")),
      currentFolder: folder.path)
    return try MigrationSession(database: database, migrations: source).check(
      generating: generating
    ).findings.filter { $0.rule == .lostData }
  }

  private static let move = """
    INSERT INTO kinds SELECT kind FROM pets;
    ALTER TABLE pets DROP COLUMN kind;
    """

  @Test func `without rows, a loss that cannot be excluded is an error`() throws {
    let found = try findings(Self.move, generating: nil)
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.message.hasPrefix("UNSEEN column kind of pets") == true, "\(found)")
  }

  @Test func `it is a warning if generated rows do not show the loss`() throws {
    let found = try findings(Self.move, generating: GeneratedCheck.Options())
    #expect(found.map(\.severity) == [.warning])
    let ending = "Generated rows do not show a loss either."
    #expect(found.first?.message.hasSuffix(ending) == true, "\(found)")
  }

  @Test func `a column that no statement reads is an error in any case`() throws {
    let drop = "ALTER TABLE pets DROP COLUMN kind;"
    for options in [nil, GeneratedCheck.Options()] {
      let found = try findings(drop, generating: options)
      #expect(found.map(\.severity) == [.error], "\(found)")
    }
  }
}
