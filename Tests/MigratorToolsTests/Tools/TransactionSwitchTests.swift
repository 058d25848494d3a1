import MigratorEngine
import MigratorTestSupport
@testable import MigratorTools
import Testing

/// Follows, for each tool, the advice on statements that SQLite refuses in a transaction.
struct TransactionSwitchTests {
  struct Case: Sendable, CustomStringConvertible {
    let tool: any MigrationTool
    let file: String
    var head = ""
    var tail = ""
    var others: [String: String] = [:]
    var description: String { tool.title }
  }

  private static let journal = """
    {"version": "7", "dialect": "sqlite", "entries": [
      {"idx": 0, "version": "6", "when": 1, "tag": "0000_a", "breakpoints": true}]}
    """

  // Flyway and Atlas refuse a database that has tables and no ledger.
  private static let old = "\nCREATE TABLE old (a);\nINSERT INTO old VALUES (1), (2);\n"

  static let cases = [
    Case(tool: PlainFiles(), file: "001_a.sql"),
    Case(tool: Sqlx(), file: "1_a.sql"),
    Case(tool: Goose(), file: "1_a.sql", head: "-- +goose Up\n"),
    Case(tool: Dbmate(), file: "1_a.sql", head: "-- migrate:up\n", tail: "\n-- migrate:down\n"),
    Case(tool: Diesel(), file: "2024-01-01-000000_a/up.sql"),
    Case(tool: GolangMigrate(), file: "1_a.up.sql"),
    Case(tool: Flyway(), file: "V1__a.sql", tail: old),
    Case(tool: Atlas(), file: "1_a.sql", tail: old),
    Case(tool: Yoyo(), file: "a.sql"),
    Case(tool: Drizzle(), file: "0000_a.sql", others: ["meta/_journal.json": journal]),
    Case(tool: DrizzleBeta(), file: "20240101000000_a/migration.sql"),
    Case(tool: Refinery(), file: "V1__a.sql"),
    Case(tool: Maragudk(), file: "1-a.up.sql"),
    Case(tool: D1(), file: "0001_a.sql"),
    Case(tool: SQLDelight(), file: "1.sqm"),
    Case(tool: RusqliteMigration(), file: "1-a/up.sql"),
    Case(tool: Numbered(), file: "001-a.sql"),
  ]

  private func project(_ one: Case, _ sql: String) throws -> ToolProject {
    let project = try ToolProject(
      one.tool, files: one.others,
      sql: (one.tail == Self.old ? "" : Self.old) + "PRAGMA user_version = "
        + (one.tool is SQLDelight ? "1;" : "0;") + (one.tool is Prisma ? PrismaTests.table : ""))
    try write(one, one.head + sql + one.tail, in: project)
    return project
  }

  private func write(_ one: Case, _ text: String, in project: ToolProject) throws {
    try project.folder.write("migrations/\(one.file)", text)
    // As `atlas migrate hash` does.
    guard one.tool is Atlas else { return }
    let sum = AtlasSum(of: [(one.file, Array(text.utf8))])
    try project.folder.write("migrations/atlas.sum", sum.text)
  }

  private func dryRun(_ project: ToolProject) throws -> DryRunReport {
    try DryRun.run(path: project.databasePath, migrator: try project.toolFolder().migrator())
  }

  private func requireApplied(_ project: ToolProject) throws {
    #expect(try dryRun(project).failure == nil)
    try project.stepAll()
    #expect(try project.rows("SELECT a FROM new UNION ALL SELECT a FROM old") == ["9", "1", "2"])
    #expect(try project.states().values.allSatisfy { $0 == .applied })
  }

