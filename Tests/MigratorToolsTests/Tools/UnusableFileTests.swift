import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import Testing

@testable import MigratorTools

/// Unusable files in the folders of several tools whose ledgers record the preceding migrations.
struct UnusableFileTests {
  /// The problem of the second of three files.
  struct Case: Sendable, CustomTestStringConvertible {
    let format: MigrationFormat
    /// The SQL of a migration that creates a table.
    let good: @Sendable (_ table: String) -> String
    let bytes: [UInt8]
    let kind: SourceProblem.Kind
    var line: Int?
    var name: @Sendable (Int) -> String = { "\($0)_m.sql" }
    var testDescription: String { "\(format.rawValue), \(kind)" }

    init(
      _ format: MigrationFormat, _ text: String, _ kind: SourceProblem.Kind, line: Int? = nil,
      name: @escaping @Sendable (Int) -> String = { "\($0)_m.sql" },
      good: @escaping @Sendable (_ table: String) -> String = { "CREATE TABLE \($0) (id);\n" }
    ) {
      self.init(format, bytes: Array(text.utf8), kind, line: line, name: name, good: good)
    }

    init(
      _ format: MigrationFormat, bytes: [UInt8], _ kind: SourceProblem.Kind, line: Int? = nil,
      name: @escaping @Sendable (Int) -> String = { "\($0)_m.sql" },
      good: @escaping @Sendable (_ table: String) -> String = { "CREATE TABLE \($0) (id);\n" }
    ) {
      (self.format, self.good, self.bytes, self.kind) = (format, good, bytes, kind)
      (self.line, self.name) = (line, name)
    }
  }

  private static func goose(_ table: String) -> String {
    "-- +goose Up\nCREATE TABLE \(table) (id);\n"
  }

  private static func dbmate(_ table: String) -> String {
    "-- migrate:up\nCREATE TABLE \(table) (id);\n-- migrate:down\n"
  }

  private static let open = "SELECT 1;\nSELECT 'open;\n"
  private static let wrong: [UInt8] = Array("SELECT 1;\n\n-- ".utf8) + [0xE9]

  /// Tools that read each file just before running it.
  static let later = [
    Case("grdb", open, .unterminated, line: 2),
    Case("grdb", "SELECT 1;\n/* open\n", .unterminated, line: 2),
    Case("grdb", "SELECT 1;\nCREATE TRIGGER a AFTER INSERT ON b BEGIN\n", .unterminated, line: 2),
    Case("grdb", bytes: wrong, .notUTF8, line: 3),
    Case("grdb", bytes: [0x2D, 0x2D, 0x0A, 0x00], .nulCharacter, line: 2),
    Case("grdb", " \n", .emptyFile),
    Case("grdb", "-- migtui: fast\nSELECT 1;\n", .badDirective, line: 1),
    Case("goose", "CREATE TABLE b (id);\n", .badDirective, line: 1, good: goose),
    Case("goose", "-- +goose Down\n", .badDirective, line: 1, good: goose),
    Case(
      "goose", "-- +goose Up\n-- +goose StatementBegin\nSELECT 1;\n", .badDirective, line: 2,
      good: goose),
    Case("goose", "-- +goose Up\nSELECT '\n;\n", .unterminated, line: 2, good: goose),
    Case("goose", bytes: wrong, .notUTF8, line: 3, good: goose),
    Case("dbmate", "-- migrate:up\nSELECT 1;\n", .badDirective, line: 1, good: dbmate),
    Case("golang-migrate", open, .unterminated, line: 2, name: { "\($0)_m.up.sql" }),
    Case("diesel", open, .unterminated, line: 2, name: { "\($0)_m/up.sql" }),
    Case("d1", bytes: wrong, .notUTF8, line: 3),
    Case("maragudk", open, .unterminated, line: 2, name: { "\($0)-m.up.sql" }),
  ]

  /// Tools that read all files before running any.
  static let atOnce = [
    Case("sqlx", open, .unterminated, line: 2), Case("sqlx", bytes: wrong, .notUTF8, line: 3),
    Case("refinery", open, .unterminated, line: 2, name: { "V\($0)__m.sql" }),
    Case("flyway", bytes: wrong, .notUTF8, line: 3, name: { "V\($0)__m.sql" }),
    Case("prisma", open, .unterminated, line: 2, name: { "\($0)_m/migration.sql" }),
    Case(
      "drizzle-1.0", bytes: wrong, .notUTF8, line: 3,
      name: { "2024010100000\($0)_m/migration.sql" }),
    Case("yoyo", "-- transactional: perhaps\nSELECT 1;\n", .badDirective, line: 1),
    Case("rusqlite_migration", open, .unterminated, line: 2, name: { "0\($0)-m/up.sql" }),
    Case("lighter", open, .unterminated, line: 2, name: { "App-00\($0).sql" }),
    Case("numbered", open, .unterminated, line: 2, name: { "\($0)-m.sql" }),
    Case("sqldelight", open, .unterminated, line: 2, name: { "\($0).sqm" }),
  ]

