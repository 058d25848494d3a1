/// Measures `check` on the migrations of an app, with generated rows and without.
///
/// The peer is the shell, which runs the same files without rows: SQLite itself reads the schema of
/// all tables again for many of the statements.
struct GeneratedRowsBenchmarks {
  let bench: Workbench
  let subjects: [Subject]
  let rounds: Int

  func run() throws {
    var medians: [Int: [String: Double]] = [:]
    for count in [100, 1_000] {
      let folder = try bench.folder(of: count, AppHistory.file)
      defer { bench.remove(folder) }
      let program = bench.program
      var tasks: [(name: String, prepare: () throws -> Measurement.Task)] = [
        ("rows", ["--generate", "plain"]), ("none", ["--generate", "none"]),
      ].map { name, words in
        let arguments = ["check", "--migrations", folder] + words
        return (
          name: name == "rows" ? "ours" : "without rows",
          prepare: { Measurement.Task { try program.run(arguments, endsWith: [0, 1]) } }
        )
      }
      if subjects.contains(where: { $0.name == "sqlite3" }) {
        let script = (1...count).map { "BEGIN;\n\(AppHistory.file($0).text)COMMIT;\n" }.joined()
        tasks.append(
          (
            name: "sqlite3",
            prepare: { Measurement.Task { try Subject.run([":memory:"], input: script) } }
          ))
      }
      let columns = tasks.map(\.name)
      if count == 100 {
        Measurement.show("")
        Measurement.show(Measurement.heading(columns))
      }
      let measurement = try Measurement(
        "check of \(count.formatted()) migrations", rounds: count == 100 ? rounds : 1,
        warmsUp: count == 100, tasks)
      medians[count] = measurement.medians
      if count == 100 {
        measurement.show(columns, goal: .seconds(3), in: bench.goals)
      } else {
        measurement.show(columns)
      }
    }
    show(medians)
  }

  /// Shows how much longer ten times as many migrations take.
  private func show(_ medians: [Int: [String: Double]]) {
    let ratios = (medians[1_000] ?? [:]).compactMap { name, seconds in
      medians[100]?[name].map { (name: name, ratio: seconds / $0) }
    }.sorted { $0.name < $1.name }
    Measurement.show(
      "time for 1,000 migrations / time for 100: "
        + ratios.map { "\($0.name) \(Measurement.rounded($0.ratio))" }.joined(separator: ", "))
    guard let ours = ratios.first(where: { $0.name == "ours" })?.ratio else { return }
    // Linear growth is 10. SQLite's own growth is the limit if it is more.
    let limit = max(12, ratios.first { $0.name == "sqlite3" }?.ratio ?? 0)
    bench.goals.add(
      "check with generated rows, 1,000 to 100 migrations",
      goal: "at most \(Measurement.rounded(limit))", figure: Measurement.rounded(ours),
      isHeld: ours <= limit)
  }
}
