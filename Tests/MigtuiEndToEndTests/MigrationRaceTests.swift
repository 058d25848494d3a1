import Foundation
import MigratorEngine
import MigratorTestSupport
import MigratorPlatform
import TestTraits
import Testing

/// Two processes that migrate the same file concurrently.
@Suite(.ahead, .serialized) struct MigrationRaceTests {
  struct Race: Sendable, CustomTestStringConvertible {
    let journalMode: String
    let arguments: [String]
    let count: Int

    var testDescription: String {
      "\(count) in \(journalMode) mode \(arguments.joined(separator: " "))"
    }
  }

  private static let bare = ["--no-dry-run", "--no-backup"]
  /// `MIGTUI_RACES` multiplies the number of races for longer runs.
  private static let factor =
    ProcessInfo.processInfo.environment["MIGTUI_RACES"].flatMap(Int.init) ?? 1
  private static let races = [
    Race(journalMode: "delete", arguments: bare, count: 8 * factor),
    Race(journalMode: "wal", arguments: bare, count: 8 * factor),
    Race(journalMode: "delete", arguments: [], count: 5 * factor),
    Race(journalMode: "wal", arguments: [], count: 5 * factor),
  ]
  private static let identifiers = ["001_first", "002_second", "003_third", "004_fourth"]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Migrations/000_log.sql", "CREATE TABLE log (what TEXT, part INTEGER);")
    for identifier in Self.identifiers {
      // A reader must see all parts of a migration and its table, or none of them.
      try folder.write(
        "Migrations/\(identifier).sql",
        """
        INSERT INTO log VALUES ('\(identifier)', 1);
        CREATE TABLE t\(identifier) (x);
        INSERT INTO log VALUES ('\(identifier)', 2);
        """)
    }
  }

  @Test(arguments: races)
  func
    `two concurrent runs apply each migration once, and readers see only complete migrations`(
      _ race: Race
    ) async throws
  {
    let problems = Problems()
    let interleaved = try await DetachedThread.run {
      try (0..<race.count).count { try run(race, on: "race-\($0).sqlite", problems) }
    }
    #expect(problems.all == [])
    // If the processes never overlapped, the test would prove nothing.
    #expect(interleaved > 0)
  }

  /// Runs two processes on a new file and reads it meanwhile.
  ///
  /// - Returns: True if the processes overlapped: both applied migrations, or one found that the
  ///   database had changed.
  private func run(_ race: Race, on name: String, _ problems: Problems) throws -> Bool {
    try folder.makeDatabase(name, journalMode: race.journalMode, sql: "CREATE TABLE before (x)")
    var patient = Configuration(purpose: .inspect)
    patient.busyMode = .timeout(Limit.ofProgram)
    let queue = try DatabaseQueue(path: folder.path(name), configuration: patient)
    // One process applies all migrations, the others one each. A process may find that the database
    // has changed since its plan.
    let all = try start(on: name, ["--all"] + race.arguments, log: "out-all")
    var single = try start(on: name, race.arguments, log: "out-0")
    var singles = [single]
    while all.isRunning || single.isRunning {
      try expectWholeState(of: queue, problems)
      if all.isRunning, !single.isRunning {
        single = try start(on: name, race.arguments, log: "out-\(singles.count)")
        singles.append(single)
      }
    }
    ([all] + singles).forEach { $0.waitUntilExit() }
    func applied(_ log: String) throws -> (count: Int, output: String) {
      let output = String(decoding: try folder.bytes(log), as: UTF8.self)
      return (output.components(separatedBy: "  ok in ").count - 1, output)
    }
    let one = try applied("out-all")
    let others = try singles.indices.map { try applied("out-\($0)") }
    problems.note(all.terminationStatus == 0, "a failure: \(one.output)")
    for (process, other) in zip(singles, others) {
      problems.note([0, 75].contains(process.terminationStatus), "a failure: \(other.output)")
    }
    let count = others.reduce(0) { $0 + $1.count }
    problems.note(one.count + count == 5, "not once each: \(one.output) \(others)")
    try expectWholeState(of: queue, problems, count: 4)
    try queue.close()
    DatabaseCopy.remove(folder.path(name))
    return one.count > 0 && count > 0 || singles.contains { $0.terminationStatus == 75 }
  }

  /// Starts `migtui step --yes` with its output redirected to a file.
  private func start(on name: String, _ arguments: [String], log: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments =
      [
        "step", folder.path(name), "--migrations", folder.path("Migrations"), "--yes",
      ] + arguments
    try folder.write(log, "")
    process.standardInput = FileHandle.nullDevice
    // A shared handle, so that the two streams do not overwrite each other.
    let handle = FileHandle(forWritingAtPath: folder.path(log))
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    return process
  }

  /// Checks in one read transaction that the ledger, the rows and the tables agree.
  private func expectWholeState(of queue: DatabaseQueue, _ problems: Problems, count: Int? = nil)
    throws
  {
    let (ledger, rows, tables) = try queue.read { db in
      let hasLog = try db.tableExists("log")
      let hasLedger = try db.tableExists("grdb_migrations")
      return (
        hasLedger
          ? try String.fetchAll(
            db, sql: "SELECT identifier FROM grdb_migrations WHERE identifier > '001'")
          : [],
        hasLog ? try String.fetchAll(db, sql: "SELECT what || part FROM log ORDER BY rowid") : [],
        try String.fetchAll(db, sql: "SELECT substr(name, 2) FROM sqlite_master WHERE name > 't'")
      )
    }
    problems.note(
      ledger == Array(Self.identifiers.prefix(count ?? ledger.count))
        && rows == ledger.flatMap { ["\($0)1", "\($0)2"] } && tables == ledger,
      "no whole state: \(ledger) \(rows) \(tables)")
  }
}

/// The problems found, recorded on a thread outside the test task.
private final class Problems: Sendable {
  private let noted = Mutex<[String]>([])

  var all: [String] { noted.withLock { $0 } }

  func note(_ hasPassed: Bool, _ problem: @autoclosure () -> String) {
    if hasPassed { return }
    let text = problem()
    noted.withLock { $0.append(text) }
  }
}
