internal import Foundation
internal import MigratorEngine

/// Measures how the program's processor time grows when the number of migrations, tables or
/// violations is multiplied by four.
///
/// Quadratic growth multiplies the time by sixteen, sorting by slightly more than four. SQLite
/// reads the whole schema for each created object, and its shell searches long lists of names when
/// it opens a file. Therefore the shell does the same work in the same run, and if its time grows
/// more, that is the goal.
struct GrowthBenchmarks {
  let bench: Workbench
  let hasShell: Bool

  private static let factor = 4
  /// The upper limit for growth that is not quadratic, on a machine with other load.
  private static let most = 6.0

  private struct Input {
    let path: String
    var folder: String?

    var arguments: [String] { [path] + (folder.map { ["--migrations", $0] } ?? []) }
  }

  func run() {
    measure("step --all", 500) {
      try program.run(["step", "--all", "--yes", "--no-backup"] + $0.arguments)
    } on: {
      Input(path: try empty(), folder: try bench.folder(of: $0, Chain.file))
    } beside: {
      try replayInShell($0)
    }
    measure("dry-run --all", 500) {
      try program.run(["dry-run", "--all"] + $0.arguments)
    } on: {
      Input(path: try empty(), folder: try bench.folder(of: $0, Chain.file))
    } beside: {
      try replayInShell($0)
    }
    measure("baseline: repair --mark-applied", 1_000) { subject in
      try program.run(
        ["repair", "--mark-applied", Chain.last, "--yes", "--no-backup"] + subject.arguments)
    } on: {
      Input(path: try empty(), folder: try bench.folder(of: $0, Chain.files(upTo: $0)))
    } beside: {
      try replayInShell($0)
    }
    measure("adoption: repair --adopt", 1_000) {
      try program.run(["repair", "--adopt", "--yes", "--no-backup"] + $0.arguments)
    } on: {
      try applied($0, ledger: false)
    } beside: {
      try replayInShell($0)
    }
    measure("repair, all records changed", 25_000) {
      try program.run(["repair", "--json"] + $0.arguments, endsWith: [1])
    } on: {
      try changed($0)
    }
    measure("drift: schema", 1_000) {
      try program.run(["schema"] + $0.arguments)
    } on: {
      try applied($0, ledger: true)
    } beside: {
      try replayInShell($0)
    }
    measure("dry run of one among tables", 12_500) {
      try program.run(["dry-run"] + $0.arguments)
    } on: { count in
      let path = bench.newPath()
      try ManyTables.make(count, at: path)
      return Input(
        path: path,
        folder: try bench.folder(of: 1) { _ in ("1_one.sql", Self.one) })
    } beside: { count in
      let path = bench.newPath()
      defer { bench.remove(path) }
      try ManyTables.make(count, at: path)
      return try Child.shellSeconds([path, "BEGIN; \(Self.one) ROLLBACK;"])
    }
    measure("step into many tables", 25) {
      try program.run(["step", "--all", "--yes", "--no-backup"] + $0.arguments)
    } on: { count in
      Input(
        path: try empty(),
        folder: try bench.folder(of: 2) { $0 == 1 ? Self.tables(count) : Self.rows(count) })
    }
    measureViolations()
  }

  private static func tables(_ count: Int) -> (name: String, text: String) {
    ("1_tables.sql", (1...count).map { "CREATE TABLE many\($0) (a);" }.joined(separator: "\n"))
  }