  /// Files that their tool reads, but cannot run.
  static let inTurn = [
    Case("yoyo", "-- Three.\nSELECT 1;\nBEGIN; SELECT 1; COMMIT;\n", .badTransaction, line: 3),
    Case(
      "lighter", "SELECT 1;\nPRAGMA user_version = 7;\n", .badVersion, line: 2,
      name: { "App-00\($0).sql" }),
  ]

  /// A tool's folder with four migrations, the first of which is applied.
  private struct World {
    let folder: TemporaryFolder
    let session: MigrationSession
    let names: [String]

    init(_ asked: Case) throws {
      folder = try TemporaryFolder()
      try folder.makeDatabase(sql: asked.format == "sqldelight" ? "PRAGMA user_version = 1" : "")
      names = (1...4).map { "migrations/" + asked.name($0) }
      for (name, table) in zip(names, ["a", "b", "c", "d"]) {
        try folder.write(name, asked.good(table))
      }
      session = MigrationSession(
        database: folder.path("app.sqlite"),
        migrations: ProjectSource(
          databasePath: folder.path("app.sqlite"),
          request: ProjectDetection.Request(
            folder: folder.path("migrations"), format: asked.format),
          currentFolder: folder.path), history: .none)
      guard case .ready(let prepared) = try session.prepareStep() else {
        throw ToolProject.Failed(message: "nothing to step")
      }
      let outcome = session.step(prepared, agreeing: [], keepsBackup: false)
      #expect(outcome.error == nil && outcome.failure == nil)
    }

    func dump() throws -> [UInt8] { try folder.bytes("app.sqlite") }

    func states() throws -> [MigrationStatus.State] {
      try session.overview().status.migrations.map(\.state)
    }
  }

  private func expectProblem(_ asked: Case, _ migration: MigrationStatus, in name: String) throws {
    let problem = try #require(migration.obstacle?.problems.first)
    #expect(migration.isUnusable && problem.file.hasSuffix(name))
    #expect(problem.location?.line == asked.line)
    #expect(migration.note?.contains(problem.message) == true)
    #expect(!problem.remedy.isEmpty)
  }

  /// Checks that a step is refused with the problem before anything runs.
  private func expectRefusal(_ world: World, _ scope: MigrationScope) throws {
    let before = try world.dump()
    for refused in [
      { _ = try world.session.prepareStep(scope) }, { _ = try world.session.dryRun(scope) },
      { _ = try world.session.prepareStep(scope, rehearsal: .none) },
    ] as [() throws -> Void] {
      let error = try #require(throws: MigrationError.self, performing: refused)
      guard case .obstacle(let obstacle) = error.kind else { throw error }
      #expect(obstacle.isOfFile)
    }
    #expect(try world.dump() == before)
  }

  @Test(arguments: later + atOnce)
  func `an unusable pending file is listed in order and blocks later files`(asked: Case) throws {
    let world = try World(asked)
    #expect(try world.states() == [.applied, .pending, .pending, .pending])
    try world.folder.write(world.names[2], bytes: asked.bytes)
    let status = try world.session.overview().status
    #expect(status.migrations.map(\.state) == [.applied, .pending, .unusable, .pending])
    try expectProblem(asked, status.migrations[2], in: world.names[2])
    try expectRefusal(world, .all)
    try expectRefusal(world, .upTo(status.migrations[3].identifier))
    let source = ProjectSource(
      databasePath: world.folder.path("app.sqlite"),
      request: ProjectDetection.Request(
        folder: world.folder.path("migrations"), format: asked.format))
    let check = try MigrationSession(
      database: world.folder.path("app.sqlite"), migrations: source, history: .none
    ).check()
    #expect(check.findings.map(\.rule) == [.unreadable], "\(check.findings.map(\.message))")
    #expect(check.findings.first?.migration == status.migrations[2].identifier)
    #expect(check.findings.first?.line == asked.line)
    #expect(check.tried == [1, 3].map { status.migrations[$0].identifier })
    guard Self.later.contains(where: { $0.format == asked.format }) else {
      try expectRefusal(world, .next)
      return
    }
    guard case .ready(let prepared) = try world.session.prepareStep() else {
      Issue.record("no step")
      return
    }
    let outcome = world.session.step(prepared, agreeing: [], keepsBackup: false)
    #expect(outcome.error == nil && outcome.failure == nil)
    #expect(try world.states() == [.applied, .applied, .unusable, .pending])
    try expectRefusal(world, .next)
  }

