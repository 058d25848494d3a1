import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import MigtuiDemo

/// What odd bytes are given to, in this process: a trap ends it, so it has to be one that may end.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// The bytes of a database.
  case database
  /// The text of a migration, which is run on a copy.
  case migration
  /// The files and names of a folder of each tool's, and the rows of its ledger.
  case folder
  /// The same, harmed as people and disks harm folders, asked by the commands.
  case command

  /// Whether it is given folders of tools.
  var isFolder: Bool { self == .folder || self == .command }

  /// The inputs of one seed, one after the other.
  ///
  /// - Parameters:
  ///   - seed: What decides; input *n* of a seed is input 0 of the seed + *n*.
  ///   - body: Called before each input with its number; returns whether to go on.
  ///   - onProblem: Receives what is wrong, in words.
  /// - Throws: The error of the file system, before any input.
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

/// The files that a target works on.
struct FuzzBench {
  private let target: FuzzTarget
  private let folder: TemporaryFolder
  private let mutation = Mutation(words: FuzzSeeds.words)
  /// Databases with their migrations.
  private let seeds: [[String: [UInt8]]]
  /// The folders of tools, which are made when they are first chosen.
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
    case .folder, .command:
      seeds = []
    }
  }

  /// The demonstration in a format.
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

  /// Makes an input and gives it to a session that looks and dry-runs.
  ///
  /// - Returns: What is wrong, in words; `nil` where nothing is.
  mutating func problem(using generator: inout SeededGenerator) throws -> String? {
    var files = seeds.randomElement(using: &generator) ?? [:]
    if target.isFolder, let format = DemoLayout.formats.randomElement(using: &generator) {
      files = try demonstration(format)
      try replaceDatabase(&files, using: &generator)
    }
    if target != .command { change(&files, using: &generator) }
    try? FileManager.default.removeItem(atPath: folder.path("work"))
    for (name, bytes) in files {
      // Names that no file can have are no input.
      _ = try? folder.write("work/" + name, bytes: bytes)
    }
    if target == .command {
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        // What cannot be done to these files is no input.
        try? FolderHarm.allCases.randomElement(using: &generator)?.act(
          on: folder.path("work"), using: &generator)
      }
    }
    let before = FolderState(of: folder.path("work"), ignoring: ["-wal", "-shm"])
    let path = folder.path(database(of: files))
    let problem =
      target == .command
      ? try FolderLook(database: path, folder: folder.path("work")).problem() : look(at: path)
    if let problem { return problem }
    let after = FolderState(of: folder.path("work"), ignoring: ["-wal", "-shm"])
    return before == after ? nil : "looking changed the files:\n\(before)\n\(after)"
  }

  /// Now and then the database is a new one, or another tool's.
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
        // No way out of the folder, and no name that is no text.
        let text = String(decoding: other, as: UTF8.self).replacing("\0", with: "0")
        files[text.replacing("..", with: "-")] = bytes
      default:
        mutation.change(&bytes, with: others, using: &generator)
        files[name] = bytes
      }
    }
  }

  /// Looks at a database in every way that changes nothing, and tries its migrations on a copy.
  private func look(at path: String) -> String? {
    let session = MigrationSession(
      database: path,
      migrations: ProjectSource(
        databasePath: path, currentFolder: folder.path("work")), history: .none)
    let cancellation = Cancellation()
    // What runs without end is stopped, as a person would.
    let watch = DispatchSource.makeTimerSource(queue: .global())
    watch.schedule(deadline: .now() + 1)
    watch.setEventHandler { cancellation.cancel() }
    watch.activate()
    defer { watch.cancel() }
    var unknown: String?
    func attempt(_ body: () throws -> Void) {
      do { try body() } catch {
        if !(error is any ExplainedError || error is CancellationError) {
          unknown = "an error without words: \(error)"
        }
        _ = Explanation(error)
      }
    }
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
