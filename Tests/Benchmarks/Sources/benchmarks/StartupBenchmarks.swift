internal import MigratorEngine

/// Measures how long the console and a list take to appear.
///
/// The program runs in a terminal or a pipe, and its start-up time is included.
struct StartupBenchmarks {
  let bench: Workbench
  let subjects: [Subject]
  let rounds: Int

  func run() throws {
    try measureStart(tables: 1_000, migrations: 1_000, list: .seconds(0.05))
    try measureStart(tables: 10_000, migrations: 100, list: .times("sqlite3", 1.5))
  }

  /// Opens the console on a database whose first tables were created by migrations.
  private func measureStart(tables: Int, migrations count: Int, list goal: Goal) throws {
    let folder = try bench.folder(of: count, Chain.file)
    let path = bench.newPath()
    defer {
      bench.remove(path)
      bench.remove(folder)
    }
    try Chain.apply(tables, to: path, recorded: count)
    let program = bench.program
    var (first, whole, status, version, schema): ([Double], [Double], [Double], [Double], [Double])
    (first, whole, status, version, schema) = ([], [], [], [], [])
    for round in 0...rounds {
      let times = try Terminal.times(
        // The text shown while loading; the end of the list.
        until: ["Reading", "\(count) of \(count)"]
      ) { try program.start([path, "--migrations", folder], in: $0) }
      let listing = try program.run(["status", path, "--migrations", folder]).seconds
      let start = try program.run(["--version"]).seconds
      let peer =
        try subjects.contains { $0.name == "sqlite3" }
        ? ContinuousClock().measure { try Subject.run([path, ".schema"]) } / .seconds(1) : nil
      // The first round is the warm-up.
      if round == 0 { continue }
      first.append(times[0])
      whole.append(times[1])
      status.append(listing)
      version.append(start)
      if let peer { schema.append(peer) }
    }
    let peers = schema.isEmpty ? [:] : ["sqlite3": Measurement.median(schema)]
    func report(_ title: String, _ times: [Double], _ goal: Goal?) {
      let medians = peers.merging(["ours": Measurement.median(times)]) { $1 }
      let measurement = Measurement(
        "\(title), \(tables / 1_000),000 tables",
        medians: goal == nil ? ["ours": medians["ours"] ?? 0] : medians)
      if let goal {
        measurement.show(subjects.map(\.name), goal: goal, in: bench.goals)
      } else {
        measurement.show(subjects.map(\.name))
      }
    }
    report("--version", version, nil)
    report("first frame", first, .seconds(0.015))
    report("whole list", whole, goal)
    report("status", status, goal)
  }
}
