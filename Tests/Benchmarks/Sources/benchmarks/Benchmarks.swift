/// Prints the engine's times and their ratios to GRDB and the sqlite3 shell in the same run, then a
/// table of all goals.
///
/// Arguments: the number of rounds, then the names of parts; without names, all parts run.
@main
struct Benchmarks {
  private let rounds: Int
  private let subjects: [Subject]
  private let bench: Workbench

  static func main() throws {
    let rounds = CommandLine.arguments.lazy.compactMap(Int.init).first ?? 5
    let shell = Subject.shell
    if shell == nil { Measurement.show("There is no sqlite3 shell to compare with.") }
    try Benchmarks(
      rounds: max(1, rounds), subjects: [.ours, .grdb] + (shell.map { [$0] } ?? []),
      bench: Workbench()
    ).run()
  }

  private func run() throws {
    Measurement.show(
      "Medians of \(rounds) alternating runs; sqlite3 includes the start of the shell.")
    let parts: [(name: String, run: () throws -> Void)] = [
      ("engines", measureEngines),
      ("looking", StartupBenchmarks(bench: bench, subjects: subjects, rounds: rounds).run),
      ("growth", GrowthBenchmarks(bench: bench, hasShell: subjects.count > 2).run),
      ("large", LargeBenchmarks(bench: bench, hasShell: subjects.count > 2).run),
      ("steps", StepBenchmarks(bench: bench, subjects: subjects, rounds: rounds).run),
      ("locks", LockBenchmarks(bench: bench).run),
      ("rehearsal", RehearsalBenchmarks(bench: bench, rounds: rounds).run),
      (
        "writing",
        WriterBenchmarks(bench: bench, hasShell: subjects.count > 2, rounds: rounds).run
      ),
      ("types", GeneratorBenchmarks(bench: bench, subjects: subjects, rounds: rounds).run),
      ("rows", GeneratedRowsBenchmarks(bench: bench, subjects: subjects, rounds: rounds).run),
      ("checks", CheckBenchmarks(bench: bench, subjects: subjects).run),
    ]
    let names = Set(CommandLine.arguments).intersection(parts.map(\.name))
    for part in parts where names.isEmpty || names.contains(part.name) {
      Measurement.show("\n\(part.name)")
      Measurement.show(Measurement.heading(subjects.map(\.name)))
      do {
        try part.run()
      } catch {
        // Continues with the other parts.
        Measurement.show("failed: \(error)")
        bench.goals.add("all of \(part.name)", goal: "", figure: "failed: \(error)", isHeld: false)
      }
    }
    bench.goals.show()
  }

  private func measureEngines() throws {
    for (count, goal) in [(1000, 0.005), (10_000, 0.05)] {
      try measureNumber(count, goal: goal)
    }
    for (name, path) in [("a small file", bench.small), ("200,000 keyed rows", bench.large)] {
      for (mode, immediate) in [("deferred", false), ("immediate", true)] {
        try measure("20 migrations, \(mode), \(name)", on: path) { subject in
          subject.migrate.map { migrate in { try migrate($0, 20, immediate) } }
        }
      }
    }
    try measure("copy, 200,000 keyed rows", on: bench.large) { subject in
      subject.copy.map { copy in
        { path in
          let target = bench.newPath()
          try copy(path, target)
          bench.remove(target)
        }
      }
    }
    for (name, path) in [("a small file", bench.small), ("200,000 keyed rows", bench.large)] {
      try measure("dry run of 20 migrations, \(name)", on: path) { subject in
        subject.dryRun.map { dryRun in { try dryRun($0, 20) } }
      }
    }
  }

  @discardableResult private func measure(
    _ title: String, on path: String, _ body: (Subject) -> ((String) throws -> Void)?
  ) throws -> Measurement {
    let tasks = subjects.compactMap { subject in
      body(subject).map { body in
        (
          name: subject.name,
          prepare: {
            let copy = try bench.copy(of: path)
            return Measurement.Task(run: { try body(copy) }, cleanUp: { bench.remove(copy) })
          }
        )
      }
    }
    let measurement = try Measurement(title, rounds: rounds, tasks)
    measurement.show(subjects.map(\.name))
    return measurement
  }

  /// Measures operations whose cost grows with the number of migrations, with none pending.
  private func measureNumber(_ count: Int, goal: Double) throws {
    let name = count < 10_000 ? "1,000" : "10,000"
    let registering = try measure("register \(name) migrations", on: bench.small) { subject in
      subject.register.map { register in { _ in try register(count) } }
    }
    let path = bench.newPath()
    defer { bench.remove(path) }
    try Filling.migrated(path, count: count)
    let tasks = subjects.compactMap { subject in
      subject.status.map { status in
        (
          name: subject.name,
          prepare: {
            let ask = try status(path, count)
            return Measurement.Task(run: { guard try ask() >= count else { throw WrongAnswer() } })
          }
        )
      }
    }
    let status = try Measurement("status of \(name) migrations", rounds: rounds, tasks)
    status.show(subjects.map(\.name))
    let sums = status.medians.merging(registering.medians) { $0 + $1 }
    Measurement("register and status of \(name)", medians: sums)
      .show(subjects.map(\.name), goal: .seconds(goal), in: bench.goals)
  }
}

struct WrongAnswer: Error {}
