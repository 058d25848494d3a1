import Foundation
import MigratorEngine
@testable import MigratorTools
import MigratorTestSupport
import Testing

/// The program's own format.
struct PlainFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func tree(stem: String? = nil) throws -> FolderTree {
    try FolderTree(path: folder.path, stem: stem)
  }

  private func read(stem: String? = nil) throws -> ToolFolder {
    let read = try ToolFolder(tool: MigrationTools.own, folder: tree(stem: stem))
    if let failure = read.failure { throw failure }
    return read
  }

  private func identifiers(stem: String? = nil) throws -> [String] {
    try read(stem: stem).migrations.map(\.identifier)
  }

  private func problems(stem: String? = nil) throws -> [SourceProblem] {
    try #require(throws: SourceFailure.self) { try read(stem: stem) }.problems
  }

  @Test func `files are run in the order of their numbers`() throws {
    for name in ["10_d", "9_c", "002_b", "1_a", "20240102030405_e"] {
      try folder.write("\(name).sql", "SELECT 1;")
    }
    #expect(try identifiers() == ["1_a", "002_b", "9_c", "10_d", "20240102030405_e"])
  }

  @Test func `files without numbers are run in the order of their names`() throws {
    for name in ["create", "alter", "fill"] { try folder.write("\(name).sql", "SELECT 1;") }
    #expect(try identifiers() == ["alter", "create", "fill"])
  }

  @Test func `files that are not migrations are excluded, and a note reports them`() throws {
    try folder.write("001_a.sql", "SELECT 1;")
    try folder.write("001_a.down.sql", "DROP TABLE a;")
    try folder.write("002_b.rollback.sql", "DROP TABLE b;")
    try folder.write("seed.sql", "DELETE FROM a;")
    try folder.write(".003_hidden.sql", "DROP TABLE a;")
    try folder.write("README.md", "")
    #expect(try identifiers() == ["001_a"])
    #expect(
      try MigrationTools.own.notes(on: tree()) == [
        "001_a.down.sql is ignored: migtui does not run down migrations",
        "002_b.rollback.sql is ignored: migtui does not run down migrations",
        "seed.sql is ignored: it has no number, but other files do",
      ])
  }

  @Test func `a stem selects only the numbered files that begin with it`() throws {
    try folder.write("app-001.sql", "SELECT 1;")
    try folder.write("app-002-more.sql", "SELECT 1;")
    try folder.write("app-notes.sql", "SELECT 1;")
    try folder.write("other-001.sql", "SELECT 1;")
    #expect(try identifiers(stem: "app") == ["app-001", "app-002-more"])
  }

  @Test(arguments: [("001_a.sql", "1_b.sql"), ("2_x.sql", "2-y.sql"), ("V1__a.sql", "1_b.sql")])
  func `two files with one version cause an error that names both`(first: String, second: String)
    throws
  {
    try folder.write(first, "SELECT 1;")
    try folder.write(second, "SELECT 1;")
    let problems = try problems()
    #expect(problems.map(\.kind) == [.duplicateVersion])
    #expect(problems[0].message.contains(first))
    #expect(problems[0].message.contains(second))
  }

  @Test func `all problems of all files are reported at once with their locations`() throws {
    try folder.write("001_empty.sql", " \n")
    try folder.write("002_latin.sql", bytes: Array("-- one\n-- caf".utf8) + [0xE9, 0x0A])
    try folder.write("003_nul.sql", bytes: Array("SELECT 1;\nSEL".utf8) + [0, 0x45])
    try folder.write("004_wide.sql", bytes: [0xFF, 0xFE, 0x2D, 0x00])
    try folder.write("005_directive.sql", "-- migtui: fast\n")
    try folder.write("006_open.sql", "SELECT 1;\nINSERT INTO a VALUES ('open);\n")
    let problems = try problems()
    try #require(
      problems.map(\.kind) == [
        .emptyFile, .notUTF8, .nulCharacter, .notUTF8, .badDirective, .unterminated,
      ])
    #expect(problems[1].location?.line == 2)
    #expect(problems[1].location?.column == 7)
    #expect(problems[1].location?.offset == 13)
    #expect(problems[1].message.contains("byte 13"))
    #expect(problems[2].location?.line == 2)
    #expect(problems[2].location?.offset == 13)
    #expect(problems[3].message.contains("UTF-16"))
    #expect(problems[5].location?.line == 2)
    #expect(problems.allSatisfy { !$0.remedy.isEmpty && $0.description.contains($0.remedy) })
  }

  @Test func `a missing or empty folder, or a file in its place, is reported`() throws {
    let file = try folder.write("file", "")
    let kinds = [folder.path("gone"), file, folder.path].map { path in
      (#expect(throws: SourceFailure.self) {
        try ToolFolder(tool: MigrationTools.own, folder: FolderTree(path: path))
      })?.problems.map(\.kind)
    }
    #expect(kinds == [[.folderMissing], [.notAFolder], [.noMigrations]])
  }

  @Test func `a pipe is refused without blocking`() throws {
    #expect(mkfifo(folder.path("001_pipe.sql"), 0o600) == 0)
    let problems = try problems()
    #expect(problems.map(\.kind) == [.fileUnreadable])
    #expect(problems[0].message.contains("a pipe, a socket or a device has the name"))
  }

  @Test func `a dangling link is reported`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("001_link.sql"), withDestinationPath: folder.path("gone"))
    let problems = try problems()
    #expect(problems.map(\.kind) == [.fileUnreadable])
    #expect(problems[0].path.hasSuffix("001_link.sql"))
  }

  @Test(.enabled(if: geteuid() != 0, "root reads everything"))
  func `a file without read permission is reported with a remedy`() throws {
    let path = try folder.write("001_secret.sql", "SELECT 1;")
    chmod(path, 0)
    let problems = try problems()
    #expect(problems.map(\.kind) == [.fileUnreadable])
    #expect(problems[0].remedy.contains("chmod"))
  }

  @Test func `a file with only comments is an empty migration, and a note reports it`() throws {
    try folder.write("001_nothing.sql", "-- Nothing to do any more.\n")
    #expect(try identifiers() == ["001_nothing"])
    #expect(try MigrationTools.own.notes(on: tree()) == ["001_nothing.sql has no statements"])
  }

  @Test func `migrations are registered with the names, order and modes of the files`() throws {
    try folder.write("2_b.sql", "-- migtui: foreign-keys immediate\nSELECT 2;")
    try folder.write("1_a.sql", "SELECT 1;")
    try folder.write("3_c.sql", "-- migtui: no-transaction\n-- migtui: foreign-keys off\nVACUUM;")
    let migrator = try read().migrator()
    let report = try migrator.statusReport(LedgerState(exists: false))
    #expect(report.migrations.map(\.identifier) == ["1_a", "2_b", "3_c"])
    #expect(report.migrations.map(\.foreignKeyChecks) == [.deferred, .immediate, .disabled])
    #expect(report.migrations.map(\.runsOutsideTransaction) == [false, false, true])
    #expect(report.migrations[0].script?.file == folder.path("1_a.sql"))
  }

  @Test func `the files of a folder are applied to a database in order`() throws {
    try folder.write("m/1_club.sql", "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT);")
    try folder.write("m/2_fill.sql", "INSERT INTO club (name) VALUES ('O''Brien; Sons');")
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try ToolFolder(tool: MigrationTools.own, folder: FolderTree(path: folder.path("m"))).migrator()
      .migrate(queue)
    let names = try queue.read { try String.fetchAll($0, sql: "SELECT name FROM club") }
    #expect(names == ["O'Brien; Sons"])
  }

  @Test func `a link to a folder is not followed`() throws {
    try folder.write("001_a.sql", "SELECT 1;")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("all"), withDestinationPath: "/")
    let tree = try tree()
    #expect(tree.files == ["001_a.sql"])
    #expect(tree.folders == ["all"])
    #expect(
      tree.notes == [
        "all is not searched: links to folders are not followed"
      ])
  }

  @Test func `the first links to folders are listed in notes, and the others are counted`() throws {
    for count in 1...6 {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("link\(count)"), withDestinationPath: "/")
      let notes = try tree().notes
      let named = (1...6).filter { link in notes.contains { $0.hasPrefix("link\(link) is not") } }
      #expect(named == Array(1...(count > 4 ? 3 : count)))
      #expect(
        notes.last.map { $0.hasPrefix("\(count - 3) more folders are not searched") }
          == (count > 4))
    }
  }

  @Test func `a link to a file is followed inside the folder and refused outside it`()
    throws
  {
    let outside = try TemporaryFolder()
    let secret = try outside.write("secret.sql", "SELECT 'secret';")
    try folder.write("parts/a.sql", "SELECT 1;")
    let link = folder.path("001_a.sql")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "parts/a.sql")
    #expect(try tree().text(of: "001_a.sql") == "SELECT 1;")
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret)
    #expect(try problems().map(\.kind) == [.linkOutside])
    #expect(try tree().head(of: "001_a.sql") == "")
  }
}
