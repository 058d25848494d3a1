import Foundation
import MigratorSQLite
import MigratorTestSupport

/// A folder in which a command runs repeatedly on the same original files.
public final class TrialFixture {
  /// The command under test.
  public let command: TrialCommand
  /// The journal mode of the database.
  public let journalMode: String
  /// True if another connection keeps the database open meanwhile and left changes in the WAL.
  public let isHeld: Bool
  /// The permitted states: the original state and the state after each stage.
  let states: [DatabaseDump]
  let success: Int32
  private(set) var eventCount = 0
  /// The running time of the command without faults, plus 20 percent.
  let microseconds: UInt32
  /// The number of calls of each kind that the command makes without faults.
  public let counts: [Fault.Kind: Int]

  private let folder: TemporaryFolder
  private let template: [String: [UInt8]]
  var database: String { folder.path("work/app.sqlite") }

  /// Creates the folder and runs the command once without faults.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - journalMode: `delete` or `wal`.
  ///   - isHeld: True if another connection keeps the database open meanwhile.
  ///   - pragmas: Pragmas to run on the empty database.
  /// - Throws: ``TrialFailure`` if the command fails, or an error of the file system.
  public init(
    _ command: TrialCommand, journalMode: String, isHeld: Bool = false, pragmas: String = ""
  ) throws {
    self.command = command
    self.journalMode = journalMode
    self.isHeld = isHeld
    folder = try TemporaryFolder()
    for file in command.files { try folder.write("migrations/" + file.name, file.text) }
    try folder.write("work/.keep", "")
    try folder.write("tmp/.keep", "")
    try folder.makeDatabase(
      "work/app.sqlite", journalMode: journalMode, sql: pragmas + TrialCommand.schema)
    let path = folder.path("work/app.sqlite")
    let holder = isHeld ? try Holder(path, writes: true) : nil
    if let preparation = command.preparation {
      try Self.runWell(preparation, path, folder)
    }
    try holder?.leave()
    template = try Self.files(in: folder)
    var states = [try DatabaseDump(path: path)]
    for stage in command.stages {
      try Self.runWell(stage, path, folder)
      states.append(try DatabaseDump(path: path))
    }
    self.states = states
    try Self.reset(folder, to: template)
    let start = Date()
    let outcome = try Self.run(
      command.arguments, path, folder, isHeld: isHeld, ["FAULT_COUNTS": folder.path("counts")])
    microseconds = UInt32(Date().timeIntervalSince(start) * 1_200_000) + 1
    success = outcome.status
    guard outcome.status == 0 else { throw TrialFailure(description: "\(command): \(outcome)") }
    let numbers = try Self.numbers(folder.bytes("counts"))
    counts = Dictionary(uniqueKeysWithValues: zip(Fault.Kind.allCases, numbers))
    eventCount = historyCount()
  }

  /// Runs the command on the original files.
  ///
  /// - Parameter environment: Variables for the faulting file system.
  /// - Returns: The outcome.
  /// - Throws: An error of the file system or of starting the program.
  func run(_ environment: [String: String]) throws -> Program.Outcome {
    try Self.reset(folder, to: template)
    return try Self.run(command.arguments, database, folder, isHeld: isHeld, environment)
  }

  /// Starts the command on the original files.
  func start() throws -> RunningProgram {
    try Self.reset(folder, to: template)
    return try startAnother()
  }

  /// Starts the command on the current files.
  func startAnother() throws -> RunningProgram {
    try RunningProgram(
      Self.words(command.arguments, database, folder), environment: Self.environment(folder))
  }

  /// Starts the console on the original files, in a terminal.
  func console(_ terminal: Int32) throws -> RunningProgram {
    try Self.reset(folder, to: template)
    let environment = Self.environment(folder).merging([
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
      // Programs that the console may start, and that exit at once.
      "EDITOR": "true", "VISUAL": "true", "PAGER": "true",
    ]) { $1 }
    // A key may write an exported file to the current folder.
    return try RunningProgram(
      words: [
        "/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, BuiltProgram.path,
      ] + Self.words([], database, folder),
      environment: environment, input: terminal, output: terminal, errors: terminal)
  }

  /// The index of the database's current state, or `nil` and the reason if the state is not
  /// permitted.
  ///
  /// Opening the database recovers it, as in the next program that opens it.
  func state() -> (index: Int?, reason: String) {
    do {
      let dump = try DatabaseDump(path: database)
      return (states.firstIndex(of: dump), "it holds something else")
    } catch {
      return (nil, "it cannot be read: \(error)")
    }
  }

  /// Unexpected files next to the database, and files left in the folder for temporary files.
  func leftovers() throws -> [String] {
    let known = Set(template.keys)
    let suffixes = ["-journal", "-wal", "-shm"]
    return folder.names().filter { name in
      (name.hasPrefix("work/") || name.hasPrefix("tmp/")) && !known.contains(name)
        && !suffixes.contains { name == "work/app.sqlite" + $0 }
    }
  }

