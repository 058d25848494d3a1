import Foundation
import MigratorEngine
import MigratorTestSupport
import TestTraits
import Testing

/// Runs one test at a time and blocks its thread while waiting.
///
/// Each test runs a program that works endlessly, and a task that yields its thread resumes only
/// after all other tests.
@Suite(.ahead, .serialized) struct InterruptTests {
  /// Signals that the program does not handle; by default, each ends a process.
  static let fatal =
    [
      SIGQUIT, SIGABRT, SIGBUS, SIGSEGV, SIGILL, SIGTRAP, SIGFPE, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM,
      SIGVTALRM, SIGPROF, SIGXCPU,
    ] + unnamed

  #if os(Linux)
    /// Linux only; the last one has no name.
    private static let unnamed = [SIGIO, SIGPWR, SIGSTKFLT, 40]
  #else
    private static let unnamed: [Int32] = []
  #endif

  private let folder: TemporaryFolder
  private var database: String { folder.path("app.sqlite") }

  /// A database with one pending migration that never ends.
  init() throws {
    folder = try TemporaryFolder()
    try folder.makeDatabase(sql: "CREATE TABLE a (x)")
    try folder.write(
      "Migrations/1_endless.sql",
      """
      INSERT INTO a WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
      SELECT n FROM c;
      """)
    try folder.write("tmp/keep", "")
  }

  /// Starts a step on the real file and waits until it writes.
  private func step() throws -> RunningProgram {
    let program = try RunningProgram(["step", "--yes", "--no-dry-run", "--no-backup", database])
    // The journal exists as soon as the transaction writes.
    try program.wait(for: "the journal") { folder.names().contains("app.sqlite-journal") }
    return program
  }

  private func dryRun(ignoring ignored: [String] = []) throws -> RunningProgram {
    let program = try RunningProgram(
      ["dry-run", database], environment: ["TMPDIR": folder.path("tmp")], ignoring: ignored)
    try program.wait(for: "the copy") { leftovers().contains { $0.hasSuffix("copy.sqlite") } }
    return program
  }

  private func leftovers() -> [String] {
    folder.names().filter { $0.hasPrefix("tmp/") && $0 != "tmp/keep" }
  }

  @Test(arguments: ["violations", "dry-run", "schema"])
  func `a time limit also ends the wait for another program's lock`(command: String) throws {
    let queue = try DatabaseQueue(path: database)
    let outcome = try queue.writeWithoutTransaction { db in
      try db.execute(sql: "BEGIN EXCLUSIVE; CREATE TABLE b (x)")
      defer { try? db.execute(sql: "ROLLBACK") }
      return try BuiltProgram.run([command, database, "--json", "--timeout", "0.5"])
    }
    try queue.close()
    #expect(outcome.status == 124, "\(outcome.errors)")
    #expect(outcome.output.contains("\"exitStatus\": 124"))
    #expect(outcome.errors.contains("stopped by the time limit (--timeout)"))
  }

  @Test(arguments: [["step", "--yes", "--no-dry-run", "--no-backup"], ["dry-run"]])
  func `a time limit rolls back the work and exits with its own status`(
    arguments: [String]
  ) throws {
    let before = try folder.bytes("app.sqlite")
    let outcome = try BuiltProgram.run(arguments + ["--timeout", "0.2", database])
    #expect(outcome.status == 124, "\(outcome.errors)")
    #expect(outcome.errors.contains("stopped by the time limit (--timeout)"))
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(try BuiltProgram.run(arguments + ["--timeout", "0", database]).status == 64)
  }

