import Foundation
import MigratorSQLite
import MigratorTestSupport

/// A folder in which a command is run again and again on the same files.
public final class TrialWorld {
  /// The command.
  public let command: TrialCommand
  /// The journal mode of the database.
  public let journalMode: String
  /// Whether another program, as an app that runs, has it open meanwhile, and left changes in the `-wal`.
  public let isHeld: Bool
  /// The states that may be found: as before, after each stage.
  let states: [DatabaseDump]
  /// The exit status of the command without faults.
  let success: Int32
  /// How many events the history holds after the command.
  private(set) var eventCount = 0
  /// A little more than the command takes.
  let microseconds: UInt32
  /// How many calls of each kind the command makes without faults.
  public let counts: [Fault.Kind: Int]

  private let folder: TemporaryFolder
  private let template: [String: [UInt8]]
  /// The path of the database.
  var database: String { folder.path("work/app.sqlite") }

  /// Makes the folder and runs the command once without faults.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - journalMode: `delete` or `wal`.
  ///   - isHeld: Whether another program has it open meanwhile.
  ///   - pragmas: What is set before anything is in the database.
  /// - Throws: ``TrialFailure`` when it does not succeed; the error of the file system.
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

  /// Runs the command on the files as they were at first.
  ///
  /// - Parameter environment: Variables for the faulting file system.
  /// - Returns: How it ended.
  /// - Throws: The error of the file system, or of starting the program.
  func run(_ environment: [String: String]) throws -> Program.Outcome {
    try Self.reset(folder, to: template)
    return try Self.run(command.arguments, database, folder, isHeld: isHeld, environment)
  }

  /// Starts the command on the files as they were at first.
  func start() throws -> RunningProgram {
    try Self.reset(folder, to: template)
    return try startAnother()
  }

  /// Starts the command on the files as they are.
  func startAnother() throws -> RunningProgram {
    try RunningProgram(
      Self.words(command.arguments, database, folder), environment: Self.environment(folder))
  }

  /// Starts the console on the files as they were at first.
  func console(_ terminal: FileHandle) throws -> Process {
    try Self.reset(folder, to: template)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: BuiltProgram.path)
    process.arguments = Self.words([], database, folder)
    process.environment = ProcessInfo.processInfo.environment
      .merging(Self.environment(folder)) { $1 }
      .merging([
        "TERM": "xterm-256color", "LC_ALL": "C.UTF-8",
        // Programs that it may start, and that end at once.
        "EDITOR": "true", "VISUAL": "true", "PAGER": "true",
      ]) { $1 }
    // Where a key writes what a screen shows.
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardInput = terminal
    process.standardOutput = terminal
    process.standardError = terminal
    try process.run()
    return process
  }

  /// Which of the states the database is in, recovered as the next program that opens it does; `nil` for
  /// none of them, and why.
  func state() -> (index: Int?, reason: String) {
    do {
      let dump = try DatabaseDump(path: database)
      return (states.firstIndex(of: dump), "it holds something else")
    } catch {
      return (nil, "it cannot be read: \(error)")
    }
  }

  /// What stands beside the database but its journal, and what is left in the folder for temporary files.
  func leftovers() throws -> [String] {
    let known = Set(template.keys)
    let suffixes = ["-journal", "-wal", "-shm"]
    return folder.names().filter { name in
      (name.hasPrefix("work/") || name.hasPrefix("tmp/")) && !known.contains(name)
        && !suffixes.contains { name == "work/app.sqlite" + $0 }
    }
  }

  /// What is wrong with the backups once the database is in a state, in words.
  ///
  /// Where it was changed, one of them holds what was there before.
  func backupProblem(at index: Int) -> String? {
    guard command.keepsBackup, index > 0 else { return nil }
    let backups = folder.names().filter {
      $0.hasPrefix("work/app.sqlite.before-") && !$0.contains(".partial-")
    }
    let isThere = backups.contains { (try? DatabaseDump(path: folder.path($0))) == states[0] }
    return isThere ? nil : "no backup of what was there before, among \(backups)"
  }

  /// What is wrong with the file of the history, in words.
  ///
  /// - Parameter isWhole: Whether its last line has to be whole as well.
  /// - Returns: What is wrong; `nil` where nothing is.
  func historyProblem(isWhole: Bool) -> String? {
    var lines = historyLines
    if !isWhole, !lines.isEmpty { lines.removeLast() }
    let odd = lines.filter { (try? JSONSerialization.jsonObject(with: Data($0))) == nil }
    return odd.isEmpty ? nil : "\(odd.count) lines of the history are no JSON"
  }

  /// How many lines the history has.
  func historyCount() -> Int { historyLines.count }

  private var historyLines: [[UInt8]] {
    folder.names().filter { $0.hasPrefix("state/") && $0.hasSuffix(".jsonl") }
      .flatMap { (try? folder.bytes($0)) ?? [] }
      .split(separator: UInt8(ascii: "\n")).map(Array.init)
  }

  /// The files of the database before the command, under the endings of their names.
  var originals: [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for ending in ["", "-journal", "-wal"] { files[ending] = template["work/app.sqlite" + ending] }
    return files
  }

  /// The bytes of a file in the folder.
  func bytes(_ name: String) throws -> [UInt8] { try folder.bytes(name) }

  /// A path in the folder, beside what is put back for each run.
  func path(_ name: String) -> String { folder.path(name) }

  /// Puts a database with its journal in the place of what is there.
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
    // The library goes into the program alone, not into those that start it.
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

/// Another program that has a database open, and ends as one that is killed does: what stands in the `-wal`
/// stays there, and whoever opens the file next recovers it.
private struct Holder {
  private let queue: DatabaseQueue

  init(_ path: String, writes: Bool = false) throws {
    queue = try DatabaseQueue(path: path)
    if writes { try queue.write { try $0.execute(sql: "CREATE TABLE held (x); DROP TABLE held") } }
    _ = try queue.read { try Int64.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
  }

  func leave() throws { try queue.closeWithoutCheckpoint() }
}

/// What went wrong with a trial itself, before anything was tried.
public struct TrialFailure: Error, CustomStringConvertible {
  /// What.
  public let description: String
}

/// The library with the faulting file system.
enum FaultingLibrary {
  /// Its path: it stands beside the program.
  static let path =
    URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent()
    .appendingPathComponent("libFaultingFileSystem.so").path
}
