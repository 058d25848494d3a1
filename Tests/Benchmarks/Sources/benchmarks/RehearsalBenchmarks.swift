internal import Foundation
internal import MigratorEngine

/// Measures the costs of a dry run: copying the database and comparing every row.
///
/// The peers are the manual alternatives: `cp`, `.backup` and `VACUUM INTO`, the shell running the
/// same statements, and `sqldiff` on the two files.
struct RehearsalBenchmarks {
  let bench: Workbench
  let rounds: Int

  private static let trivial = "CREATE TABLE rehearsed (id INTEGER PRIMARY KEY)"

  func run() throws {
    let path = bench.newPath()
    defer { bench.remove(path) }
    try Filling.gigabyte(path)
    try measureReadiness(path)
    try measureTrivialStep(path)
    let rows = bench.newPath()
    defer { bench.remove(rows) }
    try Filling.million(rows)
    try measureComparison(rows)
    try measureForms(rows)
  }

  /// Measures the time until a second database is ready, and its disk usage.
  private func measureReadiness(_ path: String) throws {
    var disk: [String: Int64] = [:]
    func task(_ name: String, _ make: @escaping (String) throws -> Int64?) -> (
      name: String, prepare: () throws -> Measurement.Task
    ) {
      (
        name: name,
        prepare: {
          let target = bench.newPath()
          return Measurement.Task(
            run: { disk[name] = try make(target) ?? size(target) },
            cleanUp: { bench.remove(target) })
        }
      )
    }
    let measurement = try Measurement(
      "ready to try on 1 GB", rounds: rounds,
      [
        task("ours") { _ in
          try DatabaseOverlay(over: path, in: NSTemporaryDirectory()).byteCount
        },
        task("cp") {
          try FileManager.default.copyItem(atPath: path, toPath: $0); return nil
        },
        task(".backup") {
          _ = try Subject.run([path, ".backup '\($0)'"]); return nil
        },
        task("VACUUM INTO") {
          _ = try Subject.run([path, "VACUUM INTO '\($0)'"]); return nil
        },
      ])
    let columns = ["ours", "cp", ".backup", "VACUUM INTO"]
    Measurement.show("")
    Measurement.show(Measurement.heading(columns))
    measurement.show(columns, goal: .seconds(0.005), in: bench.goals)
    let sizes = columns.map { "\($0) \(disk[$0] ?? 0)" }
    Measurement.show("  bytes on the disk: " + sizes.joined(separator: ", "))
  }

  private func size(_ path: String) throws -> Int64 {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64 ?? 0
  }

  /// Tries and applies a trivial migration of a large file, compared with the shell running its
  /// SQL.
  private func measureTrivialStep(_ path: String) throws {
    let columns = ["ours", "sqlite3"]
    let script = Migrations.script(Self.trivial)
    let undo = "DROP TABLE rehearsed; DROP TABLE IF EXISTS grdb_migrations;"
    let undoIfThere = undo.replacing("TABLE rehearsed", with: "TABLE IF EXISTS rehearsed")
    func shell() -> Measurement.Task {
      Measurement.Task(
        run: { try Subject.run(["-bail", path], input: script) },
        cleanUp: { try Subject.run(["-bail", path], input: undo) })
    }
    let dryRun = try Measurement(
      "dry run of a trivial migration, 1 GB", rounds: rounds,
      [
        ("ours", { Measurement.Task(run: { _ = try rehearse(Self.trivial, on: path) }) }),
        ("sqlite3", shell),
      ])
    let step = try Measurement(
      "dry run and step of it", rounds: rounds,
      [
        (
          "ours",
          {
            Measurement.Task(
              run: {
                let predicted = try rehearse(Self.trivial, on: path)
                let queue = try DatabaseQueue(path: path)
                let report = try migrator(Self.trivial).step(
                  queue, on: .predicted(by: predicted, on: nil))
                try queue.close()
                guard let report, report.failure == nil else { throw WrongAnswer() }
              }, cleanUp: { try Subject.run(["-bail", path], input: undo) })
          }
        ),
        ("sqlite3", shell),
      ])
    let folder = try bench.folder(of: 1) { _ in ("1_one.sql", Self.trivial) }
    defer { bench.remove(folder) }
    let arguments = [path, "--migrations", folder]
    let program = bench.program
    let commands = try [
      ("migtui dry-run of it", ["dry-run"] + arguments),
      ("migtui step --no-backup of it", ["step", "--yes", "--no-backup"] + arguments),
    ].map { title, words in
      try Measurement(
        title, rounds: rounds,
        [
          (
            "ours",
            {
              Measurement.Task(
                run: { try program.run(words) },
                cleanUp: { try Subject.run(["-bail", path], input: undoIfThere) })
            }
          ), ("sqlite3", shell),
        ])
    }
    Measurement.show("")
    Measurement.show(Measurement.heading(columns))
    for line in [dryRun, step] + commands {
      line.show(columns, goal: .more(than: "sqlite3", 0.05), in: bench.goals)
    }
  }

