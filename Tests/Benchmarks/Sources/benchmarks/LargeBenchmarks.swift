internal import Foundation
internal import MigratorEngine

/// Measures the program's processor time and memory for large scripts, updates and folders.
///
/// The shell does the same work in the same run. A step runs the statements twice: in a dry run and
/// on the database.
struct LargeBenchmarks {
  let bench: Workbench
  let hasShell: Bool

  private static let scriptSize = 20_000_000
  private static let rowCount = 1_000_000
  private static let fileCount = 20_000
  private static let orphanCount = 5_000_000

  private var program: Program { bench.program }

  func run() throws {
    try measureScripts()
    try measureUpdates()
    try measureStatus()
    try measureOrphans()
  }

  // MARK: - Scripts

  private static let table =
    "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, price REAL, note TEXT);\n"
  private static let trigger = """
    CREATE TABLE log (item INTEGER, what TEXT);
    CREATE TRIGGER added AFTER INSERT ON item BEGIN INSERT INTO log VALUES (new.id, 'added'); END;

    """

  private static func row(_ number: Int) -> String {
    "(\(number), 'item number \(number)', \(number % 977).25, 'it''s a note of item \(number)')"
  }

  private static func script(_ head: String, _ piece: (Int) -> String) -> String {
    var text = head
    var number = 1
    while text.utf8.count < scriptSize {
      text += piece(number)
      number += 1
    }
    return text
  }

  private func measureScripts() throws {
    let insertion = { "INSERT INTO item VALUES \(Self.row($0));\n" }
    let scripts = [
      ("20 MB of INSERTs", Self.script(Self.table, insertion)),
      (
        "one INSERT of 20 MB",
        Self.script(Self.table + "INSERT INTO item VALUES") {
          ($0 > 1 ? ",\n" : "\n") + Self.row($0)
        }
      ),
      ("20 MB of INSERTs, trigger", Self.script(Self.table + Self.trigger, insertion)),
    ]
    for (title, script) in scripts {
      let folder = try bench.folder(of: 1) { _ in ("1_large.sql", script) }
      defer { bench.remove(folder) }
      let shell = try shellSeconds { [$0, "BEGIN", ".read \(folder)/1_large.sql", "COMMIT"] }
      for command in [["dry-run"], ["step", "--yes", "--no-backup"]] {
        let path = bench.newPath()
        defer { bench.remove(path) }
        try Filling.small(path)
        let run = try program.run(
          command + [path, "--migrations", folder], watchesMemory: true)
        report("\(command[0]), \(title)", run, beside: shell, factor: 2)
      }
    }
  }

  // MARK: - Rows

  private func measureUpdates() throws {
    for (title, index) in [("no index", ""), ("an index", "CREATE INDEX by_price ON item (price)")]
    {
      let path = bench.newPath()
      defer { bench.remove(path) }
      try Filling.million(path)
      try DatabaseQueue(path: path).write { try $0.execute(sql: index) }
      let update = "UPDATE item SET price = price + 1"
      let folder = try bench.folder(of: 1) { _ in ("1_update.sql", update) }
      defer { bench.remove(folder) }
      let shell = hasShell ? try Child.shellSeconds([path, "BEGIN", update, "ROLLBACK"]) : nil
      let run = try program.run(["dry-run", path, "--migrations", folder], watchesMemory: true)
      report("dry-run, update of 1 M rows, \(title)", run, beside: shell, factor: 5)
    }
  }

  private func measureStatus() throws {
    let path = bench.newPath()
    defer { bench.remove(path) }
    try Filling.small(path)
    let folder = try bench.folder(of: Self.fileCount, Chain.files(upTo: Self.fileCount))
    defer { bench.remove(folder) }
    let arguments = [path, "--migrations", folder]
    try program.run(["repair", "--mark-applied", Chain.last, "--yes", "--no-backup"] + arguments)
    let runs = try (0..<3).map { _ in try program.run(["status"] + arguments).processorSeconds }
    let title = "status of 20,000 applied files"
    Measurement(title, medians: ["ours": Measurement.median(runs)])
      .show(["ours"], goal: .seconds(0.5), in: bench.goals)
  }

  /// The memory of commands that keep the violations of two moments.
  private func measureOrphans() throws {
    let most: Int64 = 150_000_000
    let path = bench.newPath()
    defer { bench.remove(path) }
    try GrowthBenchmarks.orphans(Self.orphanCount, path)
    let folder = try bench.folder(of: 1) { _ in ("1_table.sql", "CREATE TABLE other (a);") }
    defer { bench.remove(folder) }
    for command in ["dry-run", "check"] {
      let run = try program.run(
        [command, path, "--migrations", folder], endsWith: Set(0...99), watchesMemory: true)
      let title = "memory of \(command), 5 M violations"
      let figure = run.peakBytes.map(GrowthBenchmarks.megabytes) ?? "-"
      Measurement.show("\(title)   \(figure)   \(Measurement.time(run.processorSeconds))")
      bench.goals.add(
        title, goal: GrowthBenchmarks.megabytes(most), figure: figure,
        isHeld: run.peakBytes.map { $0 <= most })
    }
  }

  // MARK: - Results

  /// Returns the shell's processor time on a new file, or `nil` without a shell.
  private func shellSeconds(_ arguments: (String) -> [String]) throws -> Double? {
    guard hasShell else { return nil }
    let path = bench.newPath()
    defer { bench.remove(path) }
    return try Child.shellSeconds(arguments(path))
  }

  private func report(_ title: String, _ run: Program.Run, beside shell: Double?, factor: Double) {
    if let memory = run.peakBytes {
      Measurement.show("\(title)   \(GrowthBenchmarks.megabytes(memory))")
    }
    var medians = ["ours": run.processorSeconds]
    medians["sqlite3"] = shell
    Measurement(title, medians: medians)
      .show(["ours", "sqlite3"], goal: .times("sqlite3", factor), in: bench.goals)
  }
}
