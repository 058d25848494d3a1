internal import Foundation
internal import MigratorEngine

/// Prints what it costs to try a step: to have the database twice, and to compare every row.
///
/// The peers are what a person would do by hand: `cp`, `.backup` and `VACUUM INTO`, the shell that runs the same
/// statements, and `sqldiff` over the two files.
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

  /// How long it takes until there is a second database to work on, and what that takes on the disk.
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
    Measurement.show(measurement.line(columns) + "   goal: 5 ms")
    let sizes = columns.map { "\($0) \(disk[$0] ?? 0)" }
    Measurement.show("  bytes on the disk: " + sizes.joined(separator: ", "))
  }

  private func size(_ path: String) throws -> Int64 {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64 ?? 0
  }

  /// A trivial migration of a large file, tried and then applied, beside the shell running its SQL.
  private func measureTrivialStep(_ path: String) throws {
    let columns = ["ours", "sqlite3"]
    let script = Migrations.script(Self.trivial)
    let undo = "DROP TABLE rehearsed; DROP TABLE IF EXISTS grdb_migrations;"
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
                let foretold = try rehearse(Self.trivial, on: path)
                let queue = try DatabaseQueue(path: path)
                let report = try migrator(Self.trivial).step(
                  queue, on: .foretold(by: foretold, on: nil))
                try queue.close()
                guard let report, report.failure == nil else { throw WrongAnswer() }
              }, cleanUp: { try Subject.run(["-bail", path], input: undo) })
          }
        ),
        ("sqlite3", shell),
      ])
    Measurement.show("")
    Measurement.show(Measurement.heading(columns))
    for line in [dryRun, step] {
      Measurement.show(line.line(columns) + "   goal: sqlite3 + 50 ms")
    }
  }

  /// A dry run compares every row with its former self; by hand one runs the SQL on a copy, and `sqldiff` after.
  ///
  /// The time of a dry run of a migration that changes no row, which searches the file for damage and
  /// checks it, is told by itself: `sqldiff` does nothing of it.
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
        "1/20"
      ),
      ("1 M rows recreated unchanged", Self.recreation, "1/3"),
      ("1 M rows all changed", "UPDATE item SET name = name || 'x'", "1"),
    ] {
      var after: String?
      if hasPeer {
        let copy = try bench.copy(of: path)
        try Subject.run(["-bail", copy], input: sql + ";")
        after = copy
      }
      defer { after.map(bench.remove) }
      var ours: [Double] = []
      var others: [Double] = []
      var peer: [Double] = []
      for _ in 0...rounds {
        let rest = try timeToTry(Self.trivial, on: path)
        others.append(rest)
        ours.append(max(0, try timeToTry(sql, on: path) - rest))
        if let after {
          let time = try ContinuousClock().measure {
            try Subject.run([path, after], of: "sqldiff")
          }
          peer.append(time / .seconds(1))
        }
      }
      var medians = ["ours": median(ours)]
      if hasPeer { medians["sqldiff"] = median(peer) }
      Measurement.show(
        Measurement(title, medians: medians).line(columns) + "   goal: \(goal) of sqldiff")
      Measurement.show("  and the rest of the dry run: " + Measurement.time(median(others)))
    }
  }

  /// How long a dry run takes, in seconds, without the statements themselves, which `sqldiff` does not run.
  private func timeToTry(_ sql: String, on path: String) throws -> Double {
    let copy = try bench.copy(of: path)
    defer { bench.remove(copy) }
    let bare = try Subject.shellTime(copy, Migrations.script(sql))
    let time = try ContinuousClock().measure { _ = try rehearse(sql, on: path) }
    return max(0, time / .seconds(1) - bare)
  }

  /// The same migration on an overlay and on a plain copy.
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
    Measurement.show(measurement.line(columns))
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
    _ sql: String, on path: String, _ form: CopyForm = .overlay
  ) throws -> StepReport {
    let report = try DryRun.run(path: path, migrator: migrator(sql), form: form)
    guard let step = report.steps.first, step.failure == nil else { throw WrongAnswer() }
    return step
  }

  private func median(_ times: [Double]) -> Double {
    // The first is the warming up.
    let sorted = times.dropFirst().sorted()
    return sorted[sorted.count / 2]
  }
}
