import Foundation
import MigratorEngine
import MigratorSession
import MigratorTestSupport
import MigratorTools
import Testing

/// Files that another program moves, deletes, replaces or truncates during a step.
struct DisplacedFileTests {
  enum Act: CaseIterable, Sendable {
    case replace, delete, truncate
  }

  private func fixture(wal: Bool) throws -> SessionFixture {
    let fixture = try SessionFixture(wal: wal)
    try fixture.write("001_a", "CREATE TABLE a (x);\nINSERT INTO a VALUES (1);\n")
    try fixture.write("002_b", "CREATE TABLE b (x);\n")
    // The other file has the same schema, and one row.
    let queue = try DatabaseQueue(path: fixture.folder.path("new.sqlite"))
    try queue.writeWithoutTransaction {
      try $0.execute(
        sql: """
          CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL, motto TEXT);
          INSERT INTO club VALUES (9, 'New', NULL);
          """)
    }
    try queue.close()
    return fixture
  }

  private func perform(_ act: Act, _ fixture: SessionFixture) throws {
    let files = FileManager.default
    switch act {
    case .replace:
      try files.linkItem(atPath: fixture.path, toPath: fixture.folder.path("old.sqlite"))
      #expect(rename(fixture.folder.path("new.sqlite"), fixture.path) == 0)
    case .delete: try files.removeItem(atPath: fixture.path)
    case .truncate: #expect(truncate(fixture.path, 0) == 0)
    }
  }

  private func names(_ path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read {
      try String.fetchAll($0, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
    }
  }

  /// Runs a step and calls `act` on the file before a statement.
  private func step(
    _ fixture: SessionFixture, _ scope: MigrationScope = .next, before place: Int = 1,
    _ act: () throws -> Void
  ) throws -> StepOutcome {
    let prepared = try fixture.prepared(scope)
    return withoutActuallyEscaping(act) { act in
      fixture.session.step(
        prepared, agreeing: [],
        tracing: StatementTracing(holdLimit: .seconds(600)) { pause in
          if case .before(let index, _, _, _) = pause.place, index == place { try act() }
        } onTrace: { _ in
        })
    }
  }

  @Test(arguments: Act.allCases, [false, true])
  func `a step is rolled back if the file is damaged or displaced`(
    act: Act, wal: Bool
  ) throws {
    let fixture = try fixture(wal: wal)
    let outcome = try step(fixture) { try perform(act, fixture) }
    let failure = try #require(outcome.failure)
    #expect(failure.databaseState == .rolledBack)
    // The backup may be the only copy of the file's contents.
    #expect(try names(#require(outcome.backupPath)) == ["club"])
    #expect(fixture.session.history().events.last?.outcome == .failed)
    if act == .truncate {
      #expect(failure.isCorruption && failure.displacement == nil)
      #expect(failure.remedy(on: .database) == .rescue())
      return
    }
    #expect(failure.displacement?.isMissing == (act == .delete))
    #expect(failure.displacement?.isKept == false)
    if act == .delete {
      #expect(!FileManager.default.fileExists(atPath: fixture.path))
      return
    }
    #expect(try names(fixture.path) == ["club"])
    #expect(try fixture.strings("SELECT name FROM club") == ["New"])
    // Changes in the `-wal` are in the original file.
    #expect(try names(fixture.folder.path("old.sqlite")) == ["club"])
    // The next step works on the new file.
    #expect(try fixture.step().failure == nil)
    #expect(try names(fixture.path) == ["a", "club", "grdb_migrations"])
  }

  /// SQLite looks for a `-wal` next to the link's target, so the change would be in the old file.
  @Test(arguments: [false, true])
  func `a step is rolled back if its path has become a link to the file`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    let reader = try DatabaseQueue(path: fixture.path)
    let moved = fixture.folder.path("moved.sqlite")
    let outcome = try step(fixture) {
      #expect(rename(fixture.path, moved) == 0)
      try FileManager.default.createSymbolicLink(
        atPath: fixture.path, withDestinationPath: moved)
    }
    try reader.close()
    let failure = try #require(outcome.failure)
    #expect(failure.databaseState == .rolledBack)
    #expect(failure.displacement?.isMissing == false)
    #expect(try names(fixture.path) == ["club"])
  }