  /// Describes the problem with the backups, if any.
  ///
  /// If the database was changed, a backup must hold its original content.
  func backupProblem(at index: Int) -> String? {
    guard command.keepsBackup, index > 0 else { return nil }
    let backups = folder.names().filter {
      $0.hasPrefix("work/app.sqlite.before-") && !$0.contains(".partial-")
    }
    let isThere = backups.contains { (try? DatabaseDump(path: folder.path($0))) == states[0] }
    return isThere ? nil : "no backup of what was there before, among \(backups)"
  }

  /// Checks that each line of the history file is valid JSON.
  ///
  /// - Parameter isWhole: True if the last line must be complete as well.
  /// - Returns: A description of the problem; `nil` if there is none.
  func historyProblem(isWhole: Bool) -> String? {
    var lines = historyLines
    if !isWhole, !lines.isEmpty { lines.removeLast() }
    let odd = lines.filter { (try? JSONSerialization.jsonObject(with: Data($0))) == nil }
    return odd.isEmpty ? nil : "\(odd.count) lines of the history are no JSON"
  }

  func historyCount() -> Int { historyLines.count }

  private var historyLines: [[UInt8]] {
    folder.names().filter { $0.hasPrefix("state/") && $0.hasSuffix(".jsonl") }
      .flatMap { (try? folder.bytes($0)) ?? [] }
      .split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  /// The database files before the command, by filename suffix.
  var originals: [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for ending in ["", "-journal", "-wal"] { files[ending] = template["work/app.sqlite" + ending] }
    return files
  }

  /// True if the bytes of the database file are the original ones.
  var isUntouched: Bool {
    (try? folder.bytes("work/app.sqlite")) == template["work/app.sqlite"]
  }

  func bytes(_ name: String) throws -> [UInt8] { try folder.bytes(name) }

  /// Returns a path in the folder, outside the files that each run resets.
  func path(_ name: String) -> String { folder.path(name) }

  /// Replaces the database and its journal.
  func place(_ files: [String: [UInt8]]) throws {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database + suffix)
      if let bytes = files[suffix] { try folder.write("work/app.sqlite" + suffix, bytes: bytes) }
    }
  }

  // MARK: - Files and programs

  private static func files(in folder: TemporaryFolder) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in folder.names() where !name.hasPrefix("migrations") {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder)
      if !isFolder.boolValue { files[name] = try folder.bytes(name) }
    }
    return files
  }

  private static func reset(_ folder: TemporaryFolder, to template: [String: [UInt8]]) throws {
    for name in ["work", "tmp", "state"] {
      try? FileManager.default.removeItem(atPath: folder.path(name))
    }
    for (name, bytes) in template { try folder.write(name, bytes: bytes) }
  }

  private static func words(
    _ arguments: [String], _ database: String, _ folder: TemporaryFolder
  ) -> [String] {
    let takesMigrations = arguments.first != "restore"
    return arguments + [database]
      + (takesMigrations ? ["--migrations", folder.path("migrations")] : [])
  }

  private static func environment(_ folder: TemporaryFolder) -> [String: String] {
    ["XDG_STATE_HOME": folder.path("state"), "TMPDIR": folder.path("tmp")]
  }

  private static func run(
    _ arguments: [String], _ database: String, _ folder: TemporaryFolder, isHeld: Bool,
    _ faults: [String: String]
  ) throws -> Program.Outcome {
    let holder = isHeld ? try Holder(database) : nil
    defer { try? holder?.leave() }
    // Preload the library only into the program, not into `env`, which starts it.
    let settings = faults.merging(["LD_PRELOAD": FaultingLibrary.path]) { $1 }
    return try Program.run(
      settings.map { "\($0)=\($1)" } + [BuiltProgram.path]
        + words(arguments, database, folder),
      environment: environment(folder))
  }

  private static func runWell(
    _ arguments: [String], _ database: String, _ folder: TemporaryFolder
  ) throws {
    let outcome = try Program.run(
      [BuiltProgram.path] + words(arguments, database, folder),
      environment: environment(folder))
    guard outcome.status == 0 else {
      throw TrialFailure(description: "\(arguments) without faults: \(outcome)")
    }
  }
}

/// Another connection that keeps the database open and closes without a checkpoint, like a killed
/// process.
///
/// The changes remain in the WAL for the next connection.
private struct Holder {
  private let queue: DatabaseQueue

  init(_ path: String, writes: Bool = false) throws {
    queue = try DatabaseQueue(path: path)
    if writes { try queue.write { try $0.execute(sql: "CREATE TABLE held (x); DROP TABLE held") } }
    _ = try queue.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
  }

  func leave() throws { try queue.closeWithoutCheckpoint() }
}

/// A failure of the trial setup itself.
public struct TrialFailure: Error, CustomStringConvertible {
  /// A description of the failure.
  public let description: String
}

/// The shared library with the faulting file system, located next to the program.
enum FaultingLibrary {
  static let path =
    URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent()
    .appendingPathComponent("libFaultingFileSystem.so").path
}
