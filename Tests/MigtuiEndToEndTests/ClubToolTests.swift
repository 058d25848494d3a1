import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// An app's own tool with Swift migrations that use the app's functions.
struct ClubToolTests {
  private let folder: TemporaryFolder
  private var database: String { folder.path("club.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(
      "club.sqlite",
      sql: """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('clubs'), ('players');
        CREATE TABLE player ("id" INTEGER PRIMARY KEY AUTOINCREMENT,
          "clubId" INTEGER REFERENCES "club"("id") ON DELETE CASCADE, "name" TEXT NOT NULL);
        """)
    try run(
      """
      CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE backwards);
      INSERT INTO club VALUES (1, 'Rovers'), (2, 'United');
      INSERT INTO player VALUES (1, 1, 'Ada'), (2, NULL, 'Bo');
      """)
    try folder.write("tmp/keep", "")
  }

  private func run(_ sql: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      db.add(
        collation: DatabaseCollation("backwards") {
          $1 < $0 ? .orderedAscending : $0 < $1 ? .orderedDescending : .orderedSame
        })
    }
    let queue = try DatabaseQueue(path: database, configuration: configuration)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func tool(_ arguments: String...) throws -> Program.Outcome {
    try BuiltProgram.run(arguments, of: "ClubTool", in: folder.path)
  }

  private func names() throws -> [String] {
    let queue = try DatabaseQueue(path: database)
    defer { try? queue.close() }
    return try queue.read { try String.fetchAll($0, sql: "SELECT name FROM club ORDER BY id") }
  }

  private func leftovers() -> [String] {
    folder.names().filter { $0.hasPrefix("tmp/") && $0 != "tmp/keep" }
  }

