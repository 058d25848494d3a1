internal import MigratorEngine

/// Prints how long a person waits for the console, and for a list.
///
/// All of it is the program in a terminal or a pipe, its start included. Goals in seconds are those of a machine
/// whose shell prints the schema of 10,000 tables in 90 ms; where it takes longer, they are longer by as much.
struct LookingBenchmarks {
  let bench: Workbench
  let subjects: [Subject]
  let rounds: Int

  /// The seconds that the shell takes for the schema of 10,000 tables where the goals were set.
  private static let yardstick = 0.09

  func run() throws {
    let schema = try measureStart(tables: 10_000, migrations: 100, slowness: nil) { _ in
      .times("sqlite3", 1.5)
    }
    try measureStart(
      tables: 1_000, migrations: 1_000, slowness: schema.map { $0 / Self.yardstick }
    ) {
      .seconds(0.05 * $0)
    }
  }

  /// The console on a database whose first tables were made by migrations.
  ///
  /// - Parameters:
  ///   - tables: How many tables.
  ///   - count: How many migrations.
  ///   - slowness: How many times as long the machine takes as that of the goals; `nil` where that is measured now.
  ///   - goal: What is aimed for in the whole list.
  /// - Returns: The seconds that the shell takes for the schema, where there is one.
  /// - Throws: The error of the program, or of the database.
  @discardableResult
  private func measureStart(
    tables: Int, migrations count: Int, slowness: Double?, list goal: (Double) -> Goal
  ) throws -> Double? {
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
        // The place of what is read; the foot of the list.
        until: ["Reading", "\(count) of \(count)"]
      ) { try program.start([path, "--migrations", folder], in: $0) }
      let listing = try program.run(["status", path, "--migrations", folder]).seconds
      let start = try program.run(["--version"]).seconds
      let peer =
        try subjects.contains { $0.name == "sqlite3" }
        ? ContinuousClock().measure { try Subject.run([path, ".schema"]) } / .seconds(1) : nil
      // The first is the warming up.
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
    let factor = slowness ?? peers["sqlite3"].map { $0 / Self.yardstick } ?? 1
    report("--version", version, nil)
    report("first frame", first, .seconds(0.015 * factor))
    report("whole list", whole, goal(factor))
    report("status", status, goal(factor))
    return peers["sqlite3"]
  }
}
