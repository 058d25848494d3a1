import Foundation
import MigratorEngine
import MigratorTestSupport
import Testing

/// One at a time, and without giving the thread away while a condition is waited for: each has a
/// program that works without end, and a thread given away comes back after all other tests.
@Suite(.serialized) struct InterruptTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal rolls the step back before the program ends`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE a (x)") }
    try queue.close()
    try folder.write(
      "Migrations/1_endless.sql",
      """
      INSERT INTO a WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c)
      SELECT n FROM c;
      """)
    let before = try folder.bytes("app.sqlite")

    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = ["step", "--yes", "--no-dry-run", "--no-backup", folder.path("app.sqlite")]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // The journal is there as soon as the transaction writes.
    while process.isRunning, !folder.names().contains("app.sqlite-journal") { usleep(1_000) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()

    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 128 + signal)
    #expect(try folder.bytes("app.sqlite") == before)
    #expect(folder.names() == ["Migrations", "Migrations/1_endless.sql", "app.sqlite"])
  }

  @Test(arguments: [SIGINT, SIGQUIT, SIGUSR1, SIGALRM, SIGXCPU, SIGABRT, SIGSEGV])
  func `a dry run that is stopped leaves no copy behind`(signal: Int32) throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("app.sqlite"))
    try queue.write { try $0.execute(sql: "CREATE TABLE a (x)") }
    try queue.close()
    try folder.write(
      "Migrations/1_endless.sql",
      "INSERT INTO a WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n FROM c) SELECT n FROM c;")
    try folder.write("tmp/keep", "")

    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = ["dry-run", folder.path("app.sqlite")]
    process.environment = ["TMPDIR": folder.path("tmp"), "SWIFT_BACKTRACE": "enable=no"]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    while process.isRunning, folder.names().filter({ $0.hasPrefix("tmp/") }).count < 2 {
      usleep(1_000)
    }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationStatus == (signal == SIGINT ? 130 : signal))
    #expect(folder.names().filter { $0.hasPrefix("tmp/") } == ["tmp/keep"])
  }
}