  @Test(arguments: cases)
  func `after following the advice on VACUUM, the migration can be applied`(one: Case) throws {
    let rest = "CREATE TABLE new (a);\nINSERT INTO new VALUES (9);"
    let project = try project(one, rest + "\nVACUUM;")
    let failure = try #require(try dryRun(project).failure)
    let remedy = failure.remedy(on: .copy)
    #expect(remedy.sentence.contains("migtui: no-transaction") == (one.tool is PlainFiles))
    let whole = one.head + rest + "\nVACUUM;" + one.tail
    let path = project.folder.path("migrations/\(one.file)")
    switch one.tool.transactionSwitch {
    case .line(let line, _):
      #expect(remedy.sentence.hasPrefix("Add the line `\(line)` at the top of \(path)."))
      try write(one, "\(line)\n\n\(whole)", in: project)
    case .option(let word, let marker):
      #expect(remedy.sentence.contains("replace the line `\(marker)` with `\(marker) \(word)`"))
      try write(one, whole.replacing(marker, with: "\(marker) \(word)"), in: project)
    case .setting(let line, let name):
      let folder = try #require(one.file.split(separator: "/").first)
      #expect(
        remedy.sentence.contains(
          "`\(line)` into \(project.folder.path("migrations/\(folder)/\(name)"))"))
      try project.folder.write("migrations/\(folder)/\(name)", line + "\n")
    case .settingBeside(let line, let ending):
      #expect(remedy.sentence.contains("`\(line)` into \(path)\(ending)"))
      try project.folder.write("migrations/\(one.file)\(ending)", line + "\n")
    case .statements(let before, let after):
      #expect(remedy.sentence.contains("`\(before)` before the statement and `\(after)` after it"))
      try write(one, whole.replacing("VACUUM;", with: "\(before) VACUUM; \(after)"), in: project)
    case .project(_, let statements):
      #expect(remedy.sentence.contains("Write `\(statements)` at the top of \(path)"))
      try write(one, "\(statements)\n\(whole)", in: project)
    case .impossible(let sentence):
      #expect(remedy.sentence.hasPrefix("\(sentence) Remove the statement"))
      #expect(remedy.command == "sqlite3 DB VACUUM")
      try write(one, one.head + rest + one.tail, in: project)
    }
    try requireApplied(project)
  }

  @Test(arguments: cases)
  func `a migration that sets the journal mode runs if the database already has that mode`(
    one: Case
  ) throws {
    let project = try project(
      one, "PRAGMA journal_mode = WAL;\nCREATE TABLE new (a);\nINSERT INTO new VALUES (9);")
    let failure = try #require(try dryRun(project).failure)
    #expect(failure.message.hasSuffix("cannot change into wal mode from within a transaction"))
    #expect(try project.step()?.failure?.message == failure.message)
    #expect(try project.rows("PRAGMA journal_mode") == ["'delete'"])
    let command = failure.remedy(on: .copy).command
    #expect(command == "sqlite3 DB \"PRAGMA journal_mode = WAL\"")
    // The same advice works for `check` without a database.
    #expect(failure.remedy(on: .copy).sentence.contains("add its path to `check`"))
    let queue = try DatabaseQueue(path: project.databasePath)
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = WAL") }
    try queue.close()
    try requireApplied(project)
  }

  @Test func `the advice is to move the statement out of the file's own transaction`() throws {
    let one = Self.cases[1]
    let project = try project(
      one, "BEGIN;\nCREATE TABLE new (a);\nINSERT INTO new VALUES (9);\nVACUUM;\nCOMMIT;")
    let failure = try #require(try dryRun(project).failure)
    #expect(failure.remedy(on: .copy).sentence.contains("between BEGIN and COMMIT"))
    try write(
      one, "BEGIN;\nCREATE TABLE new (a);\nINSERT INTO new VALUES (9);\nCOMMIT;\nVACUUM;",
      in: project)
    try requireApplied(project)
  }

  @Test func `the advice is to remove a connection setting, except from Prisma's files`()
    throws
  {
    let rest = "CREATE TABLE new (a);\nINSERT INTO new VALUES (9);"
    let one = Self.cases[1]
    let project = try project(one, "PRAGMA synchronous = 1;\n\(rest)")
    let failure = try #require(try dryRun(project).failure)
    #expect(
      failure.remedy(on: .copy).sentence.hasPrefix("Remove the statement: the setting applies"))
    try write(one, rest, in: project)
    try requireApplied(project)
    let prisma = Case(tool: Prisma(), file: "20240101000000_a/migration.sql")
    try requireApplied(self.project(prisma, "PRAGMA synchronous = 1;\n\(rest)"))
  }
}