  private static func rows(_ count: Int) -> (name: String, text: String) {
    let text = (1...count).map { number in
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
      INSERT INTO many\(number) SELECT i FROM n;
      """
    }
    return ("2_rows.sql", text.joined(separator: "\n"))
  }

  /// A million violations.
  ///
  /// Memory must not grow with their number.
  private func measureViolations() {
    let most: Int64 = 100_000_000
    var peak: Int64?
    measure("violations --json", 250_000) {
      let run = try program.run(
        ["violations", "--json"] + $0.arguments, endsWith: [1], watchesMemory: true)
      peak = run.peakBytes
      return run
    } on: { count in
      let path = bench.newPath()
      try Self.orphans(count, path)
      return Input(path: path)
    }
    bench.goals.add(
      "memory of violations --json, 1,000,000", goal: Self.megabytes(most),
      figure: peak.map(Self.megabytes) ?? "-", isHeld: peak.map { $0 <= most })
  }

  private func measure(
    _ title: String, _ small: Int, _ run: (Input) throws -> Program.Run,
    on make: (Int) throws -> Input, beside shell: ((Int) throws -> Double)? = nil
  ) {
    let sizes = [small, small * Self.factor]
    var goal = "no square: at most x \(Measurement.rounded(Self.most)) for x \(Self.factor)"
    if hasShell, shell != nil { goal += ", or what sqlite3 grows by" }
    let runs: [Program.Run]
    var shellRatio: Double?
    do {
      runs = try sizes.map { size in
        let subject = try make(size)
        defer {
          bench.remove(subject.path)
          subject.folder.map(bench.remove)
        }
        return try run(subject)
      }
      if hasShell, let shell { shellRatio = try shell(sizes[1]) / shell(sizes[0]) }
    } catch {
      // Continues with the other benchmarks.
      Measurement.show("\(title)   failed: \(error)")
      bench.goals.add(title, goal: goal, figure: "failed", isHeld: false)
      return
    }
    let ratio = runs[1].processorSeconds / runs[0].processorSeconds
    let figures = zip(sizes, runs).map { size, run in
      let memory = run.peakBytes.map { ", " + Self.megabytes($0) } ?? ""
      return "\(Self.grouped(size)): \(Measurement.time(run.processorSeconds))\(memory)"
    }
    let beside = shellRatio.map { ", sqlite3 x \(Measurement.rounded($0))" } ?? ""
    let growth = "x \(Measurement.rounded(ratio)) for x \(Self.factor)" + beside
    Measurement.show(([title] + figures + [growth]).joined(separator: "   "))
    bench.goals.add(
      title, goal: goal,
      figure: (figures + [growth]).joined(separator: "; "),
      isHeld: ratio <= max(Self.most, shellRatio ?? 0))
  }

  private var program: Program { bench.program }

  // MARK: - The shell

  /// The shell's processor time for a chain of migrations, each in a transaction.
  private func replayInShell(_ count: Int) throws -> Double {
    let (path, script) = (bench.newPath(), bench.newPath())
    defer {
      bench.remove(path)
      bench.remove(script)
    }
    let text = (1...count).map { "BEGIN;\n\(Chain.file($0).text)COMMIT;\n" }.joined()
    try Data("PRAGMA synchronous = OFF;\n\(text)".utf8).write(to: URL(fileURLWithPath: script))
    return try Child.shellSeconds([path, ".read \(script)"])
  }

  // MARK: - Files

  /// The migration that is tried among many tables.
  private static let one =
    "ALTER TABLE item7 ADD COLUMN note TEXT; INSERT INTO item7 VALUES (1, 'a', 'b');"

  private func empty() throws -> String {
    let path = bench.newPath()
    try Filling.small(path)
    return path
  }

  private func applied(_ count: Int, ledger: Bool) throws -> Input {
    let path = bench.newPath()
    try Chain.apply(count, to: path, recorded: ledger ? count : 0)
    return Input(path: path, folder: try bench.folder(of: count, Chain.file))
  }

  /// sqlx files whose checksums in the ledger differ.
  private func changed(_ count: Int) throws -> Input {
    let path = bench.newPath()
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE _sqlx_migrations (
            version BIGINT PRIMARY KEY, description TEXT NOT NULL,
            installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL,
            checksum BLOB NOT NULL, execution_time BIGINT NOT NULL);
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO _sqlx_migrations SELECT 1000000 + i, 'item', '2026-01-01', 1, zeroblob(48), 1
            FROM n;
          """)
    }
    try queue.close()
    return Input(path: path, folder: try bench.folder(of: count, Chain.file))
  }

  static func orphans(_ count: Int, _ path: String) throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent, name TEXT);
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO child SELECT i, i + 7, 'child number ' || i FROM n;
          """)
    }
    try queue.close()
  }

  private static func grouped(_ number: Int) -> String {
    String(
      String(number).reversed().enumerated().flatMap { index, digit in
        index > 0 && index.isMultiple(of: 3) ? [",", digit] : [digit]
      }.reversed())
  }

  static func megabytes(_ bytes: Int64) -> String { "\(bytes / 1_000_000) MB" }
}
