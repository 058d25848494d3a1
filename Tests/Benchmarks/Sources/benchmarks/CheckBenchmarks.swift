/// Measures foreign key checks and compares them with the goals.
struct CheckBenchmarks {
  let bench: Workbench
  let subjects: [Subject]
  private let children = 5_000_000

  func run() throws {
    for kind in CheckedDatabase.allCases {
      let path = bench.newPath()
      defer { bench.remove(path) }
      try kind.make(path, children: children)
      try measureWhole(kind, path)
      if kind == .random {
        try measureViolations(path)
        try measureScoped(path)
      }
      if kind == .clustered { try measureBesidePragma(path) }
    }
    // Last, since GRDB takes minutes.
    try measureMigrations()
  }

  /// Trivial migrations; GRDB runs a full check after each one.
  private func measureMigrations() throws {
    let path = bench.newPath()
    defer { bench.remove(path) }
    try CheckedDatabase.random.make(path, children: 2_000_000)
    for (count, divisor) in [(10, 20.0), (20, 50)] {
      let tasks = subjects.filter { $0.name != "sqlite3" }.compactMap { subject in
        subject.migrate.map { migrate in
          (
            name: subject.name,
            prepare: {
              let copy = try bench.copy(of: path)
              return Measurement.Task(
                run: { try migrate(copy, count, false) }, cleanUp: { bench.remove(copy) })
            }
          )
        }
      }
      let title = "\(count) migrations, 2 M keyed rows"
      try report(
        Measurement(title, rounds: 1, warmsUp: false, tasks), .part(of: "GRDB", divisor))
    }
  }

  private func measureWhole(_ kind: CheckedDatabase, _ path: String) throws {
    let divisors: [CheckedDatabase: Double] = [.random: 16, .clustered: 1, .uuid: 10]
    let tasks = subjects.compactMap { subject in
      subject.check.map { check in
        (
          name: subject.name,
          prepare: {
            let run = try check(path)
            return Measurement.Task(run: run)
          }
        )
      }
    }
    let title = "whole check, 5 M rows, \(kind.rawValue)"
    // One round if GRDB takes up to a minute, more if the two are close.
    let rounds = kind == .clustered ? 5 : 1
    try report(
      Measurement(title, rounds: rounds, warmsUp: rounds > 1, tasks),
      .part(of: "GRDB", divisors[kind] ?? 1))
  }

  /// Compares a full check with SQLite's own.
  ///
  /// Both use `cell_size_check`, which finds damaged pages and which GRDB's connections do not
  /// enable.
  private func measureBesidePragma(_ path: String) throws {
    guard let ours = subjects.first(where: { $0.name == "ours" })?.check else { return }
    let tasks = [("ours", ours), ("sqlite3", Subject.pragma)].map { name, check in
      (name: name, prepare: { Measurement.Task(run: try check(path)) })
    }
    try report(
      Measurement("the same, beside the PRAGMA itself", rounds: 5, tasks), .times("sqlite3", 1))
  }

  /// Measures the check and the unsynced commit after the body of the second of two migrations.
  private func measureScoped(_ path: String) throws {
    for (title, sql) in Scoped.migrations {
      var times: [Double] = []
      for round in 0..<5 {
        times.append(try Scoped.time(path, sql: sql(round), round: "\(title) \(round)"))
      }
      report(
        Measurement(
          "check after \(title), 5 M rows", medians: ["ours": Measurement.median(times)]),
        .seconds(0.005))
    }
  }

  /// Lists all violations, compared with the shell, and with the engine's own check, which stops at
  /// the first violation.
  private func measureViolations(_ path: String) throws {
    let program = bench.program
    var tasks: [(name: String, prepare: () throws -> Measurement.Task)] = [
      (name: "ours", prepare: { Measurement.Task { try program.run(["violations", path]) } })
    ]
    if let check = subjects.first(where: { $0.name == "ours" })?.check {
      tasks.append((name: "own check", prepare: { Measurement.Task(run: try check(path)) }))
    }
    if subjects.contains(where: { $0.name == "sqlite3" }) {
      tasks.append(
        (
          name: "sqlite3",
          prepare: { Measurement.Task { try Subject.run([path, "PRAGMA foreign_key_check"]) } }
        ))
    }
    let columns = ["ours", "own check", "sqlite3"]
    Measurement.show("")
    Measurement.show(Measurement.heading(columns))
    try Measurement("migtui violations, 5 M rows, none", rounds: 1, tasks)
      .show(columns, goal: .times("own check", 1.5), in: bench.goals)
    Measurement.show("")
    Measurement.show(Measurement.heading(subjects.map(\.name)))
  }

  private func report(_ measurement: Measurement, _ goal: Goal) {
    measurement.show(subjects.map(\.name), goal: goal, in: bench.goals)
  }
}