  @Test(arguments: later + atOnce)
  func `an unusable applied file is reported and blocks tools that re-read it`(asked: Case) throws {
    let world = try World(asked)
    try world.folder.write(world.names[0], bytes: asked.bytes)
    let status = try world.session.overview().status
    #expect(status.migrations.count == 4 && status.migrations[0].state.isRecorded)
    #expect(status.migrations.dropFirst().allSatisfy { $0.state == .pending })
    try expectProblem(asked, status.migrations[0], in: world.names[0])
    #expect(throws: MigrationError.self) { try world.session.drift() }
    // The checksum to accept is unknown.
    #expect(try world.session.repairs().repairs.allSatisfy { $0.kind != .acceptChecksum })
    guard Self.later.contains(where: { $0.format == asked.format }) else {
      return try expectRefusal(world, .next)
    }
    guard case .ready(let prepared) = try world.session.prepareStep(.all) else {
      Issue.record("no step")
      return
    }
    let outcome = world.session.step(prepared, agreeing: [], keepsBackup: false)
    #expect(outcome.error == nil && outcome.failure == nil)
    #expect(try world.states().allSatisfy(\.isRecorded))
  }

  @Test(arguments: inTurn)
  func `a file that only its own tool can read does not block earlier files`(
    asked: Case
  ) throws {
    let world = try World(asked)
    try world.folder.write(world.names[2], bytes: asked.bytes)
    let status = try world.session.overview().status
    #expect(status.migrations.map(\.state) == [.applied, .pending, .unusable, .pending])
    try expectProblem(asked, status.migrations[2], in: world.names[2])
    try expectRefusal(world, .all)
    guard case .ready(let prepared) = try world.session.prepareStep() else {
      Issue.record("no step")
      return
    }
    let outcome = world.session.step(prepared, agreeing: [], keepsBackup: false)
    #expect(outcome.error == nil && outcome.failure == nil)
    // The tool ran this file before migtui was used.
    try world.folder.write(world.names[2], asked.good("c"))
    try world.folder.write(world.names[0], bytes: asked.bytes)
    let applied = try world.session.overview().status
    #expect(applied.problems.isEmpty && applied.next?.identifier != nil)
    #expect(applied.migrations[0].state == .applied)
  }

  @Test func `a file that becomes unusable after the step is prepared blocks the step`() throws {
    let asked = Self.later[0]
    let world = try World(asked)
    guard case .ready(let prepared) = try world.session.prepareStep(.all) else {
      Issue.record("no step")
      return
    }
    try world.folder.write(world.names[2], bytes: asked.bytes)
    let before = try world.dump()
    let outcome = world.session.step(prepared, agreeing: [], keepsBackup: false)
    guard case .obstacle(let obstacle)? = (outcome.error as? MigrationError)?.kind else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(obstacle.isOfFile && outcome.steps.isEmpty)
    #expect(try world.dump() == before)
  }

  @Test(.enabled(if: Unprivileged.isPossible))
  func `unreadable files, dangling links and links to outside the folder are reported`() throws {
    let asked = Self.later[0]
    let world = try World(asked)
    let manager = FileManager.default
    let path = world.folder.path(world.names[2])
    try manager.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    // Makes the folders accessible, so that only the file is unreadable.
    for open in [world.folder.path, world.folder.path("migrations")] {
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: open)
    }
    try Unprivileged.run {
      let status = try world.session.overview().status
      #expect(status.migrations.map(\.state) == [.applied, .pending, .unusable, .pending])
      #expect(status.problems.map(\.remedy) == ["Make the file readable: chmod u+r."])
    }
    for target in ["nowhere", "../app.sqlite"] {
      try manager.removeItem(atPath: path)
      try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
      let status = try world.session.overview().status
      #expect(status.migrations.map(\.state) == [.applied, .pending, .unusable, .pending])
      #expect(status.problems.count == 1)
      try expectRefusal(world, .all)
    }
  }
}
