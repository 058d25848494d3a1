internal import Foundation
internal import MigratorEngine

/// Measures the migrations that `new --to` writes, and how long it takes to write one.
///
/// A rebuild of a million rows is compared with the steps that SQLite's documentation recommends,
/// written by hand and run with foreign keys off: <https://www.sqlite.org/lang_altertable.html>.
/// All of them are run by the sqlite3 shell, in alternating order.
struct WriterBenchmarks {
  let bench: Workbench
  let hasShell: Bool
  let rounds: Int

  private static let rowCount = 1_000_000
  private static let tableCount = 1_000
  private static let columns = ["ours", "by hand"]

  func run() throws {
    Measurement.show(Measurement.heading(Self.columns))
    if hasShell {
      for count in [500_000, 1_000, 0] { try measureRebuilds(children: count) }
    }
    try measureWriting()
  }

  // MARK: - Rebuilds

  private static let club =
    "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, price REAL)"
  private static let wantedClub =
    "CREATE TABLE club (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT DEFAULT '?', price REAL)"
  private static let children = """
    CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT,
      club INTEGER REFERENCES club(id) ON DELETE CASCADE);
    CREATE INDEX player_on_club ON player(club);
    """

  private static let byHand = """
    CREATE TABLE new_club (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT DEFAULT '?', price REAL);
    INSERT INTO new_club SELECT id, name, city, price FROM club;
    DROP TABLE club;
    ALTER TABLE new_club RENAME TO club;
    """

  private func measureRebuilds(children count: Int) throws {
    let path = bench.newPath()
    defer { bench.remove(path) }
    try DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: """
          \(Self.club);
          \(Self.children)
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.rowCount))
            INSERT INTO club SELECT i, 'club number ' || i, 'city ' || i % 977, i * 0.25 FROM n;
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO player SELECT i, 'player ' || i, 1 + (i * 7919) % \(Self.rowCount) FROM n
            WHERE \(count) > 0;
          """)
    }
    let written = try writtenMigration()
    let runs = [
      ("by hand", Self.byHand, false), ("form A, keys on", written, true),
      ("form A, keys off", written, false), ("form B", try recreation(), false),
    ]
    var seconds: [String: [Double]] = [:]
    for _ in 1...rounds {
      for (name, sql, enforces) in runs {
        seconds[name, default: []].append(try time(sql, on: path, enforcingKeys: enforces))
      }
    }
    let medians = seconds.mapValues(Measurement.median)
    for (name, factor) in [("form A, keys on", 2.5), ("form A, keys off", 1.3), ("form B", 1.1)] {
      var times = ["by hand": medians["by hand"] ?? 0]
      times["ours"] = medians[name]
      Measurement("rebuild, \(name), \(count) children", medians: times)
        .show(Self.columns, goal: .times("by hand", factor), in: bench.goals)
    }
  }

  /// The processor time of the shell for statements in one transaction.
  private func time(_ sql: String, on path: String, enforcingKeys: Bool) throws -> Double {
    let copy = try bench.copy(of: path)
    let file = bench.newPath()
    defer { [copy, file].forEach(bench.remove) }
    try Data(sql.utf8).write(to: URL(fileURLWithPath: file))
    return try Child.shellSeconds([
      copy, "PRAGMA foreign_keys = \(enforcingKeys ? "ON" : "OFF")", "BEGIN", ".read \(file)",
      "COMMIT",
    ])
  }

  /// The SQL that the program writes for any runner, also one that enforces foreign keys.
  private func writtenMigration() throws -> String {
    let folder = try bench.folder(of: 1) { _ in ("001_club.sql", "\(Self.club);\n\(Self.children)")
    }
    defer { bench.remove(folder) }
    try write(wanted: "\(Self.wantedClub);\n\(Self.children)", to: folder)
    return try String(contentsOfFile: folder + "/002_change.sql", encoding: .utf8)
  }

  /// The SQL that `recreate(table:)` runs in a migration with foreign keys off.
  private func recreation() throws -> String {
    let path = bench.newPath()
    defer { bench.remove(path) }
    var statements: [String] = []
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    try DatabaseQueue(path: path, configuration: configuration).write { db in
      try db.execute(sql: "\(Self.club);\n\(Self.children)")
      db.trace { statements.append($0.description) }
      defer { db.trace(nil) }
      try db.recreate(table: "club") { table in
        table.column("id", .integer).primaryKey()
        table.column("name", .text).notNull()
        table.column("city", .text).defaults(to: "?")
        table.column("price", .real)
      }
    }
    let first = ["ALTER", "CREATE", "DROP", "INSERT", "PRAGMA legacy"]
    return statements.filter { sql in first.contains { sql.hasPrefix($0) } }
      .map { $0 + ";\n" }.joined()
  }

  // MARK: - Writing

  private func measureWriting() throws {
    for (title, column) in [
      ("a new column", "note TEXT, more TEXT"), ("a rebuild", "note TEXT DEFAULT '?'"),
    ] {
      let script = Self.script("note TEXT")
      let wanted = script.replacingOccurrences(
        of: Self.table(Self.tableCount / 2, "note TEXT"),
        with: Self.table(Self.tableCount / 2, column))
      let seconds = try (0..<3).map { _ in
        let folder = try bench.folder(of: 1) { _ in ("001_all.sql", script) }
        defer { bench.remove(folder) }
        return try write(wanted: wanted, to: folder).processorSeconds
      }
      Measurement(
        "new --to, 1,000 tables, \(title)", medians: ["ours": Measurement.median(seconds)]
      ).show(["ours"], goal: .seconds(1), in: bench.goals)
    }
  }

  private static func script(_ column: String) -> String {
    (1...tableCount).map { table($0, column) }.joined()
  }

  private static func table(_ number: Int, _ column: String) -> String {
    let parent = number > 1 ? ", parent INTEGER REFERENCES t\(number / 2)(id)" : ""
    return
      "CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, name TEXT NOT NULL, \(column)\(parent));\n"
      + "CREATE INDEX t\(number)_on_name ON t\(number)(name);\n"
  }

  @discardableResult
  private func write(wanted: String, to folder: String) throws -> Program.Run {
    let path = bench.newPath()
    defer { bench.remove(path) }
    try Data(wanted.utf8).write(to: URL(fileURLWithPath: path))
    return try bench.program.run(["new", "change", "--to", path, "--migrations", folder])
  }
}
