import Foundation
import MigratorEngine
import MigratorTestSupport
import Synchronization
import Testing

/// Two processes that migrate one file at the same time.
@Suite(.serialized) struct MigrationRaceTests {
  /// How a race is run.
  struct Race: Sendable, CustomTestStringConvertible {
    let journalMode: String
    let arguments: [String]
    let count: Int

    var testDescription: String {
      "\(count) in \(journalMode) mode \(arguments.joined(separator: " "))"
    }
  }

  private static let bare = ["--no-dry-run", "--no-backup"]
  private static let races = [
    Race(journalMode: "delete", arguments: bare, count: 80),
    Race(journalMode: "wal", arguments: bare, count: 80),
    Race(journalMode: "delete", arguments: [], count: 20),
    Race(journalMode: "wal", arguments: [], count: 20),
  ]
  private static let identifiers = ["001_first", "002_second", "003_third", "004_fourth"]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("Migrations/000_log.sql", "CREATE TABLE log (what TEXT, part INTEGER);")
    for identifier in Self.identifiers {
      // Of each migration all parts or none, and its table, must be seen.
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
  func `both succeed, each migration is applied once, and a reader sees whole ones`(
    _ race: Race
  ) async throws {
    let problems = Problems()
    let interleaved = try await OwnThread.run {
      try (0..<race.count).count { try run(race, on: "race-\($0).sqlite", problems) }
    }
    #expect(problems.all == [])
    // Were one always through before the other begins, nothing would be shown.
    #expect(interleaved > 0)
  }

  /// Runs two processes on a new file, and reads it for as long as they run.
  ///
  /// - Returns: Whether both of them applied some of the migrations.
  private func run(_ race: Race, on name: String, _ problems: Problems) throws -> Bool {
    try folder.makeDatabase(name, journalMode: race.journalMode, sql: "CREATE TABLE before (x)")
    let queue = try DatabaseQueue(
      path: folder.path(name), configuration: Configuration(purpose: .inspect))
    let processes = try (0..<2).map { try start(on: name, race.arguments, log: "out-\($0)") }
    while processes.contains(where: \.isRunning) { try expectWholeState(of: queue, problems) }
    processes.forEach { $0.waitUntilExit() }
    let outputs = try (0..<2).map { String(decoding: try folder.bytes("out-\($0)"), as: UTF8.self) }
    problems.note(processes.map(\.terminationStatus) == [0, 0], "a failure: \(outputs)")
    let applied = outputs.map { $0.components(separatedBy: "  ok in ").count - 1 }
    problems.note(applied.reduce(0, +) == 5, "not once each: \(outputs)")
    try expectWholeState(of: queue, problems, count: 4)
    try queue.close()
    DatabaseCopy.remove(folder.path(name))
    return !applied.contains(0)
  }

  /// Starts `migtui step --all --yes`, its output going to a file.
  private func start(on name: String, _ arguments: [String], log: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Project.program)
    process.arguments =
      [
        "step", folder.path(name), "--migrations", folder.path("Migrations"), "--all", "--yes",
      ] + arguments
    try folder.write(log, "")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(forWritingAtPath: folder.path(log))
    process.standardError = FileHandle(forWritingAtPath: folder.path(log))
    try process.run()
    return process
  }

  /// Reads one state of the database: the ledger, the rows and the tables tell of the same migrations.
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

/// What went wrong, noted on a thread that no test knows.
private final class Problems: Sendable {
  private let noted = Mutex<[String]>([])

  var all: [String] { noted.withLock { $0 } }

  func note(_ isRight: Bool, _ problem: @autoclosure () -> String) {
    if isRight { return }
    let text = problem()
    noted.withLock { $0.append(text) }
  }
}
