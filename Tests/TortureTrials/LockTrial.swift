import Foundation
import MigratorEngine
import MigratorTestSupport

/// Compares how long the program blocks another writer with its prediction and its report.
struct LockTrial {
  /// A migration that holds the write lock for a short or a long time.
  enum Migration: String, CaseIterable {
    case table = "CREATE TABLE z (x)"
    case column = "ALTER TABLE child ADD COLUMN flag INTEGER"
    case key = "ALTER TABLE child ADD COLUMN other INTEGER REFERENCES parent (id)"
    case row = "INSERT INTO child (parent, text) VALUES (1, 'new')"
    case update = "UPDATE child SET note = 'x' WHERE id % 100 = 0"
    case index = "CREATE INDEX by_parent ON child (parent)"
    case recreation = """
      CREATE TABLE other (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id), text TEXT NOT NULL,
        note TEXT);
      INSERT INTO other SELECT * FROM child; DROP TABLE child; ALTER TABLE other RENAME TO child
      """
  }

  /// The predicted, reported and measured times of a migration, in seconds.
  struct Times {
    let predicted: Double
    let told: Double
    let waited: Double

    /// Returns true if two times are close enough for planning: within 20 ms or a factor of two.
    static func areClose(_ one: Double, _ other: Double) -> Bool {
      abs(one - other) <= 0.02 || max(one, other) <= 2 * min(one, other)
    }

    var text: String {
      func ms(_ seconds: Double) -> String { String(format: "%.1f", seconds * 1_000) }
      return "predicted \(ms(predicted)), told \(ms(told)), waited \(ms(waited)) ms"
    }
  }

  private let folder: TemporaryFolder
  private let mode: String
  private var template: String { folder.path("template.sqlite") }
  private var database: String { folder.path("app.sqlite") }

  /// Creates a database with a number of child rows and a tenth as many parent rows.
  init(rows: Int, journalMode: String) throws {
    folder = try TemporaryFolder()
    mode = journalMode
    try folder.makeDatabase(
      "template.sqlite", journalMode: journalMode,
      sql: """
        CREATE TABLE beat (x);
        CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id), text TEXT, note TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows / 10))
          INSERT INTO parent SELECT i, 'name ' || i FROM n;
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
          INSERT INTO child SELECT i, abs(random()) % \(rows / 10) + 1, 'text ' || i, NULL FROM n;
        """)
  }

  /// Predicts the time of one migration and applies another.
  ///
  /// They differ only in a control.
  func times(of migration: Migration, predicting other: Migration? = nil) throws -> Times {
    try reset()
    let predicted = try seconds(["dry-run"], (other ?? migration).rawValue)
    let contender = try Contender(database, .nothing)
    let told = try seconds(["step", "--yes", "--no-backup"], migration.rawValue)
    return Times(predicted: predicted, told: told, waited: try contender.end())
  }

  /// Dry-runs a long migration next to a committing writer.
  ///
  /// Returns the writer's longest wait and a description of the problem, if any.
  func dryRun(_ options: [String], pause: UInt32) throws -> (waited: Double, problem: String?) {
    try reset()
    let contender = try Contender(database, .commit, pause: pause)
    let outcome = try run(["dry-run"] + options, Migration.recreation.rawValue)
    let waited = try contender.end()
    // The dry run may refuse because it cannot copy the file without blocking other connections.
    guard [0, 75].contains(outcome.status) else { return (waited, "\(outcome)") }
    return (waited, nil)
  }

  private func reset() throws {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: database + suffix)
    }
    try FileManager.default.copyItem(atPath: template, toPath: database)
  }

  private func run(_ arguments: [String], _ sql: String) throws -> Program.Outcome {
    try folder.write("migrations/001_one.sql", sql)
    return try BuiltProgram.run(
      arguments + ["--json", database, "--migrations", folder.path("migrations")])
  }

  private func seconds(_ arguments: [String], _ sql: String) throws -> Double {
    struct Document: Decodable {
      struct Step: Decodable { let seconds: Double }
      let steps: [Step]
    }
    let outcome = try run(arguments, sql)
    guard outcome.status == 0,
      let step = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8)).steps
        .first
    else { throw TrialFailure(description: "\(arguments): \(outcome)") }
    return step.seconds
  }
}

extension TrialSeries {
  /// Compares how long other connections wait for the write lock with the prediction and the
  /// report.
  public static let locks =
    [10_000, 1_000_000, 5_000_000].flatMap { rows in
      ["delete", "wal"].map { mode in
        locked("lock: predicted and held, \(rows) rows, \(mode)", rows, mode) { $0 }
      }
    } + [
      waiting("lock: writer beside a dry run, delete", [], pause: 300),
      waiting("lock: busy writer beside a dry run, delete", [], pause: 2),
    ]

  static let lockControls = [
    locked("control: lock of another migration", 1_000_000, "delete", isControl: true) {
      migration in
      migration == .recreation ? .table : .recreation
    },
    waiting(
      "control: writer beside a dry run on an overlay, delete", ["--copy", "overlay"], pause: 50,
      isControl: true),
  ]

  private static func locked(
    _ name: String, _ rows: Int, _ mode: String, isControl: Bool = false,
    _ predicted: @escaping @Sendable (LockTrial.Migration) -> LockTrial.Migration
  ) -> TrialSeries {
    TrialSeries(name: name) { shouldContinue, generator in
      let trial = try LockTrial(rows: rows, journalMode: mode)
      var result = Result(name: name, isControl: isControl)
      var worst = 0.0
      for migration in LockTrial.Migration.allCases.shuffled(using: &generator)
      where shouldContinue(result) {
        result.count += 1
        let times = try trial.times(of: migration, predicting: predicted(migration))
        worst = max(worst, abs(times.predicted - times.waited))
        let hasPassed =
          LockTrial.Times.areClose(times.predicted, times.waited)
          && LockTrial.Times.areClose(times.told, times.waited)
        if !hasPassed { result.problems.append("\(migration): \(times.text)") }
      }
      result.remark = String(format: "largest difference %.0f ms", worst * 1_000)
      return result
    }
  }

  /// The longest time in seconds that a dry run may block a writer.
  ///
  /// On an idle machine it is a few hundred milliseconds.
  private static let longestWait = 1.0

  private static func waiting(
    _ name: String, _ options: [String], pause: UInt32, isControl: Bool = false
  ) -> TrialSeries {
    TrialSeries(name: name) { shouldContinue, _ in
      let trial = try LockTrial(rows: 1_500_000, journalMode: "delete")
      var result = Result(name: name, isControl: isControl)
      var longest = 0.0
      while shouldContinue(result) {
        result.count += 1
        let (waited, problem) = try trial.dryRun(options, pause: pause)
        longest = max(longest, waited)
        if let problem { result.problems.append(problem) }
        if waited > longestWait { result.problems.append("a writer waited \(waited) s") }
      }
      result.remark = String(format: "longest wait %.0f ms", longest * 1_000)
      return result
    }
  }
}
