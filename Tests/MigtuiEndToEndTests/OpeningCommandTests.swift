import MigratorEngine
import MigratorTestSupport
import Testing

/// Commands that need little of a database report the same errors as all others.
struct OpeningCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Migrations/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY);")
    try folder.makeDatabase("app.sqlite", journalMode: "delete", sql: "CREATE TABLE note (text)")
  }

  private func migtui(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, in: folder.path)
  }

  @Test func `history of an invalid database reports the same error as other commands`() throws {
    try folder.write("notes.txt", String(repeating: "not a database ", count: 100))
    for (path, status) in [("notes.txt", Int32(65)), ("Migrations", 66), ("nowhere.sqlite", 66)] {
      let history = try migtui("history", path)
      #expect(history.status == status, "\(path)")
      #expect(history.errors == (try migtui("violations", path).errors))
      #expect(try migtui("restore", "--list", path).status == status, "\(path)")
    }
    #expect(try migtui("history", "app.sqlite").status == 0)
  }

  @Test func `new with an invalid database creates no folder`() throws {
    let outcome = try migtui("new", "x", "--database", "nowhere.sqlite", "--migrations", "made")
    #expect(outcome.status == 66)
    #expect(outcome.errors == (try migtui("violations", "nowhere.sqlite").errors))
    #expect(!folder.names().contains("made"))
  }

  @Test
  func `new creates the folder of a new project, but not a folder given as an option`() throws {
    for more in [[], ["--to", "wanted.sql"]] {
      let typo = try BuiltProgram.run(
        ["new", "x", "--migrations", "Migratoins"] + more, in: folder.path)
      #expect(typo.status == 66)
      #expect(typo.errors.contains("Migratoins: the folder does not exist. No file was written."))
      #expect(typo.errors.contains("`mkdir -p Migratoins`"))
    }
    #expect(!folder.names().contains("Migratoins"))
    let project = try TemporaryFolder()
    #expect(try BuiltProgram.run(["new", "first"], in: project.path).status == 0)
    #expect(project.names().contains("Migrations/001_first.sql"))
  }

  @Test(arguments: ["", " ", "🎉", "--"])
  func `new requires a title that contains a word`(name: String) throws {
    let before = folder.names()
    let outcome = try migtui("new", "--", name)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("Describe the migration in words"))
    #expect(folder.names() == before)
  }

  @Test
  func `new reports that it is waiting for a locked database`() throws {
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE")
      let outcome = try migtui("new", "x", "--database", "app.sqlite")
      #expect(outcome.status == 75)
      #expect(outcome.errors.contains("waiting for another program to release its lock"))
      try db.execute(sql: "ROLLBACK")
    }
    try queue.close()
  }
}
