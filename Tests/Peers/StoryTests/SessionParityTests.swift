#if GRDB
  import Foundation
  import GRDBStories
  import MigratorEngine
  import MigratorSession
  import OursStories
  import Testing

  /// The same scenarios run by sessions over both engines.
  final class SessionParityTests {
    enum Engine: CaseIterable { case ours, grdb }

    private let folder = NSTemporaryDirectory() + "migtui-stories-\(UUID().uuidString)"

    init() throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func session(_ engine: Engine, _ path: String) -> MigrationSession {
      engine == .ours ? OursSessions.session(path) : GRDBSessions.session(path)
    }

    private func path(_ engine: Engine) -> String { "\(folder)/\(engine).sqlite" }

    private func execute(_ sql: String, _ path: String) throws {
      let queue = try DatabaseQueue(path: path)
      try queue.write { try $0.execute(sql: sql) }
      try queue.close()
    }

    /// Creates a database with the first migration applied, and rows.
    private func prepare(_ engine: Engine) throws -> MigrationSession {
      try execute("CREATE TABLE spare (x); DROP TABLE spare", path(engine))
      let session = session(engine, path(engine))
      #expect(try step(session, []).error == nil)
      try execute(
        """
        INSERT INTO club VALUES (1, 'Rovers'), (2, 'United');
        INSERT INTO player VALUES (1, 1, 'Ada', 1.5), (2, 1, 'Bob', 4), (3, 2, 'Cy', 7), (4, 2, 'Di', 8);
        """, path(engine))
      return session
    }

    private func step(_ session: MigrationSession, _ phrases: [String]) throws -> StepOutcome {
      guard case .ready(let prepared) = try session.prepareStep() else {
        throw Unprepared()
      }
      return session.step(prepared, agreeing: phrases, keepsBackup: false)
    }

    private struct Unprepared: Error {}

    /// The content of a report, without times.
    private func story(_ report: StepReport) -> [String] {
      [report.identifier, report.failure.map { "\($0.phase) \($0.message)" } ?? "ok"]
        + report.changes.summaryLines
        + report.rows.map {
          "\($0.table) \($0.before ?? -1) \($0.after ?? -1) lost \($0.lost) "
            // Only an engine that watches statements knows which of them filled a new table.
            + ($0.isRecreated ? "recreated" : "+\($0.inserted) -\($0.deleted) ~\($0.updated)")
        }
        + report.changedRows.flatMap { table in
          table.rows.map { row in
            "\(table.table) \(row.kind) \(row.key.map(\.sqlLiteral)) "
              + row.values.map { "\($0.difference?.rawValue ?? "=")" }.joined(separator: " ")
          }.sorted()
        } + ["\(report.violations.map { [$0.before, $0.after, $0.added] } ?? [])"]
    }

    @Test func `both engines list the same migrations, and listing changes nothing`() throws {
      for engine in Engine.allCases {
        let session = try prepare(engine)
        let before = try Data(contentsOf: URL(fileURLWithPath: path(engine)))
        let overview = try session.overview()
        #expect(
          overview.status.migrations.map { "\($0.identifier) \($0.state) \($0.isNext)" } == [
            "clubs applied false", "new scores pending true", "players anew pending false",
            "orphan pending false",
          ])
        guard case .diff(let drift) = try session.drift() else {
          Issue.record("no drift for \(engine)")
          continue
        }
        #expect(drift.isEmpty, "\(engine): \(drift.summaryLines)")
        _ = try session.dryRun(.all)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path(engine))) == before)
      }
    }

    @Test func `a dry run reports the same rows, values, schemas, violations and losses`() throws {
      let ours = try prepare(.ours).dryRun(.all).dryRun
      let grdb = try prepare(.grdb).dryRun(.all).dryRun
      #expect(ours.report.steps.count == 3)
      for (one, other) in zip(ours.report.steps.prefix(2), grdb.report.steps) {
        #expect(story(one) == story(other))
      }
      #expect(grdb.report.steps.map(\.identifier) == ours.report.steps.map(\.identifier))
      #expect(grdb.agreements.map(\.phrase) == ours.agreements.map(\.phrase))
      let failures = (ours.report.failure, grdb.report.failure)
      #expect(failures.0?.phase == .check && failures.1?.phase == .check)
      #expect(failures.1?.message.hasPrefix("FOREIGN KEY constraint violation") == true)
    }

    @Test
    func `both engines record the same baseline, and only migtui's engine offers to adopt`()
      throws
    {
      var stories: [[String]] = []
      for engine in Engine.allCases {
        let session = try prepare(engine)
        let offers = try session.repairs(selected: "players anew")
        let repair = try #require(offers.repairs.first { $0.kind == .markApplied })
        _ = try session.repair(repair, of: offers, keepsBackup: false)
        stories.append(
          [repair.script]
            + (try session.overview().status.migrations.map { "\($0.identifier) \($0.state)" }))
        try execute("DROP TABLE grdb_migrations", path(engine))
        #expect(
          try session.repairs().repairs.contains { $0.kind == .adopt } == (engine == .ours))
      }
      #expect(stories.first == stories.last)
    }

    @Test func `steps write the ledger, schema and rows that the dry run predicts`()
      throws
    {
      var dumps: [[String]] = []
      for engine in Engine.allCases {
        let session = try prepare(engine)
        for identifier in ["new scores", "players anew"] {
          guard case .ready(let prepared) = try session.prepareStep() else { throw Unprepared() }
          #expect(!prepared.agreements.isEmpty)
          let refused = session.step(prepared, agreeing: [], keepsBackup: false)
          #expect(refused.error is SessionRefusal)
          let outcome = session.step(
            prepared, agreeing: prepared.agreements.map(\.phrase), keepsBackup: false)
          #expect(outcome.error == nil, "\(engine): \(String(describing: outcome.error))")
          #expect(outcome.steps.map(\.identifier) == [identifier])
          // GRDB's step does not count rows under its lock, so the dry run's counts are reported.
          let counting = outcome.steps.first?.counting
          #expect(counting == (engine == .ours ? .counted : .predicted))
        }
        let queue = try DatabaseQueue(path: path(engine))
        dumps.append(
          try queue.read { db in
            try [
              "sqlite_master WHERE type <> 'table' OR name <> 'sqlite_sequence'", "club", "player",
              "grdb_migrations",
            ].flatMap {
              try Row.fetchAll(
                db,
                sql: $0.hasPrefix("sqlite_master")
                  ? "SELECT type, name, sql FROM \($0)" : "SELECT * FROM \($0)"
              ).map { $0.databaseValues.map(\.sqlLiteral).joined(separator: "|") }
            }
          })
        try queue.close()
        guard case .failed(_, let dryRun) = try session.prepareStep() else {
          Issue.record("\(engine) did not fail")
          continue
        }
        #expect(dryRun.report.failure?.identifier == "orphan")
      }
      #expect(dumps[0] == dumps[1])
    }

    @Test
    func `a step is stopped if another program changed the schema since it was shown`() throws {
      for engine in Engine.allCases {
        let session = try prepare(engine)
        guard case .ready(let prepared) = try session.prepareStep() else { throw Unprepared() }
        try execute("CREATE TABLE stranger (x)", path(engine))
        let outcome = session.step(
          prepared, agreeing: prepared.agreements.map(\.phrase), keepsBackup: false)
        #expect((outcome.error as? MigrationError)?.kind == .databaseChanged, "\(engine)")
        #expect(try session.overview().status.count(of: .applied) == 1)
      }
    }

    @Test
    func `rows written by another program after the dry run are lost only if that is accepted`()
      throws
    {
      for engine in Engine.allCases {
        let session = try prepare(engine)
        guard case .ready(let prepared) = try session.prepareStep() else { throw Unprepared() }
        try execute("INSERT INTO player VALUES (9, 1, 'Eve', 1)", path(engine))
        let outcome = session.step(
          prepared, agreeing: prepared.agreements.map(\.phrase), keepsBackup: false)
        let kind = (outcome.error as? MigrationError)?.kind
        if engine == .grdb {
          // GRDB's migrator commits itself, so nothing could be rolled back.
          #expect(prepared.commitsUnchecked && kind == .databaseChanged)
        } else if let report = outcome.steps.first {
          #expect(report.counting == .counted && kind == nil)
        }
        let applied = try session.overview().status.count(of: .applied)
        #expect(applied == (outcome.error == nil ? 2 : 1), "\(engine)")
      }
    }

    @Test func `tracing migrations that GRDB runs is refused`() throws {
      let session = try prepare(.grdb)
      #expect(throws: MigrationError(.cannotBeTraced(identifier: "new scores"))) {
        _ = try session.dryRun(.next, tracing: StatementTracing(onTrace: { _ in }))
      }
    }

    @Test func `a cancelled migration leaves the file unchanged`() throws {
      for engine in Engine.allCases {
        let path = path(engine)
        try execute("CREATE TABLE spare (x); DROP TABLE spare", path)
        let session = engine == .ours ? OursSessions.endless(path) : GRDBSessions.endless(path)
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        guard case .ready(let prepared) = try session.prepareStep(rehearsal: .none) else {
          throw Unprepared()
        }
        let cancellation = Cancellation()
        let outcome = session.step(
          prepared, agreeing: prepared.agreements.map(\.phrase), keepsBackup: false,
          cancellation: cancellation,
          onEvent: { event in
            // The migration is running or about to run.
            if case .began = event { cancellation.cancel() }
          })
        #expect(outcome.steps.first?.failure?.isCancellation == true, "\(engine)")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      }
    }

    @Test func `eraseDatabaseOnSchemaChange is mentioned only if the app sets it`() {
      let names = [false, true].map { isSet in
        GRDBSessions.differences(erasing: isSet)
          .filter { $0.contains("eraseDatabaseOnSchemaChange") }.count
      }
      #expect(names == [0, 1])
    }

    @Test func `migrations that GRDB would run together are not applied`() throws {
      let path = path(.grdb)
      try execute(
        """
        CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
        INSERT INTO grdb_migrations VALUES ('clubs'), ('applied');
        """, path)
      let status = try GRDBSessions.late(path).overview().status
      #expect(status.obstacle?.message.hasPrefix("GRDB runs late 1, late 2 together") == true)
      #expect(status.next == nil)
      try execute("INSERT INTO grdb_migrations VALUES ('late 1')", path)
      // GRDB runs a single out-of-order migration when asked for the applied ones.
      #expect(try step(GRDBSessions.late(path), []).error == nil)
      #expect(try GRDBSessions.late(path).overview().status.count(of: .applied) == 4)
    }
  }
#endif