  @Test(arguments: [false, true])
  func `steps applied before a file is replaced remain in the replaced file`(wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    var seen = 0
    let prepared = try fixture.prepared(.all)
    let outcome = fixture.session.step(
      prepared, agreeing: [],
      onEvent: { event in
        if case .committed = event {
          seen += 1
          if seen == 1 { try? perform(.replace, fixture) }
        }
      })
    #expect(outcome.steps.count == 1)
    #expect((outcome.error as? DatabaseError)?.displacement?.isMissing == false)
    #expect(try names(fixture.path) == ["club"])
    #expect(
      try names(fixture.folder.path("old.sqlite")) == ["a", "club", "grdb_migrations"])
  }

  @Test func `deleting the file between two steps is not reported as a failed migration`() throws {
    let fixture = try fixture(wal: false)
    let prepared = try fixture.prepared(.all)
    let outcome = fixture.session.step(
      prepared, agreeing: [],
      onEvent: { event in
        if case .committed("001_a", _) = event { try? perform(.delete, fixture) }
      })
    #expect(outcome.steps.count == 1)
    #expect((outcome.error as? DatabaseError)?.openFailure?.kind == .noSuchFile)
    #expect(!FileManager.default.fileExists(atPath: fixture.path))
  }

  /// Otherwise the backup would be of another file than the step.
  @Test func `no step runs if the file was replaced after its inspection`() throws {
    let fixture = try fixture(wal: false)
    let prepared = try fixture.prepared()
    try perform(.replace, fixture)
    let outcome = fixture.session.step(prepared, agreeing: [])
    #expect((outcome.error as? DatabaseError)?.displacement?.isKept == false)
    #expect(fixture.backups.isEmpty && outcome.steps.isEmpty)
    #expect(try names(fixture.path) == ["club"])
  }

  @Test func `a step through a link is rolled back if the link is changed`() throws {
    let fixture = try fixture(wal: false)
    let link = fixture.folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: fixture.path)
    let session = MigrationSession(
      database: link,
      migrations: ProjectSource(
        databasePath: fixture.path, currentFolder: fixture.folder.path("nowhere")),
      history: .none)
    guard case .ready(let prepared) = try session.prepareStep() else {
      throw SessionFixture.Unprepared.nothing
    }
    let outcome = withoutActuallyEscaping({
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(
        atPath: link, withDestinationPath: fixture.folder.path("new.sqlite"))
    }) { act in
      session.step(
        prepared, agreeing: [],
        tracing: StatementTracing(holdLimit: .seconds(600)) { pause in
          if case .before(1, _, _, _) = pause.place { try act() }
        } onTrace: { _ in
        })
    }
    #expect(outcome.failure?.displacement?.isMissing == false)
    #expect(try names(fixture.path) == ["club"])
  }

  @Test(arguments: [Act.replace, .delete], [false, true])
  func `a restore is not reported as done if the file was displaced`(act: Act, wal: Bool) throws {
    let fixture = try fixture(wal: wal)
    try fixture.step()
    let prepared = try fixture.session.prepareRestore()
    var isDone = false
    let outcome = fixture.session.restore(
      prepared, agreeing: prepared.phrase,
      onEvent: { event in
        guard case .copying(let done, let total) = event, done == total, !isDone else { return }
        isDone = true
        try? perform(act, fixture)
      })
    #expect(!outcome.isRestored)
    #expect(outcome.error != nil)
    if act == .replace { #expect(try fixture.strings("SELECT name FROM club") == ["New"]) }
    #expect(fixture.session.history().events.last?.outcome != .restored)
  }
}