  @Test func `a time limit ends a repair whose replay never ends`() throws {
    // A schema without a ledger makes `repair` run the migrations to find out which ones it
    // contains.
    let before = try folder.bytes("app.sqlite")
    try folder.write("Migrations/0_a.sql", "CREATE TABLE a (x)")
    let names = folder.names()
    for arguments in [["repair"], ["repair", "--adopt", "--yes"]] {
      let outcome = try BuiltProgram.run(
        arguments + ["--timeout", "1", database], environment: ["TMPDIR": folder.path("tmp")])
      #expect(outcome.status == 124, "\(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains("stopped by the time limit (--timeout)"))
    }
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(folder.names() == names)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal rolls the step back before the program exits`(signal: Int32) throws {
    let before = try folder.bytes("app.sqlite")
    let program = try step()
    program.send(signal)
    #expect(try program.end() == .exited(128 + signal))
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(
      folder.names() == ["Migrations", "Migrations/1_endless.sql", "app.sqlite", "tmp", "tmp/keep"])
  }

  @Test(arguments: fatal)
  func `an unhandled signal ends the step, and none of its changes remain`(signal: Int32) throws {
    let program = try step()
    program.send(signal)
    #expect(try program.end() == .signaled(signal))
    let queue = try DatabaseQueue(path: database)
    #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM a") } == 0)
    #expect(
      try queue.read { try String.fetchAll($0, sql: "SELECT name FROM sqlite_master") } == ["a"])
    try queue.close()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP] + fatal)
  func `a stopped dry run leaves no copy behind`(signal: Int32) throws {
    let program = try dryRun()
    program.send(signal)
    let isAnswered = [SIGINT, SIGTERM, SIGHUP].contains(signal)
    #expect(try program.end() == (isAnswered ? .exited(128 + signal) : .signaled(signal)))
    #expect(leftovers() == [])
  }

  @Test(arguments: [("HUP", SIGHUP), ("QUIT", SIGQUIT), ("USR1", SIGUSR1), ("INT", SIGINT)])
  func `a signal ignored from the start remains ignored`(
    name: String, signal: Int32
  ) throws {
    let program = try dryRun(ignoring: [name])
    program.send(signal)
    // A signal accepted by a waiting thread is not visible here; the exit status below covers it.
    if let ignored = try Self.ignoredSignals(of: program) {
      #expect(ignored & (1 << UInt64(signal - 1)) != 0)
    }
    // A copy made only for the integrity check is replaced by the next one.
    try program.wait(for: "the copy") { leftovers().contains { $0.hasSuffix("copy.sqlite") } }
    program.send(SIGTERM)
    #expect(try program.end() == .exited(128 + SIGTERM))
    #expect(leftovers() == [])
  }

  /// Such a limit sends a signal, which would end the program without a message.
  @Test func `exceeding a file-size limit is reported, and the step is rolled back`() throws {
    try folder.write(
      "Rows/1_rows.sql",
      """
      INSERT INTO a WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      SELECT hex(zeroblob(50)) FROM n;
      """)
    let before = try folder.bytes("app.sqlite")
    // The unit is 512 bytes or 1 KiB, depending on the shell. The rows take half a megabyte.
    let outcome = try Program.run([
      "sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\"", BuiltProgram.path, "step", "--yes",
      "--no-dry-run", "--no-backup", "--migrations", folder.path("Rows"), database,
    ])
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.errors.contains("1_rows failed") && outcome.errors.contains("disk I/O error"))
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(!folder.names().contains("app.sqlite-journal"))
  }

  /// Returns the set of signals that a process ignores, one bit each, or `nil` without `/proc`.
  private static func ignoredSignals(of program: RunningProgram) throws -> UInt64? {
    let path = "/proc/\(program.processIdentifier)/status"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let line = text.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
    return line.flatMap { UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) }
  }

  /// Returns the number of applied migrations in a ledger that another process writes.
  private func applied(in path: String) -> Int {
    guard
      let queue = try? DatabaseQueue(path: path, configuration: Configuration(purpose: .inspect))
    else { return 0 }
    defer { try? queue.close() }
    return (try? queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM grdb_migrations") })
      ?? 0
  }

  @Test func `a signal ends a run of many steps at any point`() throws {
    for number in 2...120 {
      try folder.write("Many/\(number)_t.sql", "CREATE TABLE t\(number) (x);\n")
    }
    for round in 0..<6 {
      let database = try folder.makeDatabase("\(round).sqlite")
      let program = try RunningProgram(
        ["step", "--all", "--yes", "--no-backup", "--migrations", folder.path("Many"), database],
        environment: ["TMPDIR": folder.path("tmp")])
      // The signal arrives while the copy is in use, or during the steps of the real file.
      try program.wait(for: "a copy or a step") {
        round == 0 ? !leftovers().isEmpty : applied(in: database) > round
      }
      program.send(SIGQUIT)
      #expect(try program.end() == .signaled(SIGQUIT))
      #expect(leftovers() == [])
    }
  }

  @Test func `a termination signal ends the program even if its output is not read`() throws {
    let queue = try DatabaseQueue(path: database)
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          PRAGMA foreign_keys = OFF;
          CREATE TABLE child (x REFERENCES a(x));
          CREATE UNIQUE INDEX a_x ON a(x);
          WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 20000)
          INSERT INTO child SELECT i FROM c;
          """)
    }
    try queue.close()
    let pipe = Pipe()
    let program = try RunningProgram(["violations", database], output: pipe)
    // A pipe holds 64 KiB, in multiples of the size of a write.
    try program.wait(for: "a full pipe") {
      var count: Int32 = 0
      return ioctl(pipe.fileHandleForReading.fileDescriptor, UInt(FIONREAD), &count) == 0
        && count >= 60_000
    }
    program.send(SIGTERM)
    #expect(try program.end() == .exited(128 + SIGTERM))
  }
}