  @Test func `status lists the app's own migrations and writes nothing`() throws {
    try run("INSERT INTO player VALUES (3, 7, 'Orphan')")
    let before = try folder.bytes("club.sqlite")
    let status = try tool("status", "club.sqlite")
    #expect(status.status == 1, "\(status.errors)")
    #expect(status.output.contains("pending  loud names  ← next"))
    let plan = try tool("plan", "club.sqlite", "--up-to", "no loners")
    #expect(plan.status == 1)
    #expect(
      plan.output == "1  loud names  foreign keys deferred\n2  no loners  foreign keys deferred\n")
    let drift = try tool("drift", "club.sqlite")
    #expect(drift.status == 0, "\(drift.output)\(drift.errors)")
    let violations = try tool("violations", "club.sqlite", "--json")
    #expect(violations.status == 1)
    #expect(violations.output.contains("\"count\": 1"))
    #expect(try tool("history", "club.sqlite").output.hasPrefix("No changes to"))
    #expect(try folder.bytes("club.sqlite") == before)
  }

  @Test func `a dry run and a step use the functions and collations of the app`() throws {
    let dryRun = try tool("dry-run", "--up-to", "no loners", "club.sqlite", "--json")
    #expect(dryRun.status == 1, "\(dryRun.errors)")
    #expect(dryRun.output.contains("no loners: lose 1 row"))
    #expect(try names() == ["Rovers", "United"])
    let refused = try tool("step", "--yes", "club.sqlite")
    #expect(refused.status == 1)
    #expect(refused.errors.hasPrefix("ClubTool: loud names would lose data"))
    let phrase = try #require(
      refused.errors.split(separator: "\"").first { $0.hasPrefix("loud names: ") })
    let step = try tool("step", "--yes", "club.sqlite", "--agree", String(phrase))
    #expect(step.status == 0, "\(step.errors)")
    #expect(try names() == ["ROVERS!", "UNITED!"])
    #expect(try tool("history", "club.sqlite").output.contains("loud names"))

    let restore = try tool("restore", "--yes", "club.sqlite")
    #expect(restore.status == 0, "\(restore.errors)")
    #expect(try names() == ["Rovers", "United"])
  }

  @Test func `errors have the documented exit status and suggest the tool's own commands`() throws {
    #expect(try tool("status", "none.sqlite").status == 66)
    #expect(try tool("nonsense", "x", "y").status == 64)
    #expect(try tool("step", "club.sqlite").errors.contains("with `ClubTool dry-run club.sqlite`"))
    #expect(try tool("--version").status == 0)
    let help = try tool("help", "step")
    #expect(help.status == 0)
    #expect(help.output.contains("--agree") && !help.output.contains("--migrations"))
  }

  @Test
  func `without a terminal, a status report is printed instead of opening the console`() throws {
    let outcome = try tool("club.sqlite")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("Printing the status report instead of the console."))
    #expect(outcome.output.contains("loud names  ← next"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal rolls back the tool's step and determines the exit status`(signal: Int32) throws {
    try apply("loud names", "no loners")
    let before = try folder.bytes("club.sqlite")
    let program = try RunningProgram(
      ["step", "--yes", "--no-dry-run", "--no-backup", database], of: "ClubTool")
    try program.wait(for: "the journal") { folder.names().contains("club.sqlite-journal") }
    program.send(signal)
    #expect(try program.end() == .exited(128 + signal))
    #expect(try folder.bytes("club.sqlite") == before)
  }

  @Test func `code that never stops is reported, and a second signal ends the process`() throws {
    try apply("loud names", "no loners", "endless")
    let before = try names()
    let program = try stuck("step", "--yes", "--no-dry-run", "--no-backup")
    try program.wait(for: "the journal") { folder.names().contains("club.sqlite-journal") }
    program.send(SIGTERM)
    try program.wait(for: "what is waited for") {
      try errors().contains("waiting for the migration to stop")
    }
    program.send(SIGTERM)
    #expect(try program.end() == .exited(143))
    #expect(try names() == before)
  }

  @Test func `a time limit ends a dry run whose code does not stop`() throws {
    try apply("loud names", "no loners", "endless")
    let before = try names()
    let program = try stuck("dry-run", "--copy", "full", "--timeout", "1")
    #expect(try program.end() == .exited(124))
    #expect(try errors().contains("the migration did not stop"))
    #expect(leftovers() == [])
    #expect(try names() == before)
  }

  private func stuck(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram(
      arguments + [database], of: "ClubTool",
      environment: ["TMPDIR": folder.path("tmp"), "CLUB_STUCK": "1"],
      errors: folder.path("errors"))
  }

  private func errors() throws -> String {
    try String(contentsOfFile: folder.path("errors"), encoding: .utf8)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT])
  func `no copy of a dry run remains after any signal`(signal: Int32) throws {
    try apply("loud names", "no loners")
    let program = try RunningProgram(
      ["dry-run", "--copy", "full", database], of: "ClubTool",
      environment: ["TMPDIR": folder.path("tmp")])
    try program.wait(for: "the copy") { leftovers().contains { $0.hasSuffix("copy.sqlite") } }
    program.send(signal)
    let isAnswered = [SIGINT, SIGTERM, SIGHUP].contains(signal)
    #expect(try program.end() == (isAnswered ? .exited(128 + signal) : .signaled(signal)))
    #expect(leftovers() == [])
  }

  @Test func `the console opens the app's migrations, and a signal determines the exit status`()
    throws
  {
    let terminal = try Tmux(in: folder.path)
    try terminal.type(
      "(echo $BASHPID > pid; exec '\(BuiltProgram.path(of: "ClubTool"))' club.sqlite); echo status=$?"
    )
    try terminal.press("Enter")
    try terminal.wait(for: "from this progr")
    try terminal.wait(for: "loud names")
    let number = try String(contentsOfFile: folder.path("pid"), encoding: .utf8).dropLast()
    kill(try #require(Int32(number)), SIGTERM)
    try terminal.wait(for: "status=143")
  }

  private func apply(_ identifiers: String...) throws {
    for identifier in identifiers {
      try run("INSERT INTO grdb_migrations VALUES ('\(identifier)')")
    }
  }
}

extension ClubToolTests {
  @Test
  func `applied migrations that are missing from the ledger can be recorded by a repair`() throws {
    let listed = try tool("repair", "club.sqlite")
    #expect(listed.status == 0, "\(listed.output)\(listed.errors)")
    let shown = try tool("repair", "club.sqlite", "--mark-applied", "no loners")
    #expect(shown.status == 1)
    #expect(shown.output.contains("mark 2 migrations up to no loners as applied"))
    #expect(
      shown.output.contains("INSERT INTO main.grdb_migrations (identifier) VALUES ('loud names')"))
    let before = try names()
    let done = try tool("repair", "club.sqlite", "--mark-applied", "no loners", "--yes")
    #expect(done.status == 0, "\(done.errors)")
    #expect(try tool("status", "club.sqlite").output.contains("pending  endless"))
    #expect(try names() == before)
  }

  @Test func `a time limit ends a repair whose replay does not end`() throws {
    try run("DROP TABLE grdb_migrations; CREATE TABLE big (n INTEGER);")
    let before = try folder.bytes("club.sqlite")
    let program = try RunningProgram(
      ["repair", "--adopt", "--yes", "--timeout", "1", database], of: "ClubTool",
      environment: ["TMPDIR": folder.path("tmp")])
    #expect(try program.end() == .exited(124))
    #expect(leftovers() == [])
    #expect(folder.names() == ["club.sqlite", "tmp", "tmp/keep"])
    #expect(try folder.bytes("club.sqlite") == before)
  }
}
