internal import MigratorEngine

/// Measures long-running migrations and compares them with the goals.
struct StepBenchmarks {
  let bench: Workbench
  let subjects: [Subject]
  let rounds: Int

  func run() throws {
    try measureRecreation()
    try measureOverhead()
  }

  /// Re-creates a table of a million rows: with the engine's own call here, by hand elsewhere.
  private func measureRecreation() throws {
    let path = bench.newPath()
    defer { bench.remove(path) }
    try Filling.large(path, players: 1_000_000)
    let tasks = subjects.compactMap { subject in
      subject.recreate.map { recreate in
        (
          name: subject.name,
          prepare: {
            let copy = try bench.copy(of: path)
            return Measurement.Task(run: { try recreate(copy) }, cleanUp: { bench.remove(copy) })
          }
        )
      }
    }
    let measurement = try Measurement("recreation of 1 M rows", rounds: rounds, tasks)
    measurement.show(subjects.map(\.name))
  }

  /// Compares a step with the shell, which runs the same statements and reports their time without
  /// its start-up.
  private func measureOverhead() throws {
    guard subjects.contains(where: { $0.name == "sqlite3" }) else { return }
    let path = bench.newPath()
    defer { bench.remove(path) }
    try Filling.large(path, players: 300_000)
    for (title, sql, immediate) in [
      ("a step that recreates 300,000 rows", Migrations.recreation, false),
      ("a step that updates 300,000 rows", "UPDATE player SET name = upper(name)", false),
      // Without a check at the end there is nothing to gain.
      ("the same with immediate checks", "UPDATE player SET name = upper(name)", true),
    ] {
      let script = Migrations.script(sql, immediate: immediate)
      var ours: [Double] = []
      var shell: [Double] = []
      for round in 0...rounds {
        let pair = [
          { (copy: String) in ours.append(try timeOfStep(copy, sql, immediate)) },
          { (copy: String) in shell.append(try Subject.shellTime(copy, script)) },
        ]
        for run in round.isMultiple(of: 2) ? pair : pair.reversed() {
          let copy = try bench.copy(of: path)
          defer { bench.remove(copy) }
          try run(copy)
        }
      }
      // The first round is the warm-up.
      let medians = [
        "ours": Measurement.median(Array(ours.dropFirst())),
        "sqlite3": Measurement.median(Array(shell.dropFirst())),
      ]
      Measurement(title, medians: medians)
        .show(subjects.map(\.name), goal: .times("sqlite3", 1.1), in: bench.goals)
    }
  }

  /// Returns the seconds of a step, including opening the connection.
  private func timeOfStep(_ path: String, _ sql: String, _ immediate: Bool) throws -> Double {
    var migrator = DatabaseMigrator()
    migrator.registerMigration(
      "recreation", foreignKeyChecks: immediate ? .immediate : .deferred,
      script: SQLScript(file: "recreation.sql", text: sql))
    let start = ContinuousClock.now
    let report = try migrator.step(DatabaseQueue(path: path))
    let time = ContinuousClock.now - start
    guard let report, report.failure == nil else { throw WrongAnswer() }
    return time / .seconds(1)
  }
}
