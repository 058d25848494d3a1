/// Prints how long checks of foreign keys take, beside what is aimed for.
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
      if kind == .random { try measureScoped(path) }
      if kind == .clustered { try measureBesidePragma(path) }
    }
    // Last, because the other engine takes minutes.
    try measureMigrations()
  }

  /// Trivial migrations, each followed by GRDB by a check of everything.
  private func measureMigrations() throws {
    let path = bench.newPath()
    defer { bench.remove(path) }
    try CheckedDatabase.random.make(path, children: 2_000_000)
    for (count, goal) in [(10, "1/20"), (20, "1/50")] {
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
      try report(Measurement(title, rounds: 1, warmsUp: false, tasks), goal: "GRDB x \(goal)")
    }
  }

  private func measureWhole(_ kind: CheckedDatabase, _ path: String) throws {
    let goals: [CheckedDatabase: String] = [.random: "1/16", .clustered: "1", .uuid: "1/10"]
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
    // One round where it takes the other engine up to a minute; more where the two are close.
    let rounds = kind == .clustered ? 5 : 1
    try report(
      Measurement(title, rounds: rounds, warmsUp: rounds > 1, tasks),
      goal: "GRDB x \(goals[kind] ?? "?")")
  }

  /// The check that leaves most to SQLite beside SQLite's own, both with `cell_size_check`, which
  /// finds damaged pages and costs what GRDB's connections do not spend.
  private func measureBesidePragma(_ path: String) throws {
    guard let ours = subjects.first(where: { $0.name == "ours" })?.check else { return }
    let tasks = [("ours", ours), ("sqlite3", Subject.pragma)].map { name, check in
      (name: name, prepare: { Measurement.Task(run: try check(path)) })
    }
    try report(
      Measurement("the same, beside the PRAGMA itself", rounds: 5, tasks), goal: "sqlite3 x 1")
  }

  /// What follows the body of the second of two migrations: its check and, unsynchronised, its
  /// commit.
  private func measureScoped(_ path: String) throws {
    for (title, sql) in Scoped.migrations {
      var times: [Double] = []
      for round in 0..<5 {
        times.append(try Scoped.time(path, sql: sql(round), round: "\(title) \(round)"))
      }
      let median = times.sorted()[times.count / 2]
      report("check after \(title), 5 M rows", ["ours": median], goal: "5 ms")
    }
  }

  private func report(_ measurement: Measurement, goal: String) throws {
    Measurement.show(measurement.line(subjects.map(\.name)) + "   goal: \(goal)")
  }

  private func report(_ title: String, _ medians: [String: Double], goal: String) {
    Measurement.show(
      Measurement(title, medians: medians).line(subjects.map(\.name)) + "   goal: \(goal)")
  }
}
