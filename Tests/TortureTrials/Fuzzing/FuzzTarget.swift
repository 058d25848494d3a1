import Foundation
import MigratorEngine
import MigratorPlatform
import MigratorRows
import MigratorSession
import MigratorTestSupport
import MigratorTools
import MigtuiDemo

/// A target for random input in this process, which may trap.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// The bytes of a database file.
  case database
  /// The SQL of a migration, which runs on a copy.
  case migration
  /// The files, names and ledger rows of each tool's folder.
  case folder
  /// Each tool's folder, damaged as users and disks do, read by the commands.
  case command
  /// Histories of migrations, which `check` runs with generated rows.
  case check
  /// The settings file next to a database, read by the commands.
  case settings

  /// True if the inputs are folders of the supported tools.
  var isFolder: Bool { [.folder, .command, .settings].contains(self) }

  /// Tries the inputs of a seed in order.
  ///
  /// - Parameters:
  ///   - seed: The random seed; input *n* of a seed is input 0 of the seed + *n*.
  ///   - body: Called before each input with its number; returns whether to continue.
  ///   - onProblem: Receives a description of each problem.
  /// - Throws: An error of the file system before the first input.
  public func run(
    seed: UInt64, while body: (UInt64) -> Bool, onProblem: (String) -> Void
  ) throws {
    let folder = try TemporaryFolder()
    var bench = try FuzzBench(self, in: folder)
    var number = seed
    while body(number) {
      var generator = SeededGenerator(seed: number)
      if let problem = try bench.problem(using: &generator) {
        onProblem("\(rawValue), seed \(number): \(problem)")
      }
      number &+= 1
    }
  }
}

struct FuzzBench {
  private let target: FuzzTarget
  private let folder: TemporaryFolder
  private let mutation = Mutation(words: FuzzSeeds.words)
  private let seeds: [[String: [UInt8]]]
  /// Each tool's demo folder, created on first use.
  private var folders: [MigrationFormat: [String: [UInt8]]] = [:]

  init(_ target: FuzzTarget, in folder: TemporaryFolder) throws {
    self.target = target
    self.folder = folder
    switch target {
    case .database:
      seeds = try FuzzSeeds.databases.enumerated().flatMap { index, sql in
        try ["delete", "wal"].map { mode in
          let path = try folder.makeDatabase(
            "seed", journalMode: mode, sql: "PRAGMA foreign_keys = OFF;" + sql)
          defer { try? FileManager.default.removeItem(atPath: path) }
          return ["app.sqlite": try folder.bytes("seed")]
        }
      }
    case .migration:
      try folder.makeDatabase("seed", sql: FuzzSeeds.databases[0])
      let database = try folder.bytes("seed")
      seeds = FuzzSeeds.migrations.map {
        ["app.sqlite": database, "Migrations/1_a.sql": Array($0.utf8)]
      }
    case .check: seeds = [["app.sqlite": []]]
    case .folder, .command, .settings: seeds = []
    }
  }

  private mutating func demonstration(_ format: MigrationFormat) throws -> [String: [UInt8]] {
    if let known = folders[format] { return known }
    try DemoWriter(into: folder.path("demo"), format: format).write()
    defer { try? FileManager.default.removeItem(atPath: folder.path("demo")) }
    let files = try Self.files(in: folder, below: "demo/")
    folders[format] = files
    return files
  }