  /// Compares a dry run with running the SQL on a copy, followed by `sqldiff`.
  ///
  /// The first row measures only the comparison. It excludes the statements and the time of a dry
  /// run without changes, which covers the integrity check that `sqldiff` does not do. The second
  /// row measures everything.
  private func measureComparison(_ path: String) throws {
    let columns = ["ours", "sqldiff"]
    Measurement.show("")
    Measurement.show(Measurement.heading(columns))
    let hasPeer = (try? Subject.run(["--help"], of: "sqldiff")) != nil
    if !hasPeer { Measurement.show("There is no sqldiff to compare with.") }
    for (title, sql, goal) in [
      (
        "10 rows of 1 M changed",
        "UPDATE item SET name = 'x' WHERE id IN (\(Self.ten))",
        Goal.part(of: "sqldiff", 20)
      ),
      ("1 M rows recreated unchanged", Self.recreation, .part(of: "sqldiff", 3)),
      ("1 M rows all changed", "UPDATE item SET name = name || 'x'", .times("sqldiff", 1)),
    ] {
      let folder = try bench.folder(of: 1) { _ in ("1_it.sql", sql + ";") }
      defer { bench.remove(folder) }
      var times: [String: [Double]] = [:]
      for round in 0...rounds {
        let rest = try timeBesideStatements(Self.trivial, on: path)
        let all = try timeBesideStatements(sql, on: path)
        let whole = try bench.program.run(
          ["dry-run", path, "--migrations", folder], endsWith: [0, 1]
        ).seconds
        let peer = hasPeer ? try timeByHand(sql, on: path) : nil
        // The first round is the warm-up.
        if round == 0 { continue }
        times["rest", default: []].append(rest)
        times["ours", default: []].append(max(0, all - rest))
        times["whole", default: []].append(whole)
        if let peer {
          times["sqldiff", default: []].append(peer.difference)
          times["by hand", default: []].append(peer.whole)
        }
      }
      let medians = times.mapValues(Measurement.median)
      Measurement(title, medians: medians).show(columns, goal: goal, in: bench.goals)
      Measurement(
        "  migtui dry-run, cp + sqlite3 + sqldiff",
        medians: ["ours": medians["whole"] ?? 0].merging(
          medians["by hand"].map { ["sqldiff": $0] } ?? [:]
        ) { $1 }
      ).show(columns)
      Measurement("  a dry run that changes no row", medians: ["ours": medians["rest"] ?? 0])
        .show(columns)
    }
  }

  /// Returns the time to copy a file, run statements and compare the files, and that of the
  /// comparison only.
  private func timeByHand(
    _ sql: String, on path: String
  ) throws -> (whole: Double, difference: Double) {
    let clock = ContinuousClock()
    let start = clock.now
    let copy = try bench.copy(of: path)
    defer { bench.remove(copy) }
    try Subject.run(["-bail", copy], input: Migrations.script(sql))
    let ready = clock.now
    try Subject.run(["--table", "item", path, copy], of: "sqldiff")
    return ((clock.now - start) / .seconds(1), (clock.now - ready) / .seconds(1))
  }

  /// Returns the seconds that a dry run takes beyond its statements, which `sqldiff` does not run.
  ///
  /// The shell runs the statements on a copy without syncs, as on an overlay. The cost of watching
  /// the statements therefore counts as comparison.
  private func timeBesideStatements(_ sql: String, on path: String) throws -> Double {
    let copy = try bench.copy(of: path)
    defer { bench.remove(copy) }
    let bare = try Subject.shellTime(
      copy,
      "PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;\n" + Migrations.script(sql))
    let time = try ContinuousClock().measure { _ = try rehearse(sql, on: path) }
    return max(0, time / .seconds(1) - bare)
  }

  /// Compares the same migration on an overlay and on a plain copy.
  private func measureForms(_ path: String) throws {
    let columns = ["ours", "full copy"]
    let sql = "UPDATE item SET name = name || 'x'"
    let measurement = try Measurement(
      "dry run that changes 1 M rows", rounds: rounds,
      [
        ("ours", { Measurement.Task(run: { _ = try rehearse(sql, on: path, .overlay) }) }),
        ("full copy", { Measurement.Task(run: { _ = try rehearse(sql, on: path, .full) }) }),
      ])
    Measurement.show("")
    Measurement.show(Measurement.heading(columns))
    measurement.show(columns)
  }

  private static let ten = (1...10).map { String($0 * 99_991) }.joined(separator: ", ")

  private static let recreation = """
    CREATE TABLE new_item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL);
    INSERT INTO new_item SELECT * FROM item; DROP TABLE item; ALTER TABLE new_item RENAME TO item
    """

  private func migrator(_ sql: String) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("it", script: SQLScript(file: "it.sql", text: sql))
    return migrator
  }

  private func rehearse(
    _ sql: String, on path: String, _ form: CopyKind = .overlay
  ) throws -> StepReport {
    let report = try DryRun.run(path: path, migrator: migrator(sql), form: form)
    guard let step = report.steps.first, step.failure == nil else { throw WrongAnswer() }
    return step
  }
}
