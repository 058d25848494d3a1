/// Prints how long the engine takes, and the ratios to GRDB and to the sqlite3 shell in the same run.
///
/// Arguments: the number of rounds; `checks` for the checks of foreign keys only.
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
    Measurement.show(Measurement.heading(subjects.map(\.name)))
    if !CommandLine.arguments.contains("checks") { try measureEngines() }
    try CheckBenchmarks(bench: bench, subjects: subjects).run()
  }

  private func measureEngines() throws {
    try measure("register 1,000 migrations", on: bench.small) { subject in
      subject.register.map { register in { _ in try register(1000) } }
    }
    try measureStatus()
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

  /// Measures what the subjects do with a fresh copy of a file.
  private func measure(
    _ title: String, on path: String, _ body: (Subject) -> ((String) throws -> Void)?
  ) throws {
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
    Measurement.show(try Measurement(title, rounds: rounds, tasks).line(subjects.map(\.name)))
  }

  /// Measures the question what is applied, on an open connection.
  private func measureStatus() throws {
    let tasks = subjects.compactMap { subject in
      subject.status.map { status in
        (
          name: subject.name,
          prepare: {
            let ask = try status(bench.migrated, 1000)
            return Measurement.Task(run: { guard try ask() >= 1000 else { throw WrongAnswer() } })
          }
        )
      }
    }
    Measurement.show(
      try Measurement("status of 1,000 migrations", rounds: rounds, tasks)
        .line(subjects.map(\.name)))
  }
}

/// An engine that does not count a thousand migrations.
struct WrongAnswer: Error {}
