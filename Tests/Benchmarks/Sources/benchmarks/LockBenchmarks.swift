internal import Foundation
internal import MigratorEngine

/// Compares the predicted time for which a migration blocks other writers with the time measured in
/// the step.
///
/// The times should be within 20 ms or a factor of two of each other.
struct LockBenchmarks {
  let bench: Workbench

  private static let migrations: [(title: String, sql: String, isTrivial: Bool)] = [
    ("new table", "CREATE TABLE z (x)", true),
    ("new column", "ALTER TABLE child ADD COLUMN flag INTEGER", true),
    ("new row", "INSERT INTO child (parent, text) VALUES (1, 'new')", true),
    ("update of 1 %", "UPDATE child SET note = 'x' WHERE id % 100 = 0", false),
    ("new index", "CREATE INDEX by_parent ON child (parent)", false),
    (
      "recreation",
      """
      CREATE TABLE other (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id), text TEXT NOT NULL,
        note TEXT);
      INSERT INTO other SELECT * FROM child; DROP TABLE child; ALTER TABLE other RENAME TO child
      """, false
    ),
  ]

  func run() throws {
    for (rows, name) in [(10_000, "10,000"), (1_000_000, "1 M"), (5_000_000, "5 M")] {
      let path = bench.newPath()
      defer { bench.remove(path) }
      try fill(path, rows: rows)
      for mode in ["delete", "wal"] {
        for migration in Self.migrations {
          try measure(
            "lock: \(migration.title), \(name) rows, \(mode)", migration.sql, on: path, mode,
            isTrivial: migration.isTrivial)
        }
      }
    }
  }

  private func measure(
    _ title: String, _ sql: String, on path: String, _ mode: String, isTrivial: Bool
  ) throws {
    let copy = try bench.copy(of: path)
    let folder = try bench.folder(of: 1) { _ in ("1_one.sql", sql) }
    defer {
      bench.remove(copy)
      bench.remove(folder)
    }
    try DatabaseQueue(path: copy).writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA journal_mode = \(mode)")
    }
    // Otherwise the first commit waits until the copy is written to disk.
    sync()
    let predicted = try seconds(["dry-run", "--json", copy, "--migrations", folder])
    let held = try seconds(["step", "--yes", "--no-backup", "--json", copy, "--migrations", folder])
    Measurement.show(
      "\(title)   predicted \(Measurement.time(predicted))   held \(Measurement.time(held))")
    bench.goals.add(
      title, goal: "predicted +- 20 ms, or x 2",
      figure: "\(Measurement.time(held)), predicted \(Measurement.time(predicted))",
      isHeld: abs(predicted - held) <= 0.02 || max(predicted, held) <= 2 * min(predicted, held))
    if isTrivial {
      bench.goals.add(
        title + ", at most", goal: Measurement.time(0.02), figure: Measurement.time(held),
        isHeld: held <= 0.02)
    }
  }

  private func seconds(_ arguments: [String]) throws -> Double {
    struct Document: Decodable {
      struct Step: Decodable { let seconds: Double }
      let steps: [Step]
    }
    let output = try bench.program.output(arguments)
    guard let step = try JSONDecoder().decode(Document.self, from: output).steps.first else {
      throw WrongAnswer()
    }
    return step.seconds
  }

  /// Creates a table of rows that refer to a tenth as many parent rows.
  private func fill(_ path: String, rows: Int) throws {
    try DatabaseQueue(path: path).writeWithoutTransaction {
      try $0.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent (id), text TEXT, note TEXT);
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows / 10))
            INSERT INTO parent SELECT i, 'name ' || i FROM n;
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
            INSERT INTO child SELECT i, abs(random()) % \(rows / 10) + 1, 'text ' || i, NULL FROM n;
          """)
    }
  }
}