  private static func files(
    in folder: TemporaryFolder, below prefix: String
  ) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in folder.names() where name.hasPrefix(prefix) {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder.path(name), isDirectory: &isFolder)
      if !isFolder.boolValue {
        files[String(name.dropFirst(prefix.count))] = try folder.bytes(name)
      }
    }
    return files
  }

  /// Generates an input and passes it to a session or to the commands.
  ///
  /// - Returns: A description of the problem; `nil` if there is none.
  mutating func problem(using generator: inout SeededGenerator) throws -> String? {
    var files = seeds.randomElement(using: &generator) ?? [:]
    if target.isFolder, let format = DemoLayout.formats.randomElement(using: &generator) {
      files = try demonstration(format)
      try replaceDatabase(&files, using: &generator)
    }
    if target == .check { files.merge(FuzzHistory.files(using: &generator)) { $1 } }
    if target == .settings {
      let path = Paths.folder(of: database(of: files)) + "/migtui.conf"
      let text = FuzzSeeds.settings.randomElement(using: &generator) ?? ""
      files[String(path.dropFirst("work/".count))] = Array(text.utf8)
    }
    if target != .command { change(&files, using: &generator) }
    try? FileManager.default.removeItem(atPath: folder.path("work"))
    for (name, bytes) in files {
      // Skips invalid file names.
      _ = try? folder.write("work/" + name, bytes: bytes)
    }
    if target == .command {
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        // Skips damage that is impossible for these files.
        try? FolderDamage.allCases.randomElement(using: &generator)?.act(
          on: folder.path("work"), using: &generator)
      }
    }
    let before = FolderState(of: folder.path("work"), ignoring: ["-wal", "-shm"])
    let surroundings = Self.surroundings()
    let path = folder.path(database(of: files))
    let problem: String? =
      switch target {
      case .command, .settings:
        try FolderCheck(database: path, folder: folder.path("work")).problem()
      case .check: check(path, using: &generator)
      case .database, .migration, .folder: look(at: path)
      }
    if let problem { return problem }
    let new = Self.surroundings().subtracting(surroundings)
    if !new.isEmpty { return "files are left: \(new.sorted())" }
    let after = FolderState(of: folder.path("work"), ignoring: ["-wal", "-shm"])
    return before == after ? nil : "looking changed the files:\n\(before)\n\(after)"
  }

  /// Sometimes replaces the database by an empty file or another tool's database.
  private mutating func replaceDatabase(
    _ files: inout [String: [UInt8]], using generator: inout SeededGenerator
  ) throws {
    let name = files.keys.filter { $0.hasSuffix(".sqlite") }.min() ?? "app.sqlite"
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: files[name] = []
    case 1:
      guard let other = DemoLayout.formats.randomElement(using: &generator) else { return }
      files[name] = try demonstration(other).first { $0.key.hasSuffix(".sqlite") }?.value ?? []
    default: break
    }
  }

  private func database(of files: [String: [UInt8]]) -> String {
    "work/" + (files.keys.filter { $0.hasSuffix(".sqlite") }.min() ?? "app.sqlite")
  }

  private func change(_ files: inout [String: [UInt8]], using generator: inout SeededGenerator) {
    let names = files.keys.sorted()
    let chosen: [String]
    switch target {
    case .database: chosen = ["app.sqlite"]
    case .migration: chosen = ["Migrations/1_a.sql"]
    case .check:
      chosen = names.filter {
        $0.hasSuffix(".sql") && Int.random(in: 0..<3, using: &generator) == 0
      }
    case .settings: chosen = names.filter { $0.hasSuffix(".conf") }
    case .folder, .command:
      chosen = names.filter { _ in Int.random(in: 0..<4, using: &generator) == 0 }
    }
    let others = (seeds + [files]).flatMap { seed in chosen.compactMap { seed[$0] } }
    for name in chosen {
      guard var bytes = files[name] else { continue }
      let isFolder = target == .folder && !name.hasSuffix(".sqlite")
      switch isFolder ? Int.random(in: 0..<6, using: &generator) : 5 {
      case 0: files[name] = nil
      case 1:
        var other = Array(name.utf8)
        mutation.change(&other, with: [], using: &generator)
        files[name] = nil
        // Keeps the path inside the folder and the name valid UTF-8.
        let text = String(decoding: other, as: UTF8.self).replacing("\0", with: "0")
        files[text.replacing("..", with: "-")] = bytes
      default:
        mutation.change(&bytes, with: others, using: &generator)
        files[name] = bytes
      }
    }
  }

  /// The files that no input must add to: those named by ``FuzzHistory``, and in a child process those
  /// in its TMPDIR.
  private static func surroundings() -> Set<String> {
    func names(in folder: String?) -> [String] {
      folder.flatMap { try? FileManager.default.contentsOfDirectory(atPath: $0) } ?? []
    }
    let temporary = names(in: ProcessInfo.processInfo.environment["TMPDIR"])
      .filter { !$0.hasPrefix("migtui-test-") }
    let current = names(in: FileManager.default.currentDirectoryPath)
      .filter { $0.hasPrefix("elsewhere") }
    return Set(temporary + current)
  }

  private func session(_ path: String) -> MigrationSession {
    MigrationSession(
      database: path,
      migrations: ProjectSource(
        databasePath: path, currentFolder: folder.path("work")), history: .none)
  }

  /// Calls a closure with a cancellation, which stops migrations that never end.
  private static func limited<T>(to seconds: Double, _ body: (Cancellation) -> T) -> T {
    let cancellation = Cancellation()
    let watch = DispatchSource.makeTimerSource(queue: .global())
    watch.schedule(deadline: .now() + seconds)
    watch.setEventHandler { cancellation.cancel() }
    watch.activate()
    defer { watch.cancel() }
    return body(cancellation)
  }

  /// Calls a closure; returns a description of an error that has no explanation.
  private static func unexplained(_ body: () throws -> Void) -> String? {
    do { try body() } catch {
      _ = Explanation(error)
      if !(error is any ExplainedError || error is CancellationError) {
        return "an error without words: \(error)"
      }
    }
    return nil
  }

  /// Checks the migrations of a database with generated rows.
  private func check(_ path: String, using generator: inout SeededGenerator) -> String? {
    let options = GeneratedCheck.Options(
      seed: generator.next(), rowClass: Bool.random(using: &generator) ? .odd : .plain,
      rowsPerTable: Int.random(in: 0...12, using: &generator))
    return Self.limited(to: 3) { cancellation in
      var problem: String?
      let unexplained = Self.unexplained {
        let report = try session(path).check(generating: options, cancellation: cancellation)
        for finding in report.findings {
          guard let consent = finding.consent else { continue }
          if consent.problem != nil || consent.rule != finding.rule || consent.file != finding.file
          {
            problem = "\(consent) accepts \(finding)"
          }
        }
      }
      return unexplained ?? problem
    }
  }

  /// Runs every read-only query on a database, and dry-runs its migrations.
  private func look(at path: String) -> String? {
    let session = session(path)
    return Self.limited(to: 1) { cancellation in
      var unknown: String?
      func attempt(_ body: () throws -> Void) { unknown = Self.unexplained(body) ?? unknown }
      attempt { _ = try session.overview() }
      attempt {
        var count = 0
        try session.violations(
          cancellation: cancellation,
          onViolation: { _ in
            count += 1
            return count < 100
          })
      }
      attempt { _ = try session.drift(cancellation: cancellation) }
      attempt {
        let answer = try session.dryRun(.all, cancellation: cancellation)
        _ = answer.dryRun.report
      }
      return unknown
    }
  }
}
